package io.credence.token;

import io.credence.token.Token.TokenKind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Tokens of R's notation, for formulas and expressions. A name may stand between backticks, where a backtick of its own
 * is written twice, as in Spark SQL.
 */
public final class Tokenizer {

    private static final String WORDS = "(?<number>(?:\\d+\\.?\\d*|\\.\\d+)(?:[eE][+-]?\\d+)?)"
            + "|(?<name>[\\p{L}.][\\p{L}\\p{N}._]*)|`(?<quoted>(?:[^`]++|``)++)`"
            + "|\"(?<double>[^\"]*)\"|'(?<single>[^']*)'";

    private final Pattern pattern;

    private Tokenizer(Pattern pattern) {
        this.pattern = pattern;
    }

    /** A tokenizer that knows some operators, of which the longest that fits is read. */
    public static Tokenizer of(String... operators) {
        String known = Arrays.stream(operators)
                .sorted(Comparator.comparingInt(String::length).reversed())
                .map(Pattern::quote)
                .collect(Collectors.joining("|"));
        return new Tokenizer(Pattern.compile("\\s*(?:" + WORDS + "|(?<operator>" + known + "))"));
    }

    /**
     * Tokens of a text up to what cannot be read.
     *
     * @param tokens tokens in their order; the last is of the kind {@link TokenKind#END}
     * @param unread what cannot be read, from there to the end of the text; empty where all was read
     */
    public record TokenizedText(List<Token> tokens, String unread) {}

    /** Splits a text into tokens. The operator {@code **} is read as {@code ^}. */
    public TokenizedText split(String text) {
        List<Token> tokens = new ArrayList<>();
        int end = text.stripTrailing().length();
        Matcher matcher = pattern.matcher(text);
        int at = 0;
        while (at < end && matcher.region(at, end).lookingAt()) {
            tokens.add(toToken(matcher));
            at = matcher.end();
        }
        tokens.add(new Token(TokenKind.END, "its end", end, end));
        return new TokenizedText(tokens, at < end ? text.substring(at).strip() : "");
    }

    private static Token toToken(Matcher matcher) {
        if (matcher.group("number") != null) {
            return token(TokenKind.NUMBER, matcher.group("number"), matcher, "number");
        } else if (matcher.group("name") != null) {
            return token(TokenKind.NAME, matcher.group("name"), matcher, "name");
        } else if (matcher.group("quoted") != null) {
            String name = matcher.group("quoted").replace("``", "`");
            return new Token(TokenKind.QUOTED_NAME, name, matcher.start("quoted") - 1, matcher.end());
        } else if (matcher.group("operator") != null) {
            String operator = matcher.group("operator");
            return token(TokenKind.OPERATOR, operator.equals("**") ? "^" : operator, matcher, "operator");
        }
        String group = matcher.group("double") == null ? "single" : "double";
        return new Token(TokenKind.WORD, matcher.group(group), matcher.start(group) - 1, matcher.end());
    }

    private static Token token(TokenKind kind, String text, Matcher matcher, String group) {
        return new Token(kind, text, matcher.start(group), matcher.end());
    }
}
