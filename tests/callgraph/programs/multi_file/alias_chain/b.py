from a import original as second
