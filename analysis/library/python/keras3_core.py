# What calling, building and training does in Keras 3, in terms of regions. Only what decides where code runs, which variables
# exist and where losses go is written down. `__gf_…__` names are intrinsics of the interpreter (summary/intrinsics.cpp).
# A name `a__b` is exported as `keras.a.b`.


_KERAS3 = True


class Layer:
    _gf_trait = 1
    _gf_base = True

    def __init__(self, *args, activity_regularizer=None, trainable=True, dtype=None, autocast=True, name=None, **kwargs):
        _refuse(self, kwargs)
        self.built = False
        self.activity_regularizer = activity_regularizer
        self.trainable = trainable
        self._gf_name = name
        self._gf_shaped = _shaped(kwargs)

    def __call__(self, *args, **kwargs):
        __gf_tell__("super", self)
        for argument in args:
            if __gf_kind__(argument) in ("a Python number", "a text"):
                __gf_tell__("removed", self, "positional argument", "only tensors may be positional in a call of a layer, so this raises ValueError; pass it by keyword")
                raise ValueError
        if __gf_outermost__(self):
            __gf_clear_losses__(self)
        if "training" in kwargs:
            if kwargs["training"] is not None:
                __gf_set_training__(kwargs["training"])
            if not __gf_takes__(self.call, "training"):
                kwargs.pop("training", None)
        elif __gf_takes__(self.call, "training"):
            if __gf_training__() is not None:
                kwargs["training"] = __gf_training__()
        symbolic = __gf_symbolic__(args, kwargs)
        if self.built is False:
            if __gf_has_build__(self):
                self.build(__gf_shape__(args))
            elif __gf_unbuilt_child__(self):
                if not symbolic:
                    __gf_pass__(self.call, args, kwargs, True)
            self.built = True
            self._gf_locked = True
        if symbolic:
            return __gf_masks_out__(self, args, __gf_node__(self, args, kwargs, __gf_pass__(self.call, args, kwargs, False)))
        if "mask" not in kwargs:
            __gf_masks_in__(self, args)
        result = __gf_invoke__(self.call, args, kwargs, not __gf_in_graph__())
        if self.activity_regularizer is not None:
            __gf_add_loss__(self, __gf_tensor__(result))
        return __gf_masks_out__(self, args, result)

    def build(self, input_shape=None):
        self.built = True

    def call(self, *args, **kwargs):
        return __gf_tensor__(args)

    def add_metric(self, *args, **kwargs):
        __gf_tell__("removed", self, "add_metric", "this raises NotImplementedError; make a metric in `__init__` and call its `update_state`")
        raise NotImplementedError

    def add_weight(self, shape=None, initializer=None, dtype=None, trainable=True, autocast=True, regularizer=None, constraint=None, aggregation="none", overwrite_with_gradient=False, name=None):
        if __gf_text__(shape):
            __gf_tell__("removed", self, "positional name of add_weight", "the shape comes first, so this raises; pass the name by keyword")
            raise ValueError
        return __gf_weight__(self, trainable, regularizer, None)

    def add_variable(self, shape=None, initializer=None, dtype=None, trainable=True, name=None, **kwargs):
        return __gf_weight__(self, trainable, None, None)

    def add_loss(self, loss, **kwargs):
        if __gf_kind__(kwargs, "inputs"):
            __gf_tell__("loss", self, "the keyword `inputs`", "TypeError")
            raise TypeError
        kind = __gf_kind__(loss)
        if kind != "":
            __gf_tell__("loss", self, kind, "ValueError")
            raise ValueError
        __gf_add_loss__(self, loss)

    @property
    def losses(self):
        return __gf_losses__(self)

    @property
    def weights(self):
        return __gf_weights__(self)

    @property
    def variables(self):
        return __gf_weights__(self)

    @property
    def trainable_weights(self):
        return __gf_weights__(self)

    @property
    def trainable_variables(self):
        return __gf_weights__(self)

    @property
    def non_trainable_weights(self):
        return __gf_weights__(self)

    @property
    def non_trainable_variables(self):
        return __gf_weights__(self)

    def get_weights(self):
        return __gf_host_list__()

    def set_weights(self, weights):
        return None

    def get_config(self):
        if __gf_unwritten__(self):
            raise NotImplementedError
        return {"name": __gf_host__(), "trainable": __gf_host__(), "dtype": __gf_host__()}

    @classmethod
    def from_config(cls, config):
        __gf_remake__(cls, config)
        return cls(**config)

    def compute_mask(self, inputs, previous_mask=None):
        return previous_mask

    def compute_output_shape(self, *args, **kwargs):
        return __gf_unknown__()

    def count_params(self):
        return __gf_host__()


