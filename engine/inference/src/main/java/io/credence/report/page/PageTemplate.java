package io.credence.report.page;

import com.samskivert.mustache.Escapers;
import com.samskivert.mustache.Mustache;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.regex.Pattern;

/** Templates of HTML, which escape what they are given. */
final class PageTemplate {

    private static final Pattern CONTROL = Pattern.compile("[\\p{Cntrl}&&[^\\t\\n]]|\\p{Cs}|[\\uFFFE\\uFFFF]");

    private PageTemplate() {}

    /**
     * Text of a template.
     *
     * @param name name of its file
     * @param values values by the names of their components
     */
    static String render(String name, Record values) {
        return Mustache.compiler()
                .emptyStringIsFalse(true)
                .zeroIsFalse(true)
                .withEscaper(text -> Escapers.HTML.escape(CONTROL.matcher(text).replaceAll("\uFFFD")))
                .withLoader(PageTemplate::template)
                .compile(template(name))
                .execute(values);
    }

    private static Reader template(String name) {
        return new InputStreamReader(
                Objects.requireNonNull(PageTemplate.class.getResourceAsStream(name), name), StandardCharsets.UTF_8);
    }
}
