# expect-error: AttributeError
# expect-phase: keras2
# expect-other: none
# fault-line: 19
# read-line: 25
# kind: reserved-attribute
# fix: super().__init__(name=label)
# verified: tf28=AttributeError, tf215=AttributeError, tf221k3=ok, tf221k2=AttributeError
# prints-keras3: first 2.0

"""`self.name` belongs to Keras: Keras 2 refuses the assignment, Keras 3 takes it."""
import tensorflow as tf
from tensorflow import keras


class Labelled(keras.layers.Layer):
    def __init__(self, label):
        super().__init__()
        self.name = label

    def call(self, values):
        return 2.0 * values


layer = Labelled("first")
print(layer.name, layer(tf.constant(1.0)).numpy())
