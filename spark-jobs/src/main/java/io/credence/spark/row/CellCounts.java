package io.credence.spark.row;

import java.io.Serializable;
import org.apache.spark.unsafe.types.UTF8String;

/**
 * Counts of the cells of a text column, to decide whether it holds numbers, words, or numbers with a few stray cells.
 *
 * <p>A column of which more than nine of ten cells are numbers is one of numbers: to take a slip of the pen for a level
 * makes 61 indicators of an age, without a word; to take a code for a number costs its user one {@code factor(code)}.
 * It is one of codes nevertheless where it is written as codes are. Its numbers begin with a zero (01234), and each
 * other cell has a letter or digits joined by hyphens. Or its numbers are digits alone, as many in each and four at
 * least, and at least two other cells are of letters and digits (A1234). Cells that would be numbers but for a comma
 * (2,5) count as numbers here, which other keys read.
 */
public final class CellCounts implements Serializable {

    private static final long serialVersionUID = 1;

    /**
     * Ratio of numbers to words in a column of numbers: of a hundred cells that are words or numbers fewer than ten are
     * words.
     */
    private static final long NUMBERS_PER_WORD = 9;

    private static final int DIGITS_OF_A_CODE = 4;

    private final char decimal;
    private long numbers;
    private long words;
    private long commas;
    private boolean padded;
    private boolean wordsOfPadded = true;
    private boolean wordsOfCodes = true;
    private boolean sameLength = true;
    private int length;

    /**
     * Creates counts of no cells.
     *
     * @param decimal sign in front of a number's fraction
     */
    public CellCounts(char decimal) {
        this.decimal = decimal;
    }

    /** Counts a cell that is not null. */
    public void add(UTF8String cell) {
        if (Double.isNaN(NumberText.parse(cell, decimal))) {
            addWord(cell.toString().strip());
        } else {
            addNumber(cell);
        }
    }

    private void addNumber(UTF8String cell) {
        numbers++;
        int bytes = cell.numBytes();
        boolean mayBePadded = !padded && bytes > 1 && cell.getByte(0) == '0';
        if (!sameLength && !mayBePadded) {
            return;
        }
        int digits = 0;
        while (digits < bytes && Character.isDigit(cell.getByte(digits))) {
            digits++;
        }
        padded |= mayBePadded && digits == bytes;
        sameLength &= digits == bytes && bytes >= DIGITS_OF_A_CODE && (length == 0 || length == bytes);
        length = bytes;
    }

    private void addWord(String word) {
        words++;
        commas += decimal == '.' && NumberText.hasComma(word) ? 1 : 0;
        if (!wordsOfPadded && !wordsOfCodes) {
            return;
        }
        int letters = 0;
        int digits = 0;
        int hyphens = 0;
        int spaces = 0;
        for (int i = 0; i < word.length(); i++) {
            char c = word.charAt(i);
            letters += Character.isLetter(c) ? 1 : 0;
            digits += Character.isDigit(c) ? 1 : 0;
            hyphens += c == '-' ? 1 : 0;
            spaces += c == ' ' ? 1 : 0;
        }
        boolean joined = digits > 0 && digits + hyphens == word.length() && Character.isDigit(word.charAt(0));
        wordsOfPadded &= letters > 0 || joined;
        wordsOfCodes &= letters > 0 && digits > 0 && letters + digits + hyphens + spaces == word.length();
    }

    /** Adds the counts of another part of the column. */
    public CellCounts merge(CellCounts other) {
        sameLength = sameLength && other.sameLength && (length == 0 || other.length == 0 || length == other.length);
        length = Math.max(length, other.length);
        numbers += other.numbers;
        words += other.words;
        commas += other.commas;
        padded |= other.padded;
        wordsOfPadded &= other.wordsOfPadded;
        wordsOfCodes &= other.wordsOfCodes;
        return this;
    }

    /** Number of cells that are numbers or words. */
    public long count() {
        return numbers + words;
    }

    /** Number of cells that are no numbers. */
    public long wordCount() {
        return words;
    }

    /** Whether there are cells that would be numbers but for a comma. */
    public boolean haveCommas() {
        return commas > 0;
    }

    /** Whether all cells are numbers, though perhaps codes. */
    public boolean areNumbers() {
        return words == 0;
    }

    /** Whether cells are codes by how they are written. */
    public boolean areCodes() {
        return padded && wordsOfPadded || numbers > 0 && sameLength && wordsOfCodes && words >= 2;
    }

    /** Whether all cells but a few are numbers, so that those few should be numbers too. */
    public boolean areNearlyAllNumbers() {
        return words > 0 && numbers + commas > NUMBERS_PER_WORD * (words - commas) && !areCodes();
    }

    /** Whether more cells are numbers than words, though the column may well be one of words. */
    public boolean areMostlyNumbers() {
        return numbers > words && !areCodes();
    }
}
