class Config:
    def __init__(self):
        self.handler = None


config = Config()
