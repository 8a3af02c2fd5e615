class Account:
    def __init__(self, owner):
        self.owner = owner
        self.reset()

    def reset(self):
        self.balance = 0

    def pay(self, amount):
        self.balance += amount
        return self.report()

    def report(self):
        return self.balance


account = Account("ann")
account.pay(3)
