"""Layers of problem1_two_files_training_fixed.py, where their losses are read."""
# part-of: problem1_two_files_training_fixed.py
import tensorflow as tf
from tensorflow import keras


class Thrift(keras.layers.Layer):
    """Hands its input on and charges for its size."""

    def __init__(self, price, **kwargs):
        super().__init__(**kwargs)
        self.price = price

    def call(self, amounts):
        self.add_loss(self.price * tf.reduce_sum(tf.abs(amounts)))
        return amounts
