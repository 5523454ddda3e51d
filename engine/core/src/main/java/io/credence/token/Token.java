package io.credence.token;

/**
 * Word, number or operator of a text.
 *
 * @param text what it says: a name without its backticks, a word without its quotation marks
 * @param start index of its first character
 * @param end index after its last character
 */
public record Token(TokenKind kind, String text, int start, int end) {

    /** Kind of a token. */
    public enum TokenKind {
        NUMBER,
        NAME,
        /** Name between backticks. */
        QUOTED_NAME,
        /** Text between quotation marks. */
        WORD,
        OPERATOR,
        /** End of the text. */
        END
    }

    /** Whether the token is a given operator. */
    public boolean isOperator(String operator) {
        return kind == TokenKind.OPERATOR && text.equals(operator);
    }
}
