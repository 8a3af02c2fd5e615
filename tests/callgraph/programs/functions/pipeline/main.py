def strip(text):
    return text.strip()


def lower(text):
    return text.lower()


STEPS = (strip, lower)


def run(text):
    for step in STEPS:
        text = step(text)
    return text


run(" A ")
