def by_length(word):
    return len(word)


def by_last(word):
    return word[-1]


def order(words):
    return sorted(words, key=by_length)


def order_in_place(words):
    words.sort(key=by_last)
    return words


order(["bb", "a"])
order_in_place(["xb", "ya"])
