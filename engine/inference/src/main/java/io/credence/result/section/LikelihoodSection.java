package io.credence.result.section;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import io.credence.family.law.DispersionPosterior;
import io.credence.kind.DistributionalRequest;
import io.credence.likelihood.EstimatedOption;
import io.credence.likelihood.Likelihood;
import io.credence.summary.FitReport;
import io.credence.summary.FittedModel;
import io.credence.summary.NetworkReport;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Description of a likelihood. Its options stand among the other fields, those that a field names left out.
 *
 * @param family name of the likelihood
 * @param link name of the link function
 * @param loss name of the loss of a row; null for the negative log likelihood
 * @param options options of the likelihood by name, the formulas of its further parameters, and for networks their sizes
 * @param estimated option whose value was estimated from the rows; null where all were given
 * @param dispersionFactor "joint" where the logarithm of the dispersion is the last parameter; null elsewhere
 * @param dispersion known dispersion; NaN where there is none
 * @param classes number of classes; null where labels are no classes
 */
public record LikelihoodSection(
        String family,
        @Nullable String link,
        @Nullable String loss,
        @JsonAnyGetter Map<String, Object> options,
        @Nullable EstimatedSection estimated,
        @Nullable String dispersionFactor,
        double dispersion,
        @Nullable Integer classes)
        implements ModelSection {

    private static final String JOINT = "joint";

    /** Names of the fields that are no options. Jackson before 2.19 writes an option of such a name over the field. */
    private static final Set<String> FIELDS = Arrays.stream(LikelihoodSection.class.getRecordComponents())
            .map(RecordComponent::getName)
            .collect(Collectors.toUnmodifiableSet());

    /** Name of the sizes of networks among the options. */
    private static final String NETWORK = "network";

    /**
     * Option whose value was estimated from the rows.
     *
     * @param option name of the option
     * @param error standard error of its value
     */
    public record EstimatedSection(String option, double error) {

        public EstimatedSection {
            Refusal.requirePositive("error", error);
        }
    }

    public LikelihoodSection {
        options = new LinkedHashMap<>(options);
        options.keySet().removeAll(FIELDS);
        if (!Double.isNaN(dispersion)) {
            Refusal.requirePositive("dispersion", dispersion);
        }
        if (classes != null && classes < 0) {
            throw Refusal.of("classes is out of range", "a whole number from 0", classes);
        }
    }

    static LikelihoodSection of(FitReport report) {
        FittedModel fitted = report.model();
        EstimatedOption estimated = fitted.estimatedOption();
        boolean joint = fitted.hasJointDispersion();
        DispersionPosterior scale = report.result().dispersion();
        int classes = report.data().classes().count();
        DistributionalRequest formulas = report.config().model().request(DistributionalRequest.class);
        Map<String, Object> options = finiteOptions(fitted);
        if (formulas != null) {
            options.put(
                    FormulasSection.NAME, FormulasSection.of(report, formulas).toMap());
        }
        return new LikelihoodSection(
                fitted.name(),
                fitted.link(),
                report.config().objective().isLogLikelihoodLoss()
                        ? null
                        : report.config().objective().loss().name(),
                options,
                estimated == null ? null : new EstimatedSection(estimated.name(), estimated.standardError()),
                joint ? JOINT : null,
                !joint && scale instanceof DispersionPosterior.Known known && fitted.dispersionName() != null
                        ? known.value()
                        : Double.NaN,
                classes > 0 ? classes : null);
    }

    /** Options of the family. An infinite value, which JSON cannot hold, is the default and left out. */
    private static Map<String, Object> finiteOptions(FittedModel fitted) {
        Map<String, Object> finite = new LinkedHashMap<>(fitted.options().all());
        finite.values().removeIf(value -> value instanceof Double number && !Double.isFinite(number));
        return finite;
    }

    static LikelihoodSection of(NetworkReport report) {
        Likelihood likelihood = report.trained().likelihood();
        return new LikelihoodSection(
                likelihood.name(),
                likelihood.link(),
                null,
                Map.of(NETWORK, report.trained().sizesByKey()),
                null,
                null,
                Double.NaN,
                likelihood.classCount() > 0 ? likelihood.classCount() : null);
    }

    @Override
    public String name() {
        return family;
    }

    /** Whether the logarithm of the dispersion is the last parameter. */
    public boolean hasJointDispersion() {
        return JOINT.equals(dispersionFactor);
    }
}
