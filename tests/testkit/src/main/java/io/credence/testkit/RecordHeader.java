package io.credence.testkit;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Header of a record in a source.
 *
 * @param components number of its components
 */
public record RecordHeader(String name, int components) {

    private static final Pattern BEGIN = Pattern.compile("\\brecord (\\w+)(?:<[^(]*>)?\\s*\\(");

    /** Finds the records of a source, nested ones too. */
    public static List<RecordHeader> in(String source) {
        List<RecordHeader> all = new ArrayList<>();
        Matcher begin = BEGIN.matcher(source);
        while (begin.find()) {
            all.add(new RecordHeader(begin.group(1), count(source, begin.end())));
        }
        return all;
    }

    /** Counts the components between a parenthesis and the one that closes it. */
    private static int count(String source, int from) {
        int depth = 1;
        int commas = 0;
        boolean isEmpty = true;
        for (int at = from; depth > 0; at++) {
            char c = source.charAt(at);
            depth += c == '(' || c == '<' ? 1 : c == ')' || c == '>' ? -1 : 0;
            commas += c == ',' && depth == 1 ? 1 : 0;
            isEmpty &= Character.isWhitespace(c) || depth == 0;
        }
        return isEmpty ? 0 : commas + 1;
    }
}
