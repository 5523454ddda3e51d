package io.credence.config.secret;

import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Secrets that messages and results must not show: values of environment variables, and passwords within addresses.
 *
 * @param variables environment variables that a configuration takes values from
 * @param passwords passwords of the addresses that a configuration has, wherever they stand: file systems take
 *     addresses apart before they report them
 */
public record Redaction(List<Variable> variables, List<String> passwords) {

    /** Pattern of values that are not redacted, since many texts contain them, such as short numbers. */
    private static final Pattern PLAIN = Pattern.compile("[-+.\\d]{1,7}|true|false|null|auto");

    /** Redaction without a configuration, which still removes passwords of addresses. */
    public static final Redaction PASSWORDS = new Redaction(List.of(), List.of());

    public Redaction {
        variables = variables.stream()
                .sorted(Comparator.<Variable>comparingInt(
                                variable -> variable.value().length())
                        .reversed()
                        .thenComparing(Variable::name))
                .toList();
        // The parts between slashes too: of s3a://key:a/b@bucket Hadoop reports the host key:a and the file b@bucket.
        passwords = passwords.stream()
                .flatMap(password -> Stream.concat(Stream.of(password), Stream.of(password.split("/"))))
                .filter(Redaction::isDistinctive)
                .distinct()
                .sorted(Comparator.comparingInt(String::length).reversed())
                .toList();
    }

    /** Environment variable with its value. */
    public record Variable(String name, String value) {

        /** Text that stands for the secret value, as a configuration refers to it. */
        public String substitution() {
            return "${" + name + "}";
        }

        @Override
        public String toString() {
            return substitution();
        }
    }

    /** Whether a value is distinctive enough to be redacted. A seed of 1 is not. */
    private static boolean isDistinctive(String value) {
        return value.length() >= 4 && !PLAIN.matcher(value).matches();
    }

    /** Replaces the secrets in a text. */
    public String redact(String text) {
        String redacted = text;
        for (Variable variable : variables) {
            if (isDistinctive(variable.value())) {
                redacted = redacted.replace(variable.value(), variable.substitution());
            }
        }
        redacted = AddressPasswordFinder.mask(redacted);
        for (String password : passwords) {
            redacted = redacted.replace(password, AddressPasswordFinder.HIDDEN);
        }
        return redacted;
    }
}
