package io.credence.distributional;

import io.credence.expression.ExpressionModel;
import io.credence.expression.Link;
import io.credence.expression.ModelParameter;
import io.credence.family.law.DispersionPosterior;
import io.credence.likelihood.Likelihood;
import io.credence.likelihood.PairedResponse;
import io.credence.likelihood.ResponseMoments;
import io.credence.model.Parameter;
import io.credence.model.PredictorModel;
import io.credence.part.Spelling;
import io.credence.random.AddressedGenerator;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.random.RandomGenerator;
import org.hipparchus.CalculusFieldElement;
import org.hipparchus.util.Binary64;
import org.jspecify.annotations.Nullable;

/**
 * Model of a law of which each parameter is a linear predictor of columns of its own, or a number that is the same for
 * all rows. The log density is the law's expression; means and responses are those of the likelihood of the catalogue.
 */
public final class DistributionalModel implements PredictorModel {

    private static final long serialVersionUID = 1;

    private final DistributionalLaw law;
    private final ExpressionModel expression;
    /** For each parameter of the law its predictor, or behind these its constant; −1 where its value is known. */
    private final int[] sources;

    private final int classes;

    /** Position of the parameter that is predicted; −1 where the expected response is. */
    private final int predictedParameter;

    /**
     * Model of a law.
     *
     * @param columns columns of each parameter that has a formula, by its name; those of the location included
     * @param classNames names of the classes; empty where they are numbers, or labels are
     * @throws IllegalArgumentException if the law has no such parameter
     */
    public DistributionalModel(DistributionalLaw law, Map<String, List<String>> columns, List<String> classNames) {
        this.law = law;
        this.predictedParameter = -1;
        columns.keySet().stream()
                .filter(name -> !name.equals(law.location().name()))
                .forEach(law::further);
        List<LawParameter> all = law.parameters();
        List<ModelParameter> parameters = new ArrayList<>();
        List<LawParameter> constants = law.constants(columns.keySet());
        this.sources = new int[all.size()];
        String density = law.density();
        for (int p = 0; p < sources.length; p++) {
            LawParameter each = all.get(p);
            List<String> own = columns.get(each.name());
            if (own != null) {
                sources[p] = parameters.size();
                parameters.add(predicted(each, own));
                density = replace(density, "logit_" + each.name(), each.name());
            }
        }
        for (int p = 0; p < sources.length; p++) {
            LawParameter each = all.get(p);
            if (constants.contains(each)) {
                sources[p] = columns.size() + constants.indexOf(each);
                parameters.add(new ModelParameter.Constant(each.parameter()));
                density = replace(density, "logit_" + each.name(), "logit(" + each.name() + ")");
            } else if (!columns.containsKey(each.name())) {
                sources[p] = -1;
                density = replace(density, each.name(), "(" + each.constant() + ")");
            }
        }
        PredictorModel own = law.likelihood().predictorModel(classNames);
        if (own != null) {
            own.extra().forEach(each -> parameters.add(new ModelParameter.Constant(each)));
        }
        this.classes = own == null ? 0 : own.classes();
        PairedResponse paired = law.likelihood().pairedResponse();
        List<String> read = paired == null ? List.of() : List.of(paired.columnRole());
        this.expression = new ExpressionModel(density, null, null, parameters, read);
    }

    private DistributionalModel(DistributionalModel model, int predictedParameter) {
        this.law = model.law;
        this.expression = model.expression;
        this.sources = model.sources;
        this.classes = 0;
        this.predictedParameter = predictedParameter;
    }

    /**
     * Copy that predicts a parameter of the law in place of the response.
     *
     * @throws IllegalArgumentException if the law has no such parameter
     */
    public DistributionalModel predicting(String parameter) {
        int found = law.indexOf(parameter);
        if (found < 0) {
            List<String> names =
                    law.parameters().stream().map(LawParameter::name).toList();
            throw new IllegalArgumentException("the family " + law.name() + " has no parameter " + parameter
                    + ": required one of " + Spelling.suggest(parameter, names) + ", found " + parameter);
        }
        return new DistributionalModel(this, found);
    }

    /** Parameter with a predictor, which the expression reads as log odds where it is a probability of zeros. */
    private ModelParameter predicted(LawParameter parameter, List<String> columns) {
        boolean byLogOdds = law.density().contains("logit_" + parameter.name());
        return new ModelParameter.Predicted(parameter.name(), byLogOdds ? Link.IDENTITY : parameter.link(), columns);
    }

    private static String replace(String text, String name, String by) {
        return text.replaceAll("\\b" + name + "\\b", by);
    }

    /** Law of the responses. */
    public DistributionalLaw law() {
        return law;
    }

    @Override
    public List<String> predictors() {
        return expression.predictors();
    }

    @Override
    public List<String> columnsOf(String predictor, List<String> columns) {
        return expression.columnsOf(predictor, columns);
    }

    @Override
    public List<Parameter> extra() {
        return expression.extra();
    }

