# expect-error: none
# expect-phase: both
# clean: true
# fault-line: none
# read-line: none
# kind: add-loss-in-graph
# fix: spend is the graph, call is plain Python
# verified: tf28=ok, tf215=ok, tf221k3=ok, tf221k2=ok
# prints: kept [3.0, -1.0] charge 5.0000

import tensorflow as tf
from problem1_two_files_layers_fixed import Thrift


@tf.function
def spend(thrift, amounts):
    kept = thrift(amounts)
    charge = tf.add_n(thrift.losses) + tf.reduce_max(kept)
    return kept, charge


kept, charge = spend(Thrift(price=0.5), tf.constant([3.0, -1.0]))
print("kept", kept.numpy().tolist(), "charge %.4f" % charge.numpy())
