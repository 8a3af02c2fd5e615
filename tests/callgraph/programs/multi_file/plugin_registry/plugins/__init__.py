from . import cut, join
