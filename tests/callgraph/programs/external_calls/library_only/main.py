import math
import os.path


def area(r):
    return math.pi * math.pow(r, 2)


def base(path):
    return os.path.basename(path)


area(1)
base("a/b")
