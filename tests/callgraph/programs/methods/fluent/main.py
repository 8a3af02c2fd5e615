class Query:
    def where(self):
        self.check()
        return self

    def limit(self):
        return self

    def run(self):
        return 1

    def check(self):
        return True


def ask():
    return Query().where().limit().run()


ask()
