def beep():
    return 1
