# Parts that are alike in both generations as far as graphs are concerned.


layers__Layer = Layer
models__Model = Model
models__Sequential = Sequential


def _layers(model):
    if model._gf_functional is True:
        # The layers of the inputs stand among them, a single one first.
        if isinstance(model._gf_inputs, (list, tuple, dict)):
            return __gf_unknown__()
        return [__gf_unknown__()] + __gf_children__(model)
    return __gf_children__(model)


def _shaped(options):
    """Does the first layer of a Sequential say what it is given?"""
    for name in ("input_shape", "batch_input_shape", "input_dim"):
        if __gf_kind__(options, name):
            return True
    return False


class _Tape:
    _gf_with = "tape"

    def __enter__(self):
        return self


def _configs(model):
    if __gf_is_subclass__(model) is False:
        for layer in __gf_children__(model):
            layer.get_config()


def _config_to_clone(layer):
    return layer.get_config()


def models__clone_model(model, input_tensors=None, clone_function=None, **kwargs):
    if clone_function is None:
        for layer in __gf_children__(model):
            # Keras clones tensors as they are.
            __gf_remake__(layer.__class__, _config_to_clone(layer))
    return __gf_unknown__()


class History:
    def __init__(self):
        self.history = __gf_unknown__()


def _unpacked(data):
    if isinstance(data, tuple):
        return data[0], data[1]
    return data, None


def Input(shape=None, batch_size=None, dtype=None, sparse=None, batch_shape=None, name=None, tensor=None, **kwargs):
    if batch_size is not None or batch_shape is not None:
        return __gf_input__(None)
    return __gf_input__(shape)


layers__Input = Input
layers__InputLayer = Input


def _callbacks(callbacks, model, when):
    if callbacks is not None:
        for callback in callbacks:
            if when == "begin":
                callback.set_model(model)
                callback.on_train_begin()
                callback.on_epoch_begin(__gf_host__(), {})
                callback.on_train_batch_begin(__gf_host__(), {})
            else:
                callback.on_train_batch_end(__gf_host__(), {})
                callback.on_batch_end(__gf_host__(), {})
                callback.on_epoch_end(__gf_host__(), {})
                callback.on_train_end()


def _update_metrics(model, y, y_pred, converted):
    if isinstance(model._gf_metrics, list):
        for metric in model._gf_metrics:
            if __gf_is_instance__(metric):
                __gf_invoke__(metric.update_state, (y, y_pred), {}, converted)
                metric.result()
            elif callable(metric):
                __gf_invoke__(metric, (y, y_pred), {}, converted)


def _metric_results(model):
    if isinstance(model._gf_metrics, list):
        for metric in model._gf_metrics:
            if __gf_is_instance__(metric):
                metric.result()


def _metrics_again(model, y):
    _update_metrics(model, y, __gf_tensor__(y), True)


class callbacks__Callback:
    def __init__(self):
        self.model = None

    def set_model(self, model):
        self.model = model

    def on_train_begin(self, logs=None):
        return None

    def on_train_end(self, logs=None):
        return None

    def on_epoch_begin(self, epoch, logs=None):
        return None

    def on_epoch_end(self, epoch, logs=None):
        return None

    def on_train_batch_begin(self, batch, logs=None):
        return None

    def on_train_batch_end(self, batch, logs=None):
        return None

    def on_batch_end(self, batch, logs=None):
        return None


class UnknownLayer(Layer):
    def call(self, *args, **kwargs):
        return __gf_unknown_tensor__(args)


class _Weighted(Layer):
    """Built-in layers whose `build` makes their weights."""

    def __init__(self, *args, kernel_regularizer=None, bias_regularizer=None, activity_regularizer=None, activation=None, units=None, trainable=True, **kwargs):
        _refuse(self, kwargs)
        super().__init__(activity_regularizer=activity_regularizer, trainable=trainable, name=kwargs.get("name"))
        self._gf_shaped = _shaped(kwargs)
        self.kernel_regularizer = kernel_regularizer
        self.bias_regularizer = bias_regularizer
        self.activation = activation

    def build(self, input_shape=None):
        self.kernel = __gf_weight__(self, True, self.kernel_regularizer, None)
        self.bias = __gf_weight__(self, True, self.bias_regularizer, None)
        self.built = True

    def call(self, inputs, *args):
        __gf_consume__(inputs)
        __gf_tell__("rank", self, inputs)
        return _activated(self.activation, __gf_tensor__(inputs, self.kernel, self.bias))


