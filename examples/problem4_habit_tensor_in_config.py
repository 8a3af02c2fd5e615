# expect-error: TypeError
# expect-phase: both
# fault-line: 25
# read-line: 31
# kind: get-config
# fix: keep the number and return the number
# verified: tf28=TypeError, tf215=TypeError, tf221k3=TypeError, tf221k2=TypeError

"""A configuration is written as JSON; a tensor cannot be."""
import json

import tensorflow as tf
from tensorflow import keras


class Damping(keras.layers.Layer):
    def __init__(self, factor, **kwargs):
        super().__init__(**kwargs)
        self.factor = tf.constant(factor)

    def call(self, values):
        return self.factor * values

    def get_config(self):
        return {**super().get_config(), "factor": self.factor}


damping = Damping(0.5, name="damping")
print(damping(tf.constant(3.0)).numpy())
config = damping.get_config()
print(json.dumps({"name": config["name"], "factor": config["factor"]}))
