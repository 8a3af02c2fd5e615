from store import buy, Basket
import store


def shop():
    basket = Basket()
    basket.add(buy())
    return store.sell()


shop()