def _activated(activation, output):
    if __gf_kind__(activation) == "a function":
        return __gf_invoke__(activation, (output,), {}, False)
    return output


class layers__Dense(_Weighted):
    _gf_masks = True

    def __init__(self, units=None, activation=None, *args, **kwargs):
        super().__init__(*args, activation=activation, **kwargs)
        self.units = units

    def call(self, inputs, *args):
        return __gf_sized__(super().call(inputs), inputs, self.units)


class layers__EinsumDense(_Weighted):
    pass


class layers__Conv1D(_Weighted):
    pass


class layers__Conv2D(_Weighted):
    pass


class layers__Conv3D(_Weighted):
    pass


class layers__Conv2DTranspose(_Weighted):
    pass


class layers__DepthwiseConv2D(_Weighted):
    pass


class layers__SeparableConv2D(_Weighted):
    pass


class layers__Embedding(_Weighted):
    def __init__(self, *args, mask_zero=False, weights=None, **kwargs):
        super().__init__(*args, **kwargs)
        self.mask_zero = mask_zero

    def call(self, inputs, *args):
        output = __gf_tensor__(inputs, self.kernel)
        if self.mask_zero is True:
            return __gf_mask__(output)
        return output


class layers__MultiHeadAttention(_Weighted):
    def call(self, query, value=None, key=None, return_attention_scores=False, **kwargs):
        if _KERAS3 is False and self.built is False:
            self.build()
        output = __gf_tensor__(query, value, self.kernel)
        if return_attention_scores:
            return output, __gf_tensor__(query, self.kernel)
        return output


class layers__LayerNormalization(_Weighted):
    _gf_masks = True


class layers__GroupNormalization(_Weighted):
    pass


class layers__PReLU(_Weighted):
    pass


class layers__BatchNormalization(_Weighted):
    _gf_masks = True

    def call(self, inputs, training=None, mask=None):
        __gf_mode__(self, training, True)
        return __gf_sized__(__gf_tensor__(inputs, self.kernel, self.bias), inputs, None)


class layers__LSTM(_Weighted):
    _gf_masks = "uses"

    def call(self, sequences, initial_state=None, mask=None, training=False):
        return __gf_unknown_tensor__((sequences, self.kernel))


class layers__GRU(layers__LSTM):
    pass


class layers__SimpleRNN(layers__LSTM):
    pass


class _Weightless(Layer):
    def __init__(self, *args, activity_regularizer=None, **kwargs):
        super().__init__(activity_regularizer=activity_regularizer)
        self._gf_shaped = _shaped(kwargs)
        self.built = True

    def call(self, inputs, *args, **kwargs):
        return __gf_tensor__(inputs)


class layers__Dropout(_Weightless):
    _gf_masks = True

    def call(self, inputs, training=None):
        __gf_mode__(self, training)
        return __gf_sized__(__gf_tensor__(inputs), inputs, None)


class layers__GaussianNoise(layers__Dropout):
    pass


class layers__SpatialDropout1D(layers__Dropout):
    pass


class layers__SpatialDropout2D(layers__Dropout):
    pass


class layers__AlphaDropout(layers__Dropout):
    pass


class layers__GaussianDropout(layers__Dropout):
    pass


class layers__Flatten(_Weightless):
    pass


class layers__Reshape(_Weightless):
    pass


class layers__Activation(_Weightless):
    _gf_masks = True

    def __init__(self, activation=None, **kwargs):
        super().__init__(**kwargs)
        self.activation = activation

    def call(self, inputs, *args, **kwargs):
        return _activated(self.activation, __gf_sized__(__gf_tensor__(inputs), inputs, None))


class layers__ReLU(_Weightless):
    pass


class layers__LeakyReLU(_Weightless):
    pass


class layers__Softmax(_Weightless):
    pass


class layers__Concatenate(_Weightless):
    pass


class layers__Add(_Weightless):
    pass


class layers__Subtract(_Weightless):
    pass


class layers__Multiply(_Weightless):
    pass


class layers__Average(_Weightless):
    pass


class layers__Maximum(_Weightless):
    pass


class layers__Dot(_Weightless):
    pass


class layers__MaxPooling1D(_Weightless):
    pass


class layers__MaxPooling2D(_Weightless):
    pass


class layers__MaxPool2D(_Weightless):
    pass


class layers__AveragePooling2D(_Weightless):
    pass


class layers__GlobalAveragePooling1D(_Weightless):
    _gf_masks = "uses"


class layers__GlobalAveragePooling2D(_Weightless):
    pass


class layers__GlobalMaxPooling1D(_Weightless):
    pass


