package io.credence.loss;

import io.credence.data.RowBlock;
import io.credence.family.law.DispersionPosterior;
import io.credence.likelihood.Likelihood;
import io.credence.likelihood.PairedResponse;
import io.credence.linalg.DenseKernel;
import io.credence.model.CoefficientPlaces;
import java.util.Objects;
import org.hipparchus.random.RandomGenerator;

/** Response distributions of a likelihood that draws responses or, for classes, computes their probabilities. */
record PredictorResponses(PredictorLoss loss) implements ResponseDistributions {

    @Override
    public ResponseKind responseKind() {
        Likelihood likelihood = loss.likelihood();
        return likelihood.classProbabilities() != null
                ? ResponseKind.CLASSES
                : likelihood.refusal(0.5) != null ? ResponseKind.COUNTS : ResponseKind.NUMBERS;
    }

    @Override
    public int classCount() {
        return loss.likelihood().classProbabilities() == null
                ? 0
                : loss.likelihood().outcomeCount();
    }

    @Override
    public boolean hasPredictor() {
        return loss.likelihood().predictorCount() == 1;
    }

    @Override
    public AtDraws atDraws(DenseKernel kernel, double[][] draws) {
        Likelihood likelihood = loss.likelihood();
        return new LikelihoodResponses(
                likelihood,
                new PredictorsAtDraws(
                        kernel,
                        draws,
                        CoefficientPlaces.ofAll(likelihood.predictorCount(), loss.columns()),
                        new int[0],
                        likelihood.predictorsWithOffset()),
                dispersionAtDraws(draws));
    }

    private double[] dispersionAtDraws(double[][] draws) {
        DispersionPosterior.Known known = loss.dispersion();
        double[] dispersions = new double[draws.length];
        for (int s = 0; s < draws.length; s++) {
            dispersions[s] = known != null ? known.value() : Math.exp(draws[s][loss.dimension() - 1]);
        }
        return dispersions;
    }

    private record LikelihoodResponses(Likelihood likelihood, PredictorsAtDraws eta, double[] dispersions)
            implements AtDraws {

        @Override
        public void moveTo(RowBlock block, int first, int rows) {
            eta.moveTo(block, first, rows);
        }

        @Override
        public double expectedResponse(int row, int draw) {
            double[] predictors = eta.predictorsOf(row, draw);
            double[] certain = new double[predictors.length * predictors.length];
            return likelihood
                    .responseMoments(predictors, certain, new DispersionPosterior.Known(dispersions[draw]))
                    .mean();
        }

        @Override
        public double predictor(int row, int draw) {
            double[] predictors = eta.predictorsOf(row, draw);
            return predictors.length == 1 ? predictors[0] : Double.NaN;
        }

        @Override
        public void shiftPredictors(int row, int draw, double by) {
            eta.shiftPredictors(row, draw, by);
        }

        @Override
        public double drawResponse(int row, int draw, RandomGenerator random) {
            return observedResponse(Objects.requireNonNull(likelihood.responseSampler())
                    .drawLabel(eta.predictorsOf(row, draw), dispersions[draw], eta.label(row), random));
        }

        @Override
        public boolean isBound(double label) {
            PairedResponse paired = likelihood.pairedResponse();
            return paired != null && paired.isBound(label);
        }

        @Override
        public double observedResponse(double label) {
            PairedResponse paired = likelihood.pairedResponse();
            return paired == null ? label : paired.decodeResponse(label);
        }

        @Override
        public void writeClassProbabilities(int row, int draw, double[] shares) {
            Objects.requireNonNull(likelihood.classProbabilities()).fill(eta.predictorsOf(row, draw), shares);
        }
    }
}
