package io.credence.autodiff;

import java.util.Arrays;

/** Sequence of instructions: operation, slot of the result, slots of the arguments. */
final class InstructionList {

    /** Code in place of an operation for an instruction that hands out a result. */
    static final int STORE = -1;

    private int size;
    private int[] words = new int[64];

    int size() {
        return size;
    }

    void add(int operation, int result, int a, int b) {
        int at = 4 * size++;
        if (at == words.length) {
            words = Arrays.copyOf(words, 2 * at);
        }
        words[at] = operation;
        words[at + 1] = result;
        words[at + 2] = a;
        words[at + 3] = b;
    }

    int operation(int k) {
        return words[4 * k];
    }

    int resultSlot(int k) {
        return words[4 * k + 1];
    }

    int firstSlot(int k) {
        return words[4 * k + 2];
    }

    int secondSlot(int k) {
        return words[4 * k + 3];
    }
}
