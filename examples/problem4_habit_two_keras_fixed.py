# expect-error: none
# expect-phase: both
# clean: true
# fault-line: none
# read-line: none
# kind: mixed-keras
# fix: one Keras for everything
# verified: tf28=ok, tf215=ok, tf221k3=ok, tf221k2=ok
# prints: loss 4.0000

import numpy as np
from tensorflow import keras

inputs = keras.Input((2,))
outputs = keras.layers.Dense(1, kernel_initializer="ones", use_bias=False)(inputs)
model = keras.Model(inputs, outputs)
model.compile(optimizer=keras.optimizers.SGD(0.1), loss="mse")
history = model.fit(np.ones((2, 2), "float32"), np.zeros((2, 1), "float32"), verbose=0).history
print("loss %.4f" % history["loss"][0])
