# expect-error: none
# expect-phase: both
# fault-line: 28, 32
# read-line: 35
# kind: add-loss-in-rnn
# fix: RNN(..., unroll=True)
# verified: tf28=ok, tf215=ok, tf221k3=ok, tf221k2=ok
# prints: terms 4 charge 7.0000
# note: the right answer is 3 terms and 6.0000; see the fixed twin

"""Problem 2 in eager code, where nothing fails: the first step is charged twice.

An RNN that is not unrolled calls its cell once more than there are steps, to learn the shape of
the output. In a loop written by hand, and with run_eagerly=True, that extra call counts.
"""
import tensorflow as tf
from tensorflow import keras


class Counter(keras.layers.Layer):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.state_size = 1
        self.output_size = 1

    def call(self, inputs, states):
        total = states[0] + inputs
        self.add_loss(tf.reduce_sum(inputs))
        return total, [total]


counter = keras.layers.RNN(Counter())
counter(tf.constant([[[1.0], [2.0], [3.0]]]))
losses = counter.losses
print("terms", len(losses), "charge %.4f" % sum(losses).numpy())