class layers__GlobalMaxPooling2D(_Weightless):
    pass


class layers__UpSampling2D(_Weightless):
    pass


class layers__ZeroPadding2D(_Weightless):
    pass


class layers__Permute(_Weightless):
    pass


class layers__RepeatVector(_Weightless):
    pass


class layers__Masking(_Weightless):
    def call(self, inputs, *args, **kwargs):
        return __gf_mask__(__gf_tensor__(inputs))


class layers__Rescaling(_Weightless):
    pass


class layers__ActivityRegularization(_Weightless):
    def __init__(self, l1=0.0, l2=0.0, **kwargs):
        super().__init__(activity_regularizer=True)


class layers__Lambda(Layer):
    def __init__(self, function, output_shape=None, mask=None, arguments=None, **kwargs):
        super().__init__()
        self.function = function
        self._gf_output_shape = output_shape
        self._gf_shaped = _shaped(kwargs)
        self.built = True

    def __call__(self, *args, **kwargs):
        if _KERAS3 and self._gf_output_shape is not None:
            if __gf_symbolic__(args, kwargs):
                # Keras 3 believes the shape and does not run the function.
                return __gf_node__(self, args, kwargs, __gf_tensor__())
        return super().__call__(*args, **kwargs)

    def call(self, inputs, mask=None, training=None):
        __gf_lambda__(self, self.function)
        return __gf_invoke__(self.function, (inputs,), {}, False)


class layers__RNN(Layer):
    _gf_trait = 129
    _gf_masks = "uses"

    def __init__(self, cell, return_sequences=False, return_state=False, go_backwards=False, stateful=False, unroll=False, zero_output_for_mask=False, activity_regularizer=None, **kwargs):
        super().__init__(activity_regularizer=activity_regularizer)
        self._gf_shaped = _shaped(kwargs)
        if isinstance(cell, (list, tuple)):
            cell = layers__StackedRNNCells(cell)
        self.cell = cell
        self.return_sequences = return_sequences
        self.return_state = return_state
        self.unroll = unroll

    def build(self, input_shape=None):
        __gf_build_child__(self.cell)
        self.built = True

    def call(self, sequences, initial_state=None, mask=None, training=None):
        inputs = __gf_tensor__(sequences)
        states = initial_state
        if states is None:
            states = _initial_states(self.cell)
        if self.unroll is True:
            result = self.cell(inputs, states)
        elif self.unroll is False:
            # The first step runs once outside the loop to learn the shapes; its result is dropped, its effects stay.
            self.cell(inputs, states)
            __gf_repeated_loss__(self, self.cell)
            if __gf_in_graph__():
                result = __gf_open__("loop", self, self.cell, (inputs, states), {}, False)
            else:
                result = self.cell(inputs, states)
        else:
            result = __gf_unknown__()
        if self.return_state:
            return __gf_unknown_tensor__((sequences,))
        return __gf_tensor__(sequences, result)


def _initial_states(cell):
    size = cell.state_size
    if isinstance(size, (list, tuple)):
        return [__gf_tensor__() for _ in size]
    return [__gf_tensor__()]


class layers__StackedRNNCells(Layer):
    _gf_trait = 33

    def __init__(self, cells, **kwargs):
        super().__init__()
        self.cells = cells
        self.state_size = __gf_unknown__()

    def build(self, input_shape=None):
        for cell in self.cells:
            __gf_build_child__(cell)
        self.built = True

    def call(self, inputs, states=None, training=None, **kwargs):
        for cell in self.cells:
            inputs = cell(inputs, _initial_states(cell))[0]
        return inputs, __gf_unknown__()


class layers__LSTMCell(_Weighted):
    _gf_trait = 33
    state_size = [1, 1]

    def call(self, inputs, states=None, training=False):
        out = __gf_tensor__(inputs, states, self.kernel)
        return out, [out, out]


class layers__GRUCell(_Weighted):
    _gf_trait = 33
    state_size = 1

    def call(self, inputs, states=None, training=False):
        out = __gf_tensor__(inputs, states, self.kernel)
        return out, [out]


class layers__SimpleRNNCell(layers__GRUCell):
    pass


class layers__Bidirectional(Layer):
    def __init__(self, layer, merge_mode="concat", weights=None, backward_layer=None, **kwargs):
        super().__init__()
        self.forward_layer = layer

    def build(self, input_shape=None):
        __gf_build_child__(self.forward_layer)
        self.built = True

    def call(self, sequences, initial_state=None, mask=None, training=None):
        return self.forward_layer(sequences)


