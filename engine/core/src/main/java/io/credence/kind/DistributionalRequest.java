package io.credence.kind;

import io.credence.distributional.DistributionalLaw;
import io.credence.distributional.DistributionalLaws;
import io.credence.distributional.DistributionalModel;
import io.credence.distributional.LawParameter;
import io.credence.family.law.DispersionPosterior.InverseGamma;
import io.credence.likelihood.Likelihood;
import io.credence.likelihood.choice.LikelihoodPart;
import io.credence.model.PredictorModel;
import io.credence.part.Choice;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Request for a likelihood of the catalogue of which further parameters have formulas.
 *
 * @param family likelihood with its options
 * @param dispersion known dispersion; null to estimate it
 * @param formulas formula of each further parameter, by its name
 * @param classes number of classes, as far as it is known; read only where labels are classes
 * @param classNames names of the classes; empty where they are numbers
 * @param dispersionPrior prior of the dispersion; null while rows are not known
 * @param triesFamilies whether other posterior families are tried where a Gaussian is not reliable and rows are few
 */
public record DistributionalRequest(
        Choice<LikelihoodPart> family,
        @Nullable Double dispersion,
        Map<String, String> formulas,
        int classes,
        List<String> classNames,
        @Nullable InverseGamma dispersionPrior,
        boolean triesFamilies)
        implements MultiParameterRequest, Serializable {

    /** Key of the configuration. */
    public static final String KEY = "formulas";

    /**
     * Request for a likelihood.
     *
     * @throws IllegalArgumentException if the likelihood lacks one of the parameters
     */
    public DistributionalRequest {
        Map<String, String> ordered = new LinkedHashMap<>();
        DistributionalLaw law = law(family, dispersion, classes);
        formulas.keySet().forEach(law::further);
        for (LawParameter each : law.parameters()) {
            String formula = formulas.get(each.name());
            if (formula != null) {
                if (each.isDispersion() && dispersion != null) {
                    throw new IllegalArgumentException("model.dispersion is known where " + each.name()
                            + " has a formula: required model.dispersion = estimate, found " + dispersion);
                }
                ordered.put(each.name(), formula);
            }
        }
        formulas = ordered;
        classNames = new ArrayList<>(classNames);
    }

    /** Request before rows are known. */
    public static DistributionalRequest of(
            Choice<LikelihoodPart> family,
            @Nullable Double dispersion,
            Map<String, String> formulas,
            boolean triesFamilies) {
        return new DistributionalRequest(family, dispersion, formulas, 0, List.of(), null, triesFamilies);
    }

    private static DistributionalLaw law(Choice<LikelihoodPart> family, @Nullable Double dispersion, int classes) {
        Likelihood likelihood = family.part().likelihood(family.values(), Math.max(classes, 2));
        DistributionalLaw law = DistributionalLaws.of(likelihood);
        if (law == null) {
            throw new IllegalArgumentException("the family " + family.name()
                    + " has no parameter beside the one of formula: required one of "
                    + String.join(", ", DistributionalLaws.names()) + ", found " + family.name());
        }
        return dispersion == null ? law : law.withDispersion(dispersion);
    }

    /** Law of the responses. */
    public DistributionalLaw law() {
        return law(family, dispersion, classes);
    }

    @Override
    public String identity() {
        return family.name();
    }

    @Override
    public String link() {
        return law().likelihood().link();
    }

    @Override
    public Likelihood likelihood() {
        return law().likelihood();
    }

    @Override
    public String key() {
        return KEY;
    }

    @Override
    public List<PredictedParameter> predicted() {
        List<PredictedParameter> all = new ArrayList<>();
        for (LawParameter each : law().parameters()) {
            if (all.isEmpty() || formulas.containsKey(each.name())) {
                all.add(new PredictedParameter(each.name(), each.link(), formulas.get(each.name()), null));
            }
        }
        return all;
    }

    @Override
    public List<SharedParameter> shared() {
        List<SharedParameter> all = new ArrayList<>();
        law().constants(formulas.keySet()).forEach(each -> all.add(shared(each)));
        int cutpoints = law().likelihood().cutpointCount();
        if (cutpoints > 0) {
            String kind = cutpoints == 1 ? "real" : "ordered";
            all.add(new SharedParameter("cutpoints", new ParameterConstraint(kind, cutpoints, null, null), null));
        }
        return all;
    }

    private SharedParameter shared(LawParameter parameter) {
        return new SharedParameter(
                parameter.name(),
                ParameterConstraint.of(parameter.range()),
                parameter.isDispersion() && dispersionPrior != null
                        ? new DispersionPowerDensity(
                                parameter.dispersionPower(), dispersionPrior.shape(), dispersionPrior.scale())
                        : null);
    }

    /** Whether the likelihood's dispersion is estimated and the same for all rows. */
    public boolean hasEstimatedDispersion() {
        return law().constants(formulas.keySet()).stream().anyMatch(LawParameter::isDispersion);
    }

    @Override
    public DistributionalRequest ofRows(
            int count, List<String> names, Function<Likelihood, InverseGamma> dispersionPriors) {
        DistributionalRequest known =
                new DistributionalRequest(family, dispersion, formulas, count, names, null, triesFamilies);
        return known.hasEstimatedDispersion()
                ? new DistributionalRequest(
                        family,
                        dispersion,
                        formulas,
                        count,
                        names,
                        dispersionPriors.apply(known.likelihood()),
                        triesFamilies)
                : known;
    }

    /** Copy of which no other posterior families are tried. */
    public DistributionalRequest withoutSearch() {
        return new DistributionalRequest(family, dispersion, formulas, classes, classNames, dispersionPrior, false);
    }

    @Override
    public PredictorModel model(List<List<String>> columns) {
        Map<String, List<String>> byName = new LinkedHashMap<>();
        List<PredictedParameter> all = predicted();
        for (int k = 0; k < all.size(); k++) {
            byName.put(all.get(k).name(), Objects.requireNonNull(columns.get(k)));
        }
        return new DistributionalModel(law(), byName, classNames);
    }
}
