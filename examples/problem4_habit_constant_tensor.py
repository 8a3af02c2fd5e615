# expect-error: InvalidArgumentError
# expect-phase: both
# fault-line: 17
# read-line: 20
# kind: constant-tensor
# fix: self.gain = gain
# verified: tf28=InvalidArgumentError, tf215=InvalidArgumentError, tf221k3=InvalidArgumentError, tf221k2=InvalidArgumentError

"""A hyper-parameter kept as a tensor has a dtype of its own: half precision breaks the layer."""
import tensorflow as tf
from tensorflow import keras


class Gain(keras.layers.Layer):
    def __init__(self, gain, **kwargs):
        super().__init__(**kwargs)
        self.gain = tf.constant(gain)

    def call(self, values):
        return self.gain * values


print(Gain(2.0)(tf.constant([1.0])).numpy().tolist())
print(Gain(2.0, dtype="mixed_float16")(tf.constant([1.0])).numpy().tolist())
