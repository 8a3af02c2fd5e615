class Parser:
    def parse(self, line):
        return self.token(line)

    def token(self, line):
        return line
