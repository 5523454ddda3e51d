package io.credence.likelihood;

import io.credence.family.law.DispersionPosterior;
import io.credence.statistics.RowMoments;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Likelihood that replaces the loss of another one, and keeps its name, labels, dispersion and predictions. */
public interface DelegatingLikelihood extends Likelihood {

    /** Likelihood whose loss is replaced. */
    Likelihood baseLikelihood();

    @Override
    default String name() {
        return baseLikelihood().name();
    }

    @Override
    default String link() {
        return baseLikelihood().link();
    }

    @Override
    default int predictorCount() {
        return baseLikelihood().predictorCount();
    }

    @Override
    default List<String> predictorNames() {
        return baseLikelihood().predictorNames();
    }

    @Override
    default int predictorsWithOffset() {
        return baseLikelihood().predictorsWithOffset();
    }

    @Override
    default @Nullable String refusal(double label) {
        return baseLikelihood().refusal(label);
    }

    @Override
    default @Nullable PairedResponse pairedResponse() {
        return baseLikelihood().pairedResponse();
    }

    @Override
    default double accuracy() {
        return baseLikelihood().accuracy();
    }

    @Override
    default double latentVariance(double mean, double dispersion) {
        return baseLikelihood().latentVariance(mean, dispersion);
    }

    @Override
    default @Nullable String dispersionName() {
        return baseLikelihood().dispersionName();
    }

    @Override
    default double variancePower() {
        return baseLikelihood().variancePower();
    }

    @Override
    default double dispersionUnit(RowMoments moments) {
        return baseLikelihood().dispersionUnit(moments);
    }

    @Override
    default DispersionPosterior.InverseGamma dispersionPrior() {
        return baseLikelihood().dispersionPrior();
    }

    @Override
    default int outcomeCount() {
        return baseLikelihood().outcomeCount();
    }

    @Override
    default boolean takesDispersionFactor() {
        return baseLikelihood().takesDispersionFactor();
    }

    @Override
    default boolean isDispersionCorrelated() {
        return baseLikelihood().isDispersionCorrelated();
    }

    @Override
    default @Nullable String dispersionRefusal(double dispersion) {
        return baseLikelihood().dispersionRefusal(dispersion);
    }

    @Override
    default boolean hasCurvatureAtPoints() {
        return baseLikelihood().hasCurvatureAtPoints();
    }

    @Override
    default DispersionPosterior initialDispersion(DispersionPosterior.InverseGamma prior) {
        return baseLikelihood().initialDispersion(prior);
    }

    @Override
    default DispersionPosterior initialDispersion(DispersionPosterior.InverseGamma prior, double unit) {
        return baseLikelihood().initialDispersion(prior, unit);
    }

    @Override
    default @Nullable ResponseLaw responseLaw() {
        return baseLikelihood().responseLaw();
    }

    @Override
    default boolean hasZeroPart() {
        return baseLikelihood().hasZeroPart();
    }

    @Override
    default @Nullable InverseLink inverseLink() {
        return baseLikelihood().inverseLink();
    }

    @Override
    default boolean isMeanExponential() {
        return baseLikelihood().isMeanExponential();
    }

    @Override
    default boolean hasLinearTails() {
        return baseLikelihood().hasLinearTails();
    }

    @Override
    default ResponseMoments responseMoments(double mean, double variance, DispersionPosterior scale) {
        return baseLikelihood().responseMoments(mean, variance, scale);
    }

    @Override
    default ResponseMoments responseMoments(double[] mean, double[] covariance, DispersionPosterior scale) {
        return baseLikelihood().responseMoments(mean, covariance, scale);
    }
}
