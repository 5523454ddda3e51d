package io.credence.config;

import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What must not stand in clear in messages and results: what environment variables hold, and passwords within addresses.
 *
 * @param variables those that a configuration takes values from
 */
public record Redaction(List<Variable> variables) {

    /** Without variables; passwords are left out all the same. */
    public static final Redaction PASSWORDS = new Redaction(List.of());

    private static final String HIDDEN = "***";
    private static final Pattern PASSWORD = Pattern.compile("(?<=://)([^/\\s:@]*):[^/\\s@]+@");
    private static final Pattern PARAMETER = Pattern.compile(
            "([?&;][^=&?;\\s]*(?:password|passwd|secret|token|signature|sig|accesskey|apikey)[^=&?;\\s]*=)[^&;\\s\"')]+",
            Pattern.CASE_INSENSITIVE);

    public Redaction {
        variables = variables.stream()
                .sorted(Comparator.<Variable>comparingInt(
                                variable -> variable.value().length())
                        .reversed()
                        .thenComparing(Variable::name))
                .toList();
    }

    /** An environment variable. */
    public record Variable(String name, String value) {

        /** What stands for it. */
        public String shown() {
            return "${" + name + "}";
        }

        /** Whether its value can be distinguished from other words: a seed of 1 cannot. */
        boolean isTelling() {
            return value.length() >= 4 && !value.matches("[-+.\\d]{1,7}|true|false|null|auto");
        }

        @Override
        public String toString() {
            return shown();
        }
    }

    /** The text without them. */
    public String of(String text) {
        String redacted = text;
        for (Variable variable : variables) {
            if (variable.isTelling()) {
                redacted = redacted.replace(variable.value(), variable.shown());
            }
        }
        return withoutPasswords(redacted);
    }

    /** The text without passwords of addresses. */
    static String withoutPasswords(String text) {
        if (!text.contains("://")) {
            return text;
        }
        String user = PASSWORD.matcher(text).replaceAll("$1:" + Matcher.quoteReplacement(HIDDEN) + "@");
        return PARAMETER.matcher(user).replaceAll("$1" + Matcher.quoteReplacement(HIDDEN));
    }
}