    /** Coefficients, those of the location named like its columns and others behind their parameter, and constants. */
    @Override
    public List<Parameter> parameters(List<String> columns) {
        List<Parameter> parameters = new ArrayList<>();
        for (String predictor : predictors()) {
            String prefix = predictor.equals(law.location().name()) ? "" : predictor + ":";
            columnsOf(predictor, columns).forEach(column -> parameters.add(Parameter.real(prefix + column)));
        }
        parameters.addAll(extra());
        return parameters;
    }

    @Override
    public int classes() {
        return classes;
    }

    @Override
    public boolean isOrdered() {
        return classes > 0;
    }

    @Override
    public @Nullable String refuse(double label) {
        return law.likelihood().refusal(label);
    }

    @Override
    public <T extends CalculusFieldElement<T>> T logLikelihood(double label, T[] predictors, T[] extra) {
        return expression.logLikelihood(responseOf(label), secondNumber(label), predictors, extra);
    }

    @Override
    public @Nullable String explain(double label, double[] rowColumns, double[] predictors, double[] extra) {
        return expression.explain(responseOf(label), secondNumber(label), predictors, extra);
    }

    private double[] secondNumber(double label) {
        PairedResponse paired = law.likelihood().pairedResponse();
        return paired == null ? new double[0] : new double[] {paired.decodeSecond(label)};
    }

    @Override
    public double responseOf(double label) {
        PairedResponse paired = law.likelihood().pairedResponse();
        return paired == null ? label : paired.decodeResponse(label);
    }

    @Override
    public boolean isBound(double label) {
        PairedResponse paired = law.likelihood().pairedResponse();
        return paired != null && paired.isBound(label);
    }

    @Override
    public double displayedResponse(double label) {
        PairedResponse paired = law.likelihood().pairedResponse();
        return paired == null ? label : paired.displayedResponse(label);
    }

    @Override
    public boolean drawsResponses() {
        return predictedParameter < 0 && law.likelihood().responseSampler() != null;
    }

    @Override
    public boolean predictsResponses() {
        return true;
    }

    /** Values of the law's parameters, in their order, given predictors and constants. */
    public double[] parameterValues(double[] predictors, double[] extra) {
        double[] values = new double[sources.length];
        for (int p = 0; p < sources.length; p++) {
            LawParameter each = law.parameters().get(p);
            values[p] = sources[p] < 0
                    ? each.constant()
                    : sources[p] < predictors.length
                            ? each.link()
                                    .inverse(new Binary64(predictors[sources[p]]))
                                    .getReal()
                            : extra[sources[p] - predictors.length];
        }
        return values;
    }

    @Override
    public double mean(double[] predictors, double[] extra) {
        return predictedParameter >= 0
                ? parameterValues(predictors, extra)[predictedParameter]
                : moments(predictors, extra).mean();
    }

    /** Mean and variance of a new response given predictors and constants. */
    public ResponseMoments moments(double[] predictors, double[] extra) {
        AtValues at = at(predictors, extra);
        return at.likelihood()
                .responseMoments(
                        at.eta(),
                        new double[at.eta().length * at.eta().length],
                        new DispersionPosterior.Known(at.dispersion()));
    }

    @Override
    public double response(double[] predictors, double[] extra, RandomGenerator random) {
        AtValues at = at(predictors, extra);
        return Objects.requireNonNull(at.likelihood().responseSampler())
                .draw(at.eta(), at.dispersion(), new AddressedGenerator().moveTo(random.nextLong()));
    }

    /** Label like that of the row; of a new row, whose number of trials is not known, that of one trial. */
    @Override
    public double label(double like, double[] rowColumns, double[] predictors, double[] extra, RandomGenerator random) {
        if (Double.isNaN(like)) {
            double drawn = response(predictors, extra, random);
            PairedResponse paired = law.likelihood().pairedResponse();
            return paired == null || refuse(drawn) == null ? drawn : paired.encodeLabel(drawn, 1);
        }
        AtValues at = at(predictors, extra);
        return Objects.requireNonNull(at.likelihood().responseSampler())
                .drawLabel(at.eta(), at.dispersion(), like, new AddressedGenerator().moveTo(random.nextLong()));
    }

    /**
     * Likelihood of the catalogue at values of the law's parameters.
     *
     * @param eta its linear predictors
     */
    private record AtValues(Likelihood likelihood, double[] eta, double dispersion) {}

    private AtValues at(double[] predictors, double[] extra) {
        double[] values = parameterValues(predictors, extra);
        Likelihood likelihood = law.refined().at(law.likelihood(), values);
        double[] eta = new double[likelihood.predictorCount()];
        eta[0] = predictors[0];
        double dispersion = 1;
        for (int p = 1; p < values.length; p++) {
            LawParameter each = law.parameters().get(p);
            if (each.isDispersion()) {
                dispersion = Math.pow(values[p], each.dispersionPower());
            } else if (each.link() == Link.LOGIT) {
                eta[1] = sources[p] >= 0 && sources[p] < predictors.length
                        ? predictors[sources[p]]
                        : Math.log(values[p]) - Math.log1p(-values[p]);
            }
        }
        return new AtValues(likelihood, eta, dispersion);
    }
}