class Model(Layer):
    _gf_trait = 3
    _gf_base = True

    def __init__(self, *args, inputs=None, outputs=None, trainable=True, name=None, **kwargs):
        super().__init__(trainable=trainable, name=name)
        __gf_tell__("made", self)
        self._gf_fitted = False
        self._gf_tested = False
        self._gf_predicted = False
        self._gf_run_eagerly = False
        self._gf_compiled = False
        self._gf_functional = False
        self.optimizer = None
        self.loss = None
        if len(args) > 1:
            inputs = args[0]
            outputs = args[1]
        if outputs is not None:
            self._gf_functional = True
            self._gf_inputs = inputs
            self._gf_outputs = outputs
            self._gf_layers = __gf_layers_of__(outputs)
            self.built = True
            self._gf_shaped = True

    def call(self, inputs, training=None, mask=None):
        if self._gf_functional is True:
            return __gf_run_nodes__(self._gf_inputs, self._gf_outputs, inputs)
        return __gf_tensor__(inputs)

    def add_loss(self, loss, **kwargs):
        if self._gf_functional is True:
            __gf_tell__("loss", self, "", "NotImplementedError")
            raise NotImplementedError
        super().add_loss(loss, **kwargs)

    @property
    def run_eagerly(self):
        return self._gf_run_eagerly

    @run_eagerly.setter
    def run_eagerly(self, value):
        self._gf_run_eagerly = value

    @property
    def layers(self):
        return _layers(self)

    def get_layer(self, name=None, index=None):
        if __gf_text__(name):
            for layer in __gf_children__(self):
                if layer._gf_name == name:
                    return layer
        return __gf_unknown__()

    def compile(self, optimizer="rmsprop", loss=None, loss_weights=None, metrics=None, weighted_metrics=None, run_eagerly=False, steps_per_execution=1, jit_compile="auto", auto_scale_loss=True):
        self.optimizer = UnknownOptimizer() if __gf_text__(optimizer) else optimizer
        __gf_tell__("compiled", self, self.optimizer)
        self.loss = loss
        self._gf_metrics = metrics
        self._gf_run_eagerly = run_eagerly
        self._gf_jit = jit_compile
        if run_eagerly is True:
            __gf_debug__(self)
        self._gf_compiled = True
        self._gf_fitted = False
        self._gf_tested = False

    def fit(self, x=None, y=None, batch_size=None, epochs=1, verbose="auto", callbacks=None, validation_split=0.0, validation_data=None, shuffle=True, class_weight=None, sample_weight=None, initial_epoch=0, steps_per_epoch=None, validation_steps=None, validation_batch_size=None, validation_freq=1):
        data = __gf_batch__(x, y, batch_size, validation_split)
        _callbacks(callbacks, self, "begin")
        __gf_tell__("endpoint", self, "fit")
        if self._gf_fitted is False:
            __gf_late__(self, False)
        else:
            __gf_late__(self, True)
        if self._gf_fitted is False:
            self._gf_fitted = True
            if self._gf_run_eagerly is True:
                self.train_step(data)
            elif self._gf_run_eagerly is False:
                __gf_logs__(self, __gf_open__("step", self, self.train_step, (data,), {}, False))
                # The logs of the epoch are made outside the graph.
                _metric_results(self)
        _callbacks(callbacks, self, "end")
        return History()

    def evaluate(self, x=None, y=None, batch_size=None, verbose="auto", sample_weight=None, steps=None, callbacks=None, return_dict=False):
        __gf_tell__("endpoint", self, "evaluate")
        if self._gf_tested is False:
            self._gf_tested = True
            if self._gf_run_eagerly is True:
                self.test_step(__gf_batch__(x, y, batch_size, 0.0))
            elif self._gf_run_eagerly is False:
                __gf_logs__(self, __gf_open__("step", self, self.test_step, (__gf_batch__(x, y, batch_size, 0.0),), {}, False))
        return __gf_host__()

    def predict(self, x, batch_size=None, verbose="auto", steps=None, callbacks=None):
        __gf_tell__("endpoint", self, "predict")
        __gf_looped__(self)
        if self._gf_predicted is False:
            self._gf_predicted = True
            if self._gf_run_eagerly is True:
                self.predict_step(__gf_batch__(x, None, batch_size, 0.0))
            elif self._gf_run_eagerly is False:
                __gf_open__("step", self, self.predict_step, (__gf_batch__(x, None, batch_size, 0.0),), {}, False)
        return __gf_array__()

    def train_on_batch(self, x, y=None, sample_weight=None, class_weight=None, return_dict=False):
        if __gf_in_graph__():
            return __gf_unknown__()
        self.fit(x, y, batch_size=__gf_host__())
        return __gf_host__()

    def test_on_batch(self, x, y=None, sample_weight=None, return_dict=False):
        if __gf_in_graph__():
            return __gf_unknown__()
        self.evaluate(x, y, batch_size=__gf_host__())
        return __gf_host__()

    def predict_on_batch(self, x):
        return self.predict(x, batch_size=__gf_host__())

    def train_step(self, data):
        x, y = _unpacked(data)
        with _Tape():
            if __gf_takes__(self.call, "training"):
                y_pred = self(x, training=True)
            else:
                y_pred = self(x)
            loss = self.compute_loss(x=x, y=y, y_pred=y_pred, sample_weight=None, training=True)
            __gf_gradients__(self, loss)
        __gf_apply__(self.optimizer, self)
        return self.compute_metrics(x, y, y_pred)

    def test_step(self, data):
        x, y = _unpacked(data)
        if __gf_takes__(self.call, "training"):
            y_pred = self(x, training=False)
        else:
            y_pred = self(x)
        self.compute_loss(x=x, y=y, y_pred=y_pred, sample_weight=None, training=False)
        return self.compute_metrics(x, y, y_pred)

    def predict_step(self, data):
        if __gf_takes__(self.call, "training"):
            return self(_unpacked(data)[0], training=False)
        return self(_unpacked(data)[0])

    def compute_loss(self, x=None, y=None, y_pred=None, sample_weight=None, training=True):
        __gf_consume__(y_pred)
        total = __gf_tensor__(None)
        if self.loss is not None:
            total = total + __gf_loss__(self.loss, y, y_pred, False)
        elif self._gf_compiled is True:
            if not self.losses:
                __gf_no_loss__(self)
        for loss in self.losses:
            total = total + loss
        return __gf_objective__(self, total)

    def compiled_loss(self, y, y_pred, sample_weight=None, regularization_losses=None):
        return self.compute_loss(None, y, y_pred, sample_weight)

    def compute_metrics(self, x, y, y_pred, sample_weight=None):
        _update_metrics(self, y, y_pred, False)
        return {"loss": __gf_tensor__()}

    def compute_output_spec(self, *args, **kwargs):
        return __gf_unknown__()

    def build(self, input_shape=None):
        self.built = True
        self._gf_locked = True

    @property
    def metrics(self):
        return __gf_unknown__()

    def reset_metrics(self):
        return None

    def summary(self, *args, **kwargs):
        return None

    def save(self, filepath, overwrite=True, **kwargs):
        if __gf_text__(filepath, ".keras", ".h5", ".hdf5"):
            __gf_tell__("removed", self, "saving as a folder", "this raises ValueError; end the name with `.keras`, or use `export` to serve the model")
            raise ValueError
        self.get_config()

    def save_weights(self, filepath, overwrite=True, **kwargs):
        if __gf_text__(filepath, ".weights.h5"):
            __gf_tell__("removed", self, "this format of weights", "this raises ValueError; end the name with `.weights.h5`")
            raise ValueError

    def load_weights(self, filepath, **kwargs):
        return None

    def export(self, filepath, **kwargs):
        return None

    def get_config(self):
        _configs(self)
        return {"name": __gf_host__(), "trainable": __gf_host__(), "dtype": __gf_host__()}

    def to_json(self, **kwargs):
        self.get_config()
        return __gf_host__()

    @classmethod
    def from_config(cls, config, custom_objects=None):
        return __gf_unknown__()


