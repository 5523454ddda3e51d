package io.credence.distributional;

import io.credence.likelihood.Likelihood;
import io.credence.part.Spelling;
import java.io.Serializable;
import java.util.List;
import java.util.Set;

/**
 * Law of responses in the names of its parameters.
 *
 * @param likelihood likelihood of the catalogue, with its options
 * @param parameters parameters, that of the location first
 * @param density log density of a response, an expression of these parameters; {@code logit_NAME} is a probability's
 *     log odds, and cutpoints are those of the likelihood's model
 * @param refined likelihood at values of the parameters, where these change its options
 */
public record DistributionalLaw(
        Likelihood likelihood, List<LawParameter> parameters, String density, Refinement refined)
        implements Serializable {

    /** Function from a likelihood and values of its law's parameters to the likelihood with these as options. */
    @FunctionalInterface
    interface Refinement extends Serializable {
        Likelihood at(Likelihood likelihood, double[] values);
    }

    public DistributionalLaw {
        parameters = List.copyOf(parameters);
    }

    /** Name of the likelihood. */
    public String name() {
        return likelihood.name();
    }

    /** Parameter of the location, whose formula is that of the response. */
    public LawParameter location() {
        return parameters.get(0);
    }

    /** Names of the parameters that may have formulas beside the location. */
    public List<String> furtherNames() {
        return parameters.stream().skip(1).map(LawParameter::name).toList();
    }

    /** Position of a parameter among all. */
    int indexOf(String parameter) {
        return parameters.stream().map(LawParameter::name).toList().indexOf(parameter);
    }

    /**
     * Finds a parameter that may have a formula beside that of the response.
     *
     * @throws IllegalArgumentException if the law has no such parameter
     */
    public LawParameter further(String parameter) {
        int found = indexOf(parameter);
        if (found < 1) {
            throw new IllegalArgumentException("the family " + name() + " has no parameter " + parameter
                    + " with a formula of its own: required " + String.join(" or ", furtherNames()) + ", found "
                    + parameter
                    + (found == 0
                            ? "; its formula is the key formula"
                            : Spelling.didYouMean(parameter, furtherNames())));
        }
        return parameters.get(found);
    }

    /**
     * Parameters that are estimated and the same for all rows.
     *
     * @param predicted names of the parameters that have formulas
     */
    public List<LawParameter> constants(Set<String> predicted) {
        return parameters.stream()
                .skip(1)
                .filter(each -> !predicted.contains(each.name()) && Double.isNaN(each.constant()))
                .toList();
    }

    /** Copy in which the dispersion is known. */
    public DistributionalLaw withDispersion(double dispersion) {
        List<LawParameter> known = parameters.stream()
                .map(each -> each.isDispersion()
                        ? each.withConstant(Math.pow(dispersion, 1 / each.dispersionPower()))
                        : each)
                .toList();
        return new DistributionalLaw(likelihood, known, density, refined);
    }
}
