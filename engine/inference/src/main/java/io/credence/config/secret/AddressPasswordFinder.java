package io.credence.config.secret;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finder of passwords within addresses: before the host, and in parameters named as credentials. */
public final class AddressPasswordFinder {

    static final String HIDDEN = "***";

    /**
     * Pattern of the user's password before the host, up to the last {@code @} of the word. A password may contain
     * slashes and more of these signs. Digits and a slash after a host are its port, except in S3, whose buckets have
     * none. In addresses of web pages, a user without a password is a token and matches; the container of
     * {@code abfss://container@account} does not.
     */
    private static final Pattern USER = Pattern.compile(
            "(?<before>\\bs3[an]?://[^/\\s:@\"]*:|\\bhttps?://(?=[^/\\s:@\"]+@)|://[^/\\s:@\"]*:(?!\\d{1,5}(?:[/?#,;)'\"\\s]|$)))(?<password>[^\\s\"]+)@",
            Pattern.CASE_INSENSITIVE);

    private static final Pattern PARAMETER =
            Pattern.compile("(?<before>[?&;#](?<name>[^=&?;#\\s\"/]+)=)(?<password>[^&;\\s\"]*[^&;\\s\"')\\]},])");

    /**
     * Pattern of names of credentials: those that contain one of these words, after separators such as - and _ are
     * dropped.
     */
    private static final Pattern TELLING = Pattern.compile(
            "pass(word|wd|phrase|code)|pwd|secret|token|signature|credential|bearer|(access|api|account|shared|private|session|auth|subscription|storage|encryption|master)key");

    /** Names of credentials that must match entirely, after separators are dropped. */
    private static final List<String> WORDS =
            List.of("sig", "sas", "key", "pass", "pw", "auth", "authorization", "code", "apitoken", "jwt", "hmac");

    private static final Pattern SEPARATOR = Pattern.compile("[-_.\\s]");

    private AddressPasswordFinder() {}

    /** Replaces the passwords in a text by asterisks. */
    public static String mask(String text) {
        if (!text.contains("://")) {
            return text;
        }
        String user = USER.matcher(text).replaceAll("${before}" + Matcher.quoteReplacement(HIDDEN) + "@");
        return PARAMETER
                .matcher(user)
                .replaceAll(found -> Matcher.quoteReplacement(
                        isCredential(found.group(2)) ? found.group(1) + HIDDEN : found.group()));
    }

    /** Lists the passwords in a text, each as it is written and, if that differs, as it is decoded. */
    public static List<String> find(String text) {
        List<String> found = new ArrayList<>();
        if (text.contains("://")) {
            USER.matcher(text).results().forEach(each -> addPassword(found, each.group(2)));
            PARAMETER
                    .matcher(text)
                    .results()
                    .filter(each -> isCredential(each.group(2)))
                    .forEach(each -> addPassword(found, each.group(3)));
        }
        return found;
    }

    private static void addPassword(List<String> found, String password) {
        found.add(password);
        String meant = decode(password);
        if (!meant.equals(password)) {
            found.add(meant);
        }
    }

    private static boolean isCredential(String name) {
        String plain = SEPARATOR.matcher(decode(name)).replaceAll("").toLowerCase(Locale.ROOT);
        return WORDS.contains(plain) || TELLING.matcher(plain).find();
    }

    private static String decode(String text) {
        try {
            return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException malformed) {
            return text;
        }
    }
}
