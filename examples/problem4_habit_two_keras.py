# expect-error: ValueError
# expect-phase: legacy
# expect-other: none
# fault-line: 13
# read-line: 20
# kind: mixed-keras
# fix: one import: from tensorflow import keras
# verified: tf28=AttributeError, tf215=ok, tf221k3=ok, tf221k2=ValueError
# prints: loss 4.0000
# note: one and the same package in TensorFlow 2.15 (in 2.8 `keras` has no public names) and with Keras 3; with TF_USE_LEGACY_KERAS=1 `keras` is Keras 3 and `tf.keras` Keras 2

"""`import keras` beside `tf.keras`: the same library, unless TF_USE_LEGACY_KERAS is set."""
import keras
import numpy as np
import tensorflow as tf

inputs = tf.keras.Input((2,))
outputs = tf.keras.layers.Dense(1, kernel_initializer="ones", use_bias=False)(inputs)
model = tf.keras.Model(inputs, outputs)
model.compile(optimizer=keras.optimizers.SGD(0.1), loss="mse")
history = model.fit(np.ones((2, 2), "float32"), np.zeros((2, 1), "float32"), verbose=0).history
print("loss %.4f" % history["loss"][0])
