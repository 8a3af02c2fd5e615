from .basket import Basket
from .trade import buy, sell
