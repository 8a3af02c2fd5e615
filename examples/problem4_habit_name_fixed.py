# expect-error: none
# expect-phase: both
# clean: true
# fault-line: none
# read-line: none
# kind: reserved-attribute
# fix: the name goes to the base class
# verified: tf28=ok, tf215=ok, tf221k3=ok, tf221k2=ok
# prints: first 2.0

import tensorflow as tf
from tensorflow import keras


class Labelled(keras.layers.Layer):
    def __init__(self, label):
        super().__init__(name=label)

    def call(self, values):
        return 2.0 * values


layer = Labelled("first")
print(layer.name, layer(tf.constant(1.0)).numpy())
