package io.credence.report.page;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.credence.report.page.ReportPage.FileTexts;
import io.credence.result.SavedPosterior;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.function.Consumer;

/** What fits of {@code conf/data/labour.csv} left behind, as {@code engine/docs/report.md} describes. */
final class SavedFits {

    /** A logistic regression that is converged and reliable. */
    static final String RELIABLE = "labour";
    /** The same by a posterior without correlations. */
    static final String DOUBTFUL = "diagonal";
    /** Counts, with a formula, contrasts and a dispersion. */
    static final String COUNTS = "children";

    /** Ordered classes, by draws. */
    static final String CLASSES = "ordinal";

    private static final ObjectMapper MAPPER = new ObjectMapper();

    private SavedFits() {}

    static ObjectNode posterior(String fit) {
        try {
            return (ObjectNode) MAPPER.readTree(text(fit, "posterior.json"));
        } catch (IOException malformed) {
            throw new UncheckedIOException(malformed);
        }
    }

    static String page(String fit) {
        return page(fit, posterior -> {});
    }

    /** The page of a fit whose result was changed. */
    static String page(String fit, Consumer<ObjectNode> change) {
        return page(fit, change, "");
    }

    /** The same with a table of effects. */
    static String page(String fit, Consumer<ObjectNode> change, String effects) {
        ObjectNode posterior = posterior(fit);
        posterior.remove("digest");
        change.accept(posterior);
        SavedPosterior saved = SavedPosterior.parse(posterior.toString());
        return ReportPage.render(
                saved,
                saved.findings().kindSections(),
                () -> {
                    throw new IllegalStateException("the covariance stands in posterior.json");
                },
                new FileTexts(text(fit, "trace.jsonl"), text(fit, "log.txt"), effects));
    }

    /** Adds a family among those that the posterior was chosen from. */
    static void addTried(ObjectNode posterior, String family, String status, double khat, boolean reliable) {
        ((ObjectNode) posterior.path("posterior"))
                .withArray("tried")
                .addObject()
                .put("family", family)
                .put("converged", status.equals("converged"))
                .put("status", status)
                .put("elbo", -427.1234)
                .put("khat", khat)
                .put("weightSpread", 1.5)
                .put("reliable", reliable);
    }

    static String text(String fit, String file) {
        try (InputStream in =
                Objects.requireNonNull(SavedFits.class.getResourceAsStream(fit + "/" + file), fit + "/" + file)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
