package io.credence.result;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.credence.family.law.DispersionPosterior;
import io.credence.likelihood.EstimatedOption;
import io.credence.likelihood.Likelihood;
import io.credence.likelihood.choice.LikelihoodPart;
import io.credence.part.Catalogue;
import io.credence.part.Option;
import io.credence.part.OptionValues;
import io.credence.summary.FitReport;
import io.credence.summary.FittedModel;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reader and writer of the section {@code model} of a result: a likelihood with its options, or a user's class. */
public final class ModelSection {

    private static final ObjectMapper MAPPER = new ObjectMapper();

    private static final String ESTIMATED = "estimated";
    private static final String OPTION = "option";
    private static final String ERROR = "error";

    private final JsonCursor written;
    private final Catalogue<LikelihoodPart> known;

    /**
     * Creates the reader of a section.
     *
     * @param known catalogue of the likelihoods that the model may have
     */
    ModelSection(JsonCursor written, Catalogue<LikelihoodPart> known) {
        this.written = written;
        this.known = known;
    }

    static void write(ObjectNode model, FitReport report, JsonNode options) {
        FittedModel fitted = report.model();
        if (fitted.link() == null) {
            model.put("class", fitted.name());
            ObjectNode written = model.putObject("options");
            report.config()
                    .model()
                    .options()
                    .keySet()
                    .forEach(name -> written.put(name, options.path(name).asText()));
            fitted.featureNames().forEach(model.putArray("columns")::add);
            return;
        }
        model.put("family", fitted.name()).put("link", fitted.link());
        if (!report.config().objective().isLogLikelihoodLoss()) {
            model.put("loss", report.config().objective().loss().name());
        }
        writeOptions(model, fitted.options());
        EstimatedOption estimated = fitted.estimatedOption();
        if (estimated != null) {
            model.putObject(ESTIMATED).put(OPTION, estimated.name()).put(ERROR, estimated.standardError());
        }
        DispersionPosterior scale = report.result().dispersion();
        if (fitted.hasJointDispersion()) {
            model.put("dispersionFactor", "joint");
        } else if (scale instanceof DispersionPosterior.Known known && fitted.dispersionName() != null) {
            model.put("dispersion", known.value());
        }
        if (report.data().classCount() > 0) {
            model.put("classes", report.data().classCount());
        }
    }

    /** Writes the options of a family. An infinite value, which JSON cannot hold, is the default and left out. */
    private static void writeOptions(ObjectNode model, OptionValues values) {
        values.all().forEach((name, value) -> {
            if (!(value instanceof Double number) || Double.isFinite(number)) {
                model.set(name, MAPPER.valueToTree(value));
            }
        });
    }

    /** Name of the user's class that was fitted; empty for a family. */
    public Optional<String> className() {
        return Optional.ofNullable(written.child("class").optionalText());
    }

    /** Names of the features from which the class made its parameters; empty where the file has none. */
    public List<String> featureNames() {
        JsonCursor columns = written.child("columns");
        return columns.isPresent() ? columns.texts() : List.of();
    }

    /** Whether the logarithm of the dispersion is the last of {@link SavedPosterior#names()}. */
    public boolean hasJointDispersion() {
        return written.child("dispersionFactor").text("").equals("joint");
    }

    /** Name of the likelihood. */
    public String family() {
        return written.child("family").text("");
    }

    /** Name of the link function; null for a class. */
    public @Nullable String link() {
        return written.child("link").optionalText();
    }

    /** Name of the loss of a row; log-likelihood where it is the negative log likelihood. */
    public String loss() {
        return written.child("loss").text("log-likelihood");
    }

    /**
     * Restores the likelihood, with the options of the fit.
     *
     * @throws IllegalArgumentException if the catalogue does not have it, or its options do not fit
     */
    public Likelihood likelihood() {
        return known.named(family()).likelihood(optionValues(known.named(family())), classCount());
    }

    /** Option whose value was estimated from the rows; empty where all were given. */
    public Optional<EstimatedOption> estimatedOption() {
        JsonCursor chosen = written.child(ESTIMATED);
        if (!chosen.isPresent()) {
            return Optional.empty();
        }
        String option = chosen.child(OPTION).text();
        return Optional.of(new EstimatedOption(
                option, written.child(option).number(), chosen.child(ERROR).positiveNumber()));
    }

    /** Refuses an option of any likelihood that has another type or is out of range. */
    void checkOptions() {
        known.parts().forEach(this::optionValues);
    }

    /** Number of classes; 0 where labels are no classes. */
    public int classCount() {
        JsonCursor classes = written.child("classes");
        return classes.isPresent() ? classes.count() : 0;
    }

    /** Values of a likelihood's options, with defaults for those that are not in the section. */
    private OptionValues optionValues(LikelihoodPart part) {
        Map<String, Object> given = new LinkedHashMap<>();
        for (Option option : part.options()) {
            JsonCursor one = written.child(option.name());
            if (one.isPresent()) {
                given.put(option.name(), one.option(option));
            }
        }
        return part.values(given);
    }

    /** Dispersion with a known value; 1 where there is none. */
    DispersionPosterior knownDispersion() {
        JsonCursor dispersion = written.child("dispersion");
        return new DispersionPosterior.Known(dispersion.isPresent() ? dispersion.positiveNumber() : 1);
    }
}
