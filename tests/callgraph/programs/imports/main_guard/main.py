from job import work


def main():
    return work()


if __name__ == "__main__":
    main()
