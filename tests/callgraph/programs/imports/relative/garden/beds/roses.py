from . import soil
from .. import water
from ..water import pour as splash
from .soil import dig


def plant():
    soil.dig()
    dig()
    water.pour()
    return splash()
