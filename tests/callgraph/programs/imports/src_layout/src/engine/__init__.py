from engine.core import start
