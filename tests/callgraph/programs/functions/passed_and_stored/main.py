def job():
    return 1


class Queue:
    def __init__(self):
        self.jobs = []

    def put(self, f):
        self.jobs.append(f)

    def run(self):
        for f in self.jobs:
            f()


queue = Queue()
queue.put(job)
queue.run()
