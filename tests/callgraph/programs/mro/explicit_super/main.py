class Base:
    def go(self):
        return 1


class Middle(Base):
    def never_go(self):
        return 2


class Low(Middle):
    def go(self):
        return super(Middle, self).go() + super(Low, self).go()


class Named(Base):
    def go(self):
        return Base.go(self)


Low().go()
Named().go()
