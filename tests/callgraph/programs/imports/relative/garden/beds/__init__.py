from . import soil
