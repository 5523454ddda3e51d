package io.credence.spark.row;

import java.io.Serializable;

/**
 * Reason why a row cannot be used.
 *
 * @param kind rule that it breaks
 * @param column name of the column, or "" for the whole row
 * @param required requirement of the rule
 * @param found cell or number of the row
 */
public record Fault(FaultKind kind, String column, String required, String found) implements Serializable {

    /** Rule that a row can break. */
    public enum FaultKind {
        MISSING("a cell is missing"),
        NOT_FINITE("a cell is not finite"),
        NOT_A_NUMBER("a cell is not a number"),
        COMMA("a cell is not a number"),
        NOT_A_TIME("a cell is not a date or time"),
        NO_PLACE("a cell gives a row no position in its series"),
        RAGGED("a row is malformed"),
        OPEN_QUOTE("a quote is not closed"),
        NOT_TEXT("a line is not text"),
        LABEL("a label is outside the range of the family"),
        COUNTS("successes and trials are not counts"),
        SECOND("a label's second number is out of range"),
        WEIGHT("a weight is out of range"),
        OFFSET("an offset is no logarithm of an exposure"),
        SD("a standard deviation is out of range"),
        VECTOR_SIZE("a vector has the wrong size"),
        UNSEEN("a level was not in the rows of the fit");

        private final String problem;

        FaultKind(String problem) {
            this.problem = problem;
        }

        public String problem() {
            return problem;
        }

        /** Whether a row that breaks it may be left out on request. */
        boolean isSkippable() {
            return this == MISSING
                    || this == NOT_FINITE
                    || this == NOT_A_NUMBER
                    || this == COMMA
                    || this == NOT_A_TIME
                    || this == NO_PLACE;
        }
    }
}
