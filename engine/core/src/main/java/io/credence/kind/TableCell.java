package io.credence.kind;

/** Cell of a table of a report, as plain data: a text, a number or an interval. */
public sealed interface TableCell permits TableCell.TextCell, TableCell.NumberCell, TableCell.IntervalCell {

    /** Cell in a given form, such as that of a file or a page. */
    <T> T in(Form<T> form);

    /**
     * Form of cells.
     *
     * @param <T> type of a cell in this form
     */
    interface Form<T> {

        /** Form of a text. */
        T ofText(String text);

        /**
         * Form of a number.
         *
         * @param value the number; NaN where it was not computed
         * @param error standard error of the number; NaN where it has none
         */
        T ofNumber(double value, double error);

        /** Form of an interval. */
        T ofInterval(double lower, double upper);
    }

    /** Cell of a text. */
    static TableCell of(String text) {
        return new TextCell(text);
    }

    /** Cell of a number; an empty one for NaN. */
    static TableCell of(double number) {
        return new NumberCell(number, Double.NaN);
    }

    /** Cell of a number with its standard error. */
    static TableCell of(double number, double error) {
        return new NumberCell(number, error);
    }

    /** Cell of an interval. */
    static TableCell ofInterval(double lower, double upper) {
        return new IntervalCell(lower, upper);
    }

    /** Cell of a text. */
    record TextCell(String text) implements TableCell {

        @Override
        public <T> T in(Form<T> form) {
            return form.ofText(text);
        }
    }

    /**
     * Cell of a number.
     *
     * @param value the number; NaN where it was not computed
     * @param error standard error of the number; NaN where it has none
     */
    record NumberCell(double value, double error) implements TableCell {

        @Override
        public <T> T in(Form<T> form) {
            return form.ofNumber(value, error);
        }
    }

    /** Cell of an interval. */
    record IntervalCell(double lower, double upper) implements TableCell {

        @Override
        public <T> T in(Form<T> form) {
            return form.ofInterval(lower, upper);
        }
    }
}
