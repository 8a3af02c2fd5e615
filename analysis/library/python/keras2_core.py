# What calling, building and training does in Keras 2 (and tf_keras), in terms of regions. See keras3_core.py for the conventions.


_KERAS3 = False


def _refuse(layer, options):
    return None


class Layer:
    _gf_trait = 1
    _gf_base = True

    def __init__(self, trainable=True, name=None, dtype=None, dynamic=False, activity_regularizer=None, **kwargs):
        self.built = False
        self.activity_regularizer = activity_regularizer
        self.trainable = trainable
        self._gf_name = name
        self._gf_shaped = _shaped(kwargs)

    def __call__(self, *args, **kwargs):
        __gf_tell__("super", self)
        symbolic = __gf_symbolic__(args, kwargs)
        if __gf_outermost__(self):
            if not symbolic:
                __gf_clear_losses__(self)
        if "training" in kwargs:
            if kwargs["training"] is not None:
                __gf_set_training__(kwargs["training"])
            if not __gf_takes__(self.call, "training"):
                kwargs.pop("training", None)
        elif __gf_takes__(self.call, "training"):
            if __gf_training__() is not None:
                kwargs["training"] = __gf_training__()
        if self.built is False:
            if __gf_has_build__(self):
                __gf_eagerly__(self.build, (__gf_shape__(args),), {})
            self.built = True
        if symbolic:
            return __gf_masks_out__(self, args, __gf_node__(self, args, kwargs, __gf_scratch__(self.call, args, kwargs)))
        if "mask" not in kwargs:
            __gf_masks_in__(self, args)
        result = __gf_invoke__(self.call, args, kwargs, True)
        if self.activity_regularizer is not None:
            __gf_add_loss__(self, __gf_tensor__(result))
        return __gf_masks_out__(self, args, result)

    def build(self, input_shape=None):
        self.built = True

    def call(self, *args, **kwargs):
        return __gf_tensor__(args)

    def add_weight(self, name=None, shape=None, dtype=None, initializer=None, regularizer=None, trainable=None, constraint=None, use_resource=None, synchronization=None, aggregation=None, **kwargs):
        return __gf_weight__(self, trainable, regularizer, None)

    def add_variable(self, *args, **kwargs):
        return __gf_weight__(self, True, None, None)

    def add_loss(self, losses, **kwargs):
        __gf_add_loss__(self, losses)

    def add_metric(self, value, name=None, **kwargs):
        return None

    def add_update(self, updates):
        return None

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

    def compute_mask(self, inputs, mask=None):
        return mask

    def compute_output_shape(self, input_shape):
        return __gf_unknown__()

    def count_params(self):
        return __gf_host__()