def _refuse(layer, options):
    for name in ("dynamic", "weights", "batch_input_shape", "time_major", "fused", "virtual_batch_size"):
        if __gf_kind__(options, name):
            __gf_tell__("removed", layer, name, "this raises ValueError; leave it out")
            raise ValueError


class Sequential(Model):
    _gf_trait = 67
    _gf_base = True

    def __init__(self, layers=None, trainable=True, name=None):
        super().__init__(trainable=trainable, name=name)
        self._gf_layers = []
        self._gf_current = None
        if layers is not None:
            for layer in layers:
                self.add(layer)

    def add(self, layer, rebuild=True):
        if __gf_symbolic__((layer,), {}):
            self._gf_current = layer
            self.built = True
            self._gf_shaped = True
        else:
            __gf_tell__("mixed", self, layer)
            self._gf_layers.append(layer)
            if layer._gf_shaped is True:
                self._gf_current = __gf_input__(None)
                self.built = True
                self._gf_shaped = True
            if self._gf_current is not None:
                self._gf_current = layer(self._gf_current)

    def build(self, input_shape=None):
        inputs = __gf_input__(None)
        for layer in self._gf_layers:
            inputs = layer(inputs)
        self.built = True

    def call(self, inputs, training=None, mask=None):
        for layer in self._gf_layers:
            if __gf_takes__(layer.call, "training"):
                inputs = layer(inputs, training=training)
            else:
                inputs = layer(inputs)
        return inputs
