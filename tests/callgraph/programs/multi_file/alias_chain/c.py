import b

run = b.second
