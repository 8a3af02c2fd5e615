class Safe:
    def open(self):
        return self.__turn()

    def __turn(self):
        return 1


class Vault(Safe):
    def __turn(self):
        return 2

    def force(self):
        return self.__turn()


def use():
    vault = Vault()
    return vault.open() + vault.force()


use()
