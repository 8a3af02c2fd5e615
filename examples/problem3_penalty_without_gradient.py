# expect-error: none
# expect-phase: both
# fault-line: 25, 26
# read-line: 37
# kind: numpy-breaks-gradient
# fix: TensorFlow operations instead of NumPy ones
# verified: tf28=ok, tf215=ok, tf221k3=ok, tf221k2=ok
# prints: charge 9.0000 kernel 3.0000 | charge 9.0000 kernel 3.0000
# note: the charge should shrink the kernel; see the fixed twin

"""Problem 3 in eager code: NumPy works there, but the charge is a constant and trains nothing."""
import numpy as np
import tensorflow as tf
from tensorflow import keras


class Shrinking(keras.layers.Layer):
    def build(self, input_shape):
        self.kernel = self.add_weight(
            name="kernel", shape=(1,), initializer=keras.initializers.Constant(3.0)
        )
        self.built = True

    def call(self, rows):
        size = np.sum(np.square(self.kernel.numpy()))
        self.add_loss(tf.constant(size))
        return rows * self.kernel


layer = Shrinking()
optimizer = keras.optimizers.SGD(0.25)
for step in range(2):
    with tf.GradientTape() as tape:
        output = layer(tf.zeros([2, 1]))
        charge = sum(layer.losses)
        total = tf.reduce_mean(output) + charge
    gradients = tape.gradient(total, layer.trainable_variables)
    optimizer.apply_gradients(zip(gradients, layer.trainable_variables))
    print("charge %.4f" % charge.numpy(), "kernel %.4f" % layer.kernel.numpy()[0])
