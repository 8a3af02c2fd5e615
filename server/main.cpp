#include "server/cli/program.h"

int main(int argc, char** argv) {
  return graphfence::run_program(argc, argv);
}
