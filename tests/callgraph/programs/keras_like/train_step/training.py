class Model:
    def __init__(self):
        self.history = []

    def __call__(self, *args, **kwargs):
        return self.call(*args, **kwargs)

    def fit(self, data, epochs=1, callbacks=()):
        for epoch in range(epochs):
            for item in data:
                self.history.append(self.train_step(item))
            for callback in callbacks:
                callback.on_epoch_end(epoch)
        return self

    def predict(self, data):
        return [self.predict_step(item) for item in data]

    def predict_step(self, item):
        return self(item)
