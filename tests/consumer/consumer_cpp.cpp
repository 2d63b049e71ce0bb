// SPDX-License-Identifier: MIT
#include "consumer.h"

int main(int argument_count, char **arguments) {
    return consume(argument_count, arguments);
}
