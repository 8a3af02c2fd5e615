# expect-error: none
# expect-phase: both
# clean: true
# fault-line: none
# read-line: none
# kind: constant-tensor
# fix: a Python number takes the dtype of what it is multiplied with
# verified: tf28=ok, tf215=ok, tf221k3=ok, tf221k2=ok
# prints: [2.0] | [2.0]

import tensorflow as tf
from tensorflow import keras


class Gain(keras.layers.Layer):
    def __init__(self, gain, **kwargs):
        super().__init__(**kwargs)
        self.gain = gain

    def call(self, values):
        return self.gain * values


print(Gain(2.0)(tf.constant([1.0])).numpy().tolist())
print(Gain(2.0, dtype="mixed_float16")(tf.constant([1.0])).numpy().tolist())
