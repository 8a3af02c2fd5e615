from base import Base as _Base


class Client(_Base):
    def send(self):
        return self.encode()
