package io.credence.expression;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.expression.ExpressionNames.Role;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ParsedExpressionTest {

    private static final List<String> PARAMETERS = List.of("mu", "sigma");
    private static final List<String> COLUMNS = List.of("time", "status", "ph.ecog", "a column");
    private static final double[] ROW = {7, 2, 0.5, 11};
    private static final double[] VALUES = {3, 2};
    private static final double LABEL = 5;

    private static ParsedExpression density(String text) {
        return ParsedExpression.of(text, new ExpressionNames(Role.DENSITY, PARAMETERS, COLUMNS));
    }

    private static double value(String text) {
        return density(text).evaluate(ROW, LABEL, VALUES);
    }

    /** As R evaluates them, y = 5, mu = 3, sigma = 2, time = 7, status = 2, ph.ecog = 0.5, `a column` = 11. */
    @ParameterizedTest
    @CsvSource(delimiter = ';', textBlock = """
            1 + 2 * mu - 4 / sigma          ; 5
            -mu ^ 2                         ; -9
            2 ^ -1 + 2 ^ 3 ^ 2              ; 512.5
            (1 - 2 - 3) * 2 ** 3            ; -32
            8 / 2 / 2 * 3                   ; 6
            --mu + +sigma                   ; 5
            y - `a column` + ph.ecog        ; -5.5
            1e-2 + .5 + 3.                  ; 3.51
            if(status == 2, time, mu)       ; 7
            if(status != 2 | time > 6 & !(time >= 7), 1, mu)         ; 3
            if(!time < 6 && status <= 2, sigma, 0)                   ; 2
            ifelse(time < 6 || y == 5, sigma, 0)                     ; 2
            if(status == 1, log(0), if(y > 4, 1, 2)) ; 1
            max(mu, sigma, 9) - min(y, 2, mu)        ; 7
            log(exp(mu)) + sqrt(sigma * 2) + abs(-1) ; 6
            log1p(0) + expm1(0) + erf(0) + logit(0.5) + digamma(1) + 0.5772156649015329 ; 0
            lgamma(mu + 1)                  ; 1.791759469228055
            lbeta(mu, sigma)                ; -2.4849066497880004
            normal_cdf(0) * inv_logit(0)    ; 0.25
            exp(log_normal_cdf(0) + softplus(0)) ; 1
            exp(log_sum_exp(log(mu), log(sigma), 0)) ; 6
            exp(log_mix(0.25, log(mu), log(7)))      ; 6
            pi                              ; 3.141592653589793
            """)
    void values_areThoseOfR(String text, double expected) {
        assertEquals(expected, value(text), 1e-14);
    }

    /** Texts that cannot be, each with words that its message has. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            mu +                        | a column, a parameter, a number or a function
                                        | its end
            mu sigma                    | an operator or its end
            (mu                         | ")"
            mu)                         | an operator or its end
            exp(mu, )                   | a column, a parameter
            mu $ sigma                  | names, numbers, functions
            `mu                         | two backticks
            "text" + mu                 | text where a number must be
            1e999                       | too large a number
            y = mu                      | == where two numbers
            time < y < 3                | two comparisons joined by &
            sgima * 2                   | did you mean sigma?
            tmie                        | did you mean time?
            x9876                       | a parameter (mu, sigma), a column or y
            foo(mu)                     | a function that is not known
            exo(mu)                     | did you mean exp?
            normal_lpdf(y, mu, sigma)   | did you mean gaussian_lpdf?
            gausian_lpdf(y, mu, sigma)  | did you mean gaussian_lpdf?
            poisson_lpdf(y, mu)         | did you mean poisson_lpmf?
            negbinomial_lpmf(y, mu, sigma) | did you mean negative_binomial_lpmf?
            gaussian_lpdf(y, mu)        | required gaussian_lpdf(y, mu, sigma)
            max(mu)                     | required max(a, b, ...)
            exp()                       | required exp(x)
            if(mu)                      | if(condition, a, b)
            if(mu > 0, 1, 2)            | a condition that depends on a parameter
            if(mu > 0, 1, 2)            | max(a, b), min(a, b), softplus(x) or log_mix(w, a, b)
            if(time, 1, 2)              | time > 0
            (time > 2) * mu             | if(time > 2, 1, 0)
            time > 2                    | a condition where a number must be
            !mu                         | a number where a condition must be
            time & 1                    | a number where a condition must be
            poisson_lpmf(mu, sigma)     | a parameter where only data can be
            uniform_lpdf(y, mu, 3)      | data lower, data upper
            normal()                    | a random number
            mu[1]                       | names, numbers, functions
            mu$x                        | names, numbers, functions
            mu := 3                     | names, numbers, functions
            """)
    void errors_sayWhatIsRequired(String text, String words) {
        String message = assertThrows(ExpressionException.class, () -> density(text == null ? "" : text))
                .getMessage();
        assertTrue(message.contains(words), message);
        assertTrue(message.startsWith("the expression ") && message.contains(": required "), message);
    }

    @Test
    void longAndDeepTexts_areRefusedAtOnce() {
        List<String> texts = List.of(
                "mu" + " + mu".repeat(20_000),
                "(".repeat(100_000),
                "(".repeat(4_000) + "mu" + ")".repeat(4_000),
                "-".repeat(9_000) + "mu",
                "if(" + "!".repeat(9_000) + "(time > 2), 1, 2)",
                "exp(".repeat(2_000) + "mu" + ")".repeat(2_000),
                "2^".repeat(4_000) + "mu",
                "`" + "``".repeat(4_900) + "`",
                "if(time > 1, ".repeat(700) + "mu" + ", 1)".repeat(700));
        for (String text : texts) {
            assertTimeoutPreemptively(
                    Duration.ofSeconds(10), () -> assertThrows(ExpressionException.class, () -> density(text)));
        }
    }

    @Test
    void longTextsWithinTheBounds_areEvaluated() {
        assertEquals(3 * 1_500, value("mu" + " + mu".repeat(1_499)), 1e-9);
        assertEquals(3, value("(".repeat(90) + "mu" + ")".repeat(90)), 1e-15);
        assertEquals(3, value("-".repeat(90) + "mu"), 1e-15);
    }

    @Test
    void names_areFoundWithoutFunctions() {
        assertEquals(
                List.of("status", "y", "a column", "mu"),
                List.copyOf(ParsedExpression.namesIn("if(status == 2, exp(y), `a column` * mu) + status")));
    }

    @Test
    void partThatIsNotFinite_isShownWithItsNames() {
        ParsedExpression expression = density("if(status == 2, time * log(mu - 2 * sigma + ph.ecog), 0) + log(y)");
        ParsedExpression.NonFinitePart part =
                expression.findNonFinite(ROW, LABEL, VALUES).orElseThrow();
        assertEquals(
                "log(mu - 2 * sigma + ph.ecog) is NaN where mu = 3.0, sigma = 2.0, ph.ecog = 0.5", part.description());
        assertTrue(expression.findNonFinite(ROW, LABEL, new double[] {9, 1}).isEmpty());
        assertEquals(
                "poisson_lpmf(ph.ecog, mu) is -Infinity where ph.ecog = 0.5, mu = 3.0",
                density("poisson_lpmf(ph.ecog, mu)")
                        .findNonFinite(ROW, LABEL, VALUES)
                        .orElseThrow()
                        .description());
    }

    @Test
    void draws_repeatByAddress() {
        ExpressionNames names = new ExpressionNames(Role.DRAW, PARAMETERS, COLUMNS);
        ParsedExpression draw = ParsedExpression.of(
                "if(uniform() < 0.3, 0, mu + sigma * normal()) + exponential() + gamma(sigma) + poisson(mu)", names);
        double[] drawn = new double[20_000];
        double sum = 0;
        for (int k = 0; k < drawn.length; k++) {
            drawn[k] = draw.draw(ROW, VALUES, k);
            sum += drawn[k];
        }
        assertEquals(drawn[7], draw.draw(ROW, VALUES, 7));
        assertNotEquals(drawn[7], drawn[8]);
        assertEquals(0.7 * 3 + 1 + 2 + 3, sum / drawn.length, 0.1);
        assertNotEquals(0, ParsedExpression.of("normal() - normal()", names).draw(ROW, VALUES, 7));
    }

    @Test
    void response_isNotKnownWhereItIsPredicted() {
        for (Role role : List.of(Role.MEAN, Role.DRAW)) {
            ExpressionNames names = new ExpressionNames(role, PARAMETERS, COLUMNS);
            String message = assertThrows(ExpressionException.class, () -> ParsedExpression.of("y + mu", names))
                    .getMessage();
            assertTrue(message.contains("the response, which it is to predict"), message);
            assertEquals(2, ParsedExpression.of("if(mu > 2, sigma, 0)", names).evaluate(ROW, Double.NaN, VALUES));
        }
    }

    @Test
    void names_haveOneMeaning() {
        assertThrows(
                ExpressionException.class, () -> new ExpressionNames(Role.DENSITY, List.of("a"), List.of("a", "b")));
        assertThrows(ExpressionException.class, () -> new ExpressionNames(Role.DENSITY, List.of("y"), List.of()));
    }

    @Test
    void expression_isSentAsItsText() throws IOException, ClassNotFoundException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(density("gaussian_lpdf(y, mu + time, sigma)"));
        }
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
            ParsedExpression read = (ParsedExpression) in.readObject();
            assertEquals(value("gaussian_lpdf(y, mu + time, sigma)"), read.evaluate(ROW, LABEL, VALUES));
        }
    }

    @Test
    void functions_describeThemselves() {
        for (ExpressionFunction function : ParsedExpression.functions()) {
            assertFalse(function.help().isBlank());
            assertTrue(function.signature().startsWith(function.name() + "("));
        }
        assertEquals(
                ParsedExpression.functions().size(),
                ParsedExpression.functions().stream()
                        .map(ExpressionFunction::name)
                        .distinct()
                        .count());
    }

    @Test
    void dependence_isKnown() {
        assertFalse(density("log(time) - y").dependsOnParameters());
        assertTrue(density("log(time) - y * sigma").dependsOnParameters());
    }
}
