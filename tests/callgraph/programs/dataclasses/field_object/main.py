from dataclasses import dataclass


@dataclass
class Motor:
    power: int

    def spin(self):
        return self.power


@dataclass
class Car:
    motor: Motor

    def drive(self):
        return self.motor.spin()


def trip():
    return Car(Motor(3)).drive()


trip()
