from settings import config
import handlers


def run():
    return config.handler()


config.handler = handlers.text
run()
