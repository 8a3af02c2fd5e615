class A(Exception):
    def hint(self):
        return "a"


class B(Exception):
    def remedy(self):
        return "b"


def throw(kind):
    raise kind()


def run(kind):
    try:
        throw(kind)
    except A as error:
        return error.hint()
    except (B, KeyError) as error:
        return last(error)


def last(error):
    return error.remedy()


run(A)
run(B)
