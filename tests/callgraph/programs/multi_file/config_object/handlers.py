def text():
    return render()


def render():
    return "x"
