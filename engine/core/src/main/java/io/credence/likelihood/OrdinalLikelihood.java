package io.credence.likelihood;

import io.credence.family.law.DispersionPosterior;
import io.credence.model.Cutpoints;
import io.credence.model.Parameter;
import io.credence.model.PredictorModel;
import java.util.List;
import java.util.stream.IntStream;
import org.hipparchus.CalculusFieldElement;
import org.jspecify.annotations.Nullable;

/** Cumulative logit likelihood of ordered classes 0, 1, …, K − 1, with cutpoints instead of an intercept. */
public record OrdinalLikelihood(int classCount) implements Likelihood {

    public OrdinalLikelihood {
        LabelChecks.requireClasses("ordinal", classCount);
    }

    @Override
    public String name() {
        return "ordinal";
    }

    @Override
    public String link() {
        return "logit";
    }

    @Override
    public int cutpointCount() {
        return classCount - 1;
    }

    @Override
    public List<String> predictorNames() {
        return List.of();
    }

    @Override
    public PredictorModel predictorModel(List<String> labels) {
        return OrderedClasses.of(classCount, labels);
    }

    @Override
    public boolean hasLinearTails() {
        return true;
    }

    @Override
    public @Nullable String refusal(double label) {
        return LabelChecks.refusalUnlessClass(label, classCount);
    }

    @Override
    public RowLoss loss(DispersionPosterior scale) {
        throw new IllegalStateException("cutpoints are no part of a linear predictor");
    }

    @Override
    public ResponseMoments responseMoments(double mean, double variance, DispersionPosterior scale) {
        throw new IllegalStateException("a class has probabilities, not moments");
    }

    /**
     * Cumulative logit model of ordered classes 0, 1, …, K − 1 (McCullagh 1980, eq. 2.5, with η's sign as in R's
     * {@code polr}). With cutpoints c_1 &lt; … &lt; c_{K−1} it is P(Y ≤ k) = 1/(1 + e^{η − c_{k+1}}), so that a larger
     * η makes the higher classes likelier.
     *
     * @param cutpointNames names of the cutpoints, each made of the two classes that it separates, as {@code 1|2}
     */
    record OrderedClasses(List<String> cutpointNames) implements PredictorModel {

        private static final long serialVersionUID = 1;

        /**
         * Model of the given number of classes.
         *
         * @param labels names of the classes; empty where they are numbers
         */
        public static OrderedClasses of(int classes, List<String> labels) {
            return new OrderedClasses(IntStream.range(1, classes)
                    .mapToObj(k -> labels.isEmpty() ? (k - 1) + "|" + k : labels.get(k - 1) + "|" + labels.get(k))
                    .toList());
        }

        @Override
        public List<Parameter> extra() {
            return List.of(new Parameter("cutpoints", new Cutpoints(cutpointNames)));
        }

        @Override
        public int classes() {
            return cutpointNames.size() + 1;
        }

        @Override
        public boolean isOrdered() {
            return true;
        }

        /**
         * Log probability of a class. Between cutpoints c and d > c the probability is (1 − e^{c − d}) / ((1 + e^{c −
         * η}) (1 + e^{η − d})).
         */
        @Override
        public <T extends CalculusFieldElement<T>> T logLikelihood(double label, T[] predictors, T[] extra) {
            int k = (int) label;
            T eta = predictors[0];
            T log = eta.newInstance(0);
            if (k < cutpointNames.size()) {
                log = log.subtract(softplus(eta.subtract(extra[k])));
            }
            if (k > 0) {
                log = log.subtract(softplus(extra[k - 1].subtract(eta)));
            }
            return k == 0 || k == cutpointNames.size()
                    ? log
                    : log.add(extra[k - 1].subtract(extra[k]).expm1().negate().log());
        }

        private static <T extends CalculusFieldElement<T>> T softplus(T x) {
            return x.exp().log1p();
        }
    }
}
