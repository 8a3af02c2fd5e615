# expect-error: TypeError
# expect-phase: both
# fault-line: problem1_two_files_layers.py:16, problem1_two_files_layers.py:14
# read-line: 16
# kind: add-loss-in-graph
# fix: decorate spend (here) instead of call (there)
# verified: tf28=TypeError, tf215=TypeError, tf221k3=TypeError, tf221k2=TypeError

"""The layer lives in one file, the code that sums its losses in another."""
import tensorflow as tf
from problem1_two_files_layers import Thrift


def spend(thrift, amounts):
    kept = thrift(amounts)
    charge = tf.add_n(thrift.losses) + tf.reduce_max(kept)
    return kept, charge


kept, charge = spend(Thrift(price=0.5), tf.constant([3.0, -1.0]))
print("kept", kept.numpy().tolist(), "charge %.4f" % charge.numpy())
