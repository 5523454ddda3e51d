package io.credence.expression;

import java.util.List;

/** Condition in an expression: a part that is true or false at a row. */
interface Condition extends Term {

    /** Whether the condition holds at a row and values of the parameters. */
    boolean holds(Evaluation<?> at);

    /** Relation of two numbers. */
    interface Relation {
        boolean holds(double a, double b);
    }

    /** Comparison of two quantities. */
    record Comparison(String text, Quantity left, Relation relation, Quantity right) implements Condition {
        @Override
        public List<Quantity> parts() {
            return List.of(left, right);
        }

        @Override
        public boolean holds(Evaluation<?> at) {
            return relation.holds(at.plainValue(left), at.plainValue(right));
        }
    }

    /** Conjunction of conditions. */
    record All(String text, List<Condition> parts) implements Condition {
        @Override
        public boolean holds(Evaluation<?> at) {
            return parts.stream().allMatch(part -> part.holds(at));
        }
    }

    /** Disjunction of conditions. */
    record Any(String text, List<Condition> parts) implements Condition {
        @Override
        public boolean holds(Evaluation<?> at) {
            return parts.stream().anyMatch(part -> part.holds(at));
        }
    }

    /** Negation of a condition. */
    record Not(String text, Condition part) implements Condition {
        @Override
        public List<Condition> parts() {
            return List.of(part);
        }

        @Override
        public boolean holds(Evaluation<?> at) {
            return !part.holds(at);
        }
    }
}