class layers__TimeDistributed(Layer):
    def __init__(self, layer, **kwargs):
        super().__init__()
        self.layer = layer

    def build(self, input_shape=None):
        __gf_build_child__(self.layer)
        self.built = True

    def call(self, inputs, training=None, mask=None):
        return self.layer(inputs)


class layers__Wrapper(Layer):
    def __init__(self, layer, **kwargs):
        super().__init__()
        self.layer = layer

    def build(self, input_shape=None):
        __gf_build_child__(self.layer)
        self.built = True


class metrics__Metric:
    _gf_trait = 8
    _gf_quiet = True

    def __init__(self, dtype=None, name=None, **kwargs):
        self._gf_state = True

    def __call__(self, *args, **kwargs):
        self.update_state(*args, **kwargs)
        return self.result()

    def add_weight(self, *args, **kwargs):
        return __gf_weight__(self, False, None, None)

    def add_variable(self, *args, **kwargs):
        return __gf_weight__(self, False, None, None)

    def update_state(self, *args, **kwargs):
        __gf_consume__(args)
        return None

    def result(self):
        return __gf_tensor__()

    def reset_state(self):
        return None

    def reset_states(self):
        return None


class UnknownMetric(metrics__Metric):
    def __init__(self, *args, **kwargs):
        self._gf_total = __gf_weight__(None, False, None, None)


class metrics__Mean(UnknownMetric):
    pass


class metrics__Sum(UnknownMetric):
    pass


class losses__Loss:
    _gf_quiet = True

    def __init__(self, name=None, reduction=None, dtype=None, **kwargs):
        return None

    def __call__(self, y_true, y_pred, sample_weight=None):
        return self.call(y_true, y_pred)

    def call(self, y_true, y_pred):
        __gf_consume__((y_true, y_pred))
        return __gf_tensor__(y_true, y_pred)


class UnknownLoss(losses__Loss):
    pass


class losses__MeanSquaredError(losses__Loss):
    pass


class losses__BinaryCrossentropy(losses__Loss):
    pass


class losses__CategoricalCrossentropy(losses__Loss):
    pass


class losses__SparseCategoricalCrossentropy(losses__Loss):
    pass


class UnknownOptimizer:
    _gf_trait = 16

    def __init__(self, *args, **kwargs):
        if _KERAS3:
            if __gf_kind__(kwargs, "lr"):
                __gf_tell__("removed", self, "lr", "this raises ValueError; use `learning_rate=`")
                raise ValueError
            if __gf_kind__(kwargs, "decay"):
                __gf_tell__("removed", self, "decay", "it is ignored; use a schedule as `learning_rate`")
        __gf_tell__("made", self)
        self.iterations = __gf_weight__(None, False, None, None)
        self.learning_rate = __gf_unknown__()
        self._gf_slots = False

    def apply_gradients(self, grads_and_vars, *args, **kwargs):
        __gf_consume__(grads_and_vars)
        __gf_apply__(self, grads_and_vars)
        self._gf_prepare()
        return None

    def apply(self, grads, trainable_variables=None):
        __gf_consume__(grads)
        if trainable_variables is not None:
            __gf_apply__(self, zip(grads, trainable_variables))
        self._gf_prepare()
        return None

    def minimize(self, loss, var_list=None, tape=None):
        return None

    def build(self, variables):
        __gf_apply__(self, None)
        self._gf_prepare()

    def _gf_prepare(self):
        if self._gf_slots is False:
            self._gf_slots = True
            __gf_weight__(None, False, None, None)
        return None


class optimizers__Optimizer(UnknownOptimizer):
    pass


class optimizers__SGD(UnknownOptimizer):
    def __init__(self, learning_rate=0.01, momentum=0.0, *args, **kwargs):
        super().__init__(*args, **kwargs)
        if momentum == 0.0:
            self._gf_slots = _KERAS3


class optimizers__Adam(UnknownOptimizer):
    pass


class optimizers__RMSprop(UnknownOptimizer):
    pass


class optimizers__AdamW(UnknownOptimizer):
    pass


class regularizers__Regularizer:
    def __call__(self, x):
        return __gf_tensor__(x)


class regularizers__L1(regularizers__Regularizer):
    def __init__(self, *args, **kwargs):
        return None


regularizers__L2 = regularizers__L1
regularizers__L1L2 = regularizers__L1
regularizers__l2 = regularizers__L1
regularizers__l1 = regularizers__L1


def Variable(initializer=None, *args, **kwargs):
    return __gf_weight__(None, True, None, initializer)
