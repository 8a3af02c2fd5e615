# expect-error: none
# expect-phase: both
# clean: true
# fault-line: none
# read-line: none
# kind: add-loss-in-rnn
# fix: unrolled, the cell runs exactly once for each step
# verified: tf28=ok, tf215=ok, tf221k3=ok, tf221k2=ok
# prints: terms 3 charge 6.0000

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


counter = keras.layers.RNN(Counter(), unroll=True)
counter(tf.constant([[[1.0], [2.0], [3.0]]]))
losses = counter.losses
print("terms", len(losses), "charge %.4f" % sum(losses).numpy())
