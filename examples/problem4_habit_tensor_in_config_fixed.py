# expect-error: none
# expect-phase: both
# clean: true
# fault-line: none
# read-line: none
# kind: get-config
# fix: the number itself is kept and returned
# verified: tf28=ok, tf215=ok, tf221k3=ok, tf221k2=ok
# prints: 1.5 | {"name": "damping", "factor": 0.5}

import json

import tensorflow as tf
from tensorflow import keras


class Damping(keras.layers.Layer):
    def __init__(self, factor, **kwargs):
        super().__init__(**kwargs)
        self.factor = float(factor)

    def call(self, values):
        return self.factor * values

    def get_config(self):
        return {**super().get_config(), "factor": self.factor}


damping = Damping(0.5, name="damping")
print(damping(tf.constant(3.0)).numpy())
config = damping.get_config()
print(json.dumps({"name": config["name"], "factor": config["factor"]}))
