package io.credence.token;

import io.credence.token.Token.TokenKind;
import java.util.List;

/** Position in a list of tokens that a parser reads one after the other. Not thread-safe. */
public final class TokenCursor {

    private final List<Token> tokens;
    private int next;

    /**
     * Creates a cursor at the first token.
     *
     * @param tokens tokens of which the last is of the kind {@link TokenKind#END}
     */
    public TokenCursor(List<Token> tokens) {
        this.tokens = tokens;
    }

    /** Next token, which stays the next one. */
    public Token peek() {
        return tokens.get(next);
    }

    /** Token after the next one. */
    public Token peekSecond() {
        return tokens.get(next + 1);
    }

    /** Last token that was taken. */
    public Token last() {
        return tokens.get(next - 1);
    }

    /** Takes the next token. */
    public Token take() {
        return tokens.get(next++);
    }

    /** Gives the last token that was taken back, so that it is the next one. */
    public void giveBack() {
        next--;
    }

    /** Takes the next token if it is a given operator, and returns whether it was. */
    public boolean takeIf(String operator) {
        boolean is = peek().isOperator(operator);
        next += is ? 1 : 0;
        return is;
    }
}
