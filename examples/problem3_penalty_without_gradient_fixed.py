# expect-error: none
# expect-phase: both
# clean: true
# fault-line: none
# read-line: none
# kind: numpy-breaks-gradient
# fix: TensorFlow operations on the variable itself
# verified: tf28=ok, tf215=ok, tf221k3=ok, tf221k2=ok
# prints: charge 9.0000 kernel 1.5000 | charge 2.2500 kernel 0.7500

import tensorflow as tf
from tensorflow import keras


class Shrinking(keras.layers.Layer):
    def build(self, input_shape):
        self.kernel = self.add_weight(
            name="kernel", shape=(1,), initializer=keras.initializers.Constant(3.0)
        )
        self.built = True

    def call(self, rows):
        size = tf.reduce_sum(tf.square(self.kernel))
        self.add_loss(size)
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
