from .routing import route
from .server import serve
