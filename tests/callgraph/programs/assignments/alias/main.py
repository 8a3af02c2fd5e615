def sing():
    return "la"


song = sing
tune = song
tune()
