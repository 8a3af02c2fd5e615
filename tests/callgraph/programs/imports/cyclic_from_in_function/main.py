from alpha import start

start()