class Model(Layer):
    _gf_trait = 3
    _gf_base = True

    def __init__(self, *args, inputs=None, outputs=None, name=None, trainable=True, **kwargs):
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

    def compile(self, optimizer="rmsprop", loss=None, metrics=None, loss_weights=None, weighted_metrics=None, run_eagerly=None, steps_per_execution=None, jit_compile=None, **kwargs):
        self.optimizer = UnknownOptimizer() if __gf_text__(optimizer) else optimizer
        __gf_tell__("compiled", self, self.optimizer)
        self.loss = loss
        self._gf_metrics = metrics
        self._gf_run_eagerly = False
        if run_eagerly is not None:
            self._gf_run_eagerly = run_eagerly
        if run_eagerly is True:
            __gf_debug__(self)
        self._gf_jit = jit_compile
        __gf_late__(self, False)
        self._gf_compiled = True
        self._gf_fitted = False
        self._gf_tested = False

    def fit(self, x=None, y=None, batch_size=None, epochs=1, verbose="auto", callbacks=None, validation_split=0.0, validation_data=None, shuffle=True, class_weight=None, sample_weight=None, initial_epoch=0, steps_per_epoch=None, validation_steps=None, validation_batch_size=None, validation_freq=1, max_queue_size=10, workers=1, use_multiprocessing=False):
        data = __gf_batch__(x, y, batch_size, validation_split)
        _callbacks(callbacks, self, "begin")
        __gf_tell__("endpoint", self, "fit")
        if self._gf_compiled is True:
            __gf_late__(self, True)
        if self._gf_fitted is False:
            self._gf_fitted = True
            if self._gf_run_eagerly is True:
                self.train_step(data)
            elif self._gf_run_eagerly is False:
                __gf_open__("step", self, self.train_step, (data,), {}, self._gf_jit is True)
                # Variables that the first trace makes have it traced once more.
                if isinstance(self._gf_metrics, list):
                    __gf_open__("step", self, _metrics_again, (self, _unpacked(data)[1]), {}, False)
        _callbacks(callbacks, self, "end")
        return History()

    def evaluate(self, x=None, y=None, batch_size=None, verbose="auto", sample_weight=None, steps=None, callbacks=None, max_queue_size=10, workers=1, use_multiprocessing=False, return_dict=False, **kwargs):
        __gf_tell__("endpoint", self, "evaluate")
        if self._gf_tested is False:
            self._gf_tested = True
            if self._gf_run_eagerly is True:
                self.test_step(__gf_batch__(x, y, batch_size, 0.0))
            elif self._gf_run_eagerly is False:
                __gf_open__("step", self, self.test_step, (__gf_batch__(x, y, batch_size, 0.0),), {}, False)
        return __gf_host__()

    def predict(self, x, batch_size=None, verbose="auto", steps=None, callbacks=None, max_queue_size=10, workers=1, use_multiprocessing=False):
        __gf_tell__("endpoint", self, "predict")
        __gf_looped__(self)
        if self._gf_predicted is False:
            self._gf_predicted = True
            if self._gf_run_eagerly is True:
                self.predict_step(__gf_batch__(x, None, batch_size, 0.0))
            elif self._gf_run_eagerly is False:
                __gf_open__("step", self, self.predict_step, (__gf_batch__(x, None, batch_size, 0.0),), {}, False)
        return __gf_array__()

    def train_on_batch(self, x, y=None, sample_weight=None, class_weight=None, reset_metrics=True, return_dict=False):
        self.fit(x, y, batch_size=__gf_host__())
        return __gf_host__()

    def test_on_batch(self, x, y=None, sample_weight=None, reset_metrics=True, return_dict=False):
        self.evaluate(x, y, batch_size=__gf_host__())
        return __gf_host__()

    def predict_on_batch(self, x):
        return self.predict(x, batch_size=__gf_host__())

    def train_step(self, data):
        x, y = _unpacked(data)
        with _Tape():
            y_pred = self(x, training=True)
            loss = self.compute_loss(x, y, y_pred, None)
            __gf_gradients__(self, loss)
        __gf_apply__(self.optimizer, self)
        return self.compute_metrics(x, y, y_pred, None)

    def test_step(self, data):
        x, y = _unpacked(data)
        y_pred = self(x, training=False)
        self.compute_loss(x, y, y_pred, None)
        return self.compute_metrics(x, y, y_pred, None)

    def predict_step(self, data):
        return self(_unpacked(data)[0], training=False)

    def compute_loss(self, x=None, y=None, y_pred=None, sample_weight=None):
        __gf_consume__(y_pred)
        total = __gf_tensor__(None)
        if self.loss is not None:
            total = total + __gf_loss__(self.loss, y, y_pred, True)
        elif self._gf_compiled is True:
            if not self.losses:
                __gf_no_loss__(self)
        for loss in self.losses:
            total = total + loss
        return __gf_objective__(self, total)

    def compiled_loss(self, y_true, y_pred, sample_weight=None, regularization_losses=None):
        total = __gf_tensor__(y_pred)
        if self.loss is not None:
            total = total + __gf_loss__(self.loss, y_true, y_pred, True)
        if regularization_losses is not None:
            for loss in regularization_losses:
                total = total + loss
        return total

    def compute_metrics(self, x, y, y_pred, sample_weight=None):
        _update_metrics(self, y, y_pred, True)
        return {"loss": __gf_tensor__()}

    def build(self, input_shape=None):
        self.built = True
        if __gf_is_subclass__(self):
            __gf_clear_losses__(self)
            __gf_scratch__(self.call, (__gf_input__(input_shape),), {})

    @property
    def metrics(self):
        return __gf_unknown__()

    def reset_metrics(self):
        return None

    def summary(self, *args, **kwargs):
        return None

    def save(self, filepath, overwrite=True, **kwargs):
        if __gf_text__(filepath) and filepath.endswith(".keras"):
            self.get_config()

    def save_weights(self, filepath, overwrite=True, **kwargs):
        return None

    def load_weights(self, filepath, **kwargs):
        return None

    def get_config(self):
        _configs(self)
        return {"name": __gf_host__()}

    def to_json(self, **kwargs):
        self.get_config()
        return __gf_host__()

    @classmethod
    def from_config(cls, config, custom_objects=None):
        return __gf_unknown__()


class Sequential(Model):
    _gf_trait = 67
    _gf_base = True

    def __init__(self, layers=None, name=None):
        super().__init__(name=name)
        self._gf_layers = []
        self._gf_current = None
        if layers is not None:
            for layer in layers:
                self.add(layer)

    def add(self, layer):
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
        self.built = True

    def call(self, inputs, training=None, mask=None):
        for layer in self._gf_layers:
            if __gf_takes__(layer.call, "training"):
                inputs = layer(inputs, training=training)
            else:
                inputs = layer(inputs)
        return inputs
