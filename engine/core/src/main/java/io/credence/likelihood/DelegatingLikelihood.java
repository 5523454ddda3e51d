package io.credence.likelihood;

import io.credence.family.law.DispersionPosterior;
import io.credence.statistics.RowMoments;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Likelihood with another loss than the one within, whose name, labels, dispersion and predictions it keeps. */
public interface DelegatingLikelihood extends Likelihood {

    /** Likelihood whose loss is replaced. */
    Likelihood inner();

    @Override
    default String name() {
        return inner().name();
    }

    @Override
    default String link() {
        return inner().link();
    }

    @Override
    default int predictors() {
        return inner().predictors();
    }

    @Override
    default List<String> predictorNames() {
        return inner().predictorNames();
    }

    @Override
    default int offsets() {
        return inner().offsets();
    }

    @Override
    default @Nullable String refuse(double label) {
        return inner().refuse(label);
    }

    @Override
    default @Nullable PairedResponse paired() {
        return inner().paired();
    }

    @Override
    default double accuracy() {
        return inner().accuracy();
    }

    @Override
    default double latentVariance(double mean, double dispersion) {
        return inner().latentVariance(mean, dispersion);
    }

    @Override
    default @Nullable String dispersionName() {
        return inner().dispersionName();
    }

    @Override
    default double variancePower() {
        return inner().variancePower();
    }

    @Override
    default double dispersionUnit(RowMoments moments) {
        return inner().dispersionUnit(moments);
    }

    @Override
    default DispersionPosterior.InverseGamma dispersionPrior() {
        return inner().dispersionPrior();
    }

    @Override
    default int outcomes() {
        return inner().outcomes();
    }

    @Override
    default boolean takesDispersionFactor() {
        return inner().takesDispersionFactor();
    }

    @Override
    default boolean isDispersionCorrelated() {
        return inner().isDispersionCorrelated();
    }

    @Override
    default @Nullable String refuseDispersion(double dispersion) {
        return inner().refuseDispersion(dispersion);
    }

    @Override
    default boolean isCurved() {
        return inner().isCurved();
    }

    @Override
    default DispersionPosterior start(DispersionPosterior.InverseGamma prior) {
        return inner().start(prior);
    }

    @Override
    default DispersionPosterior start(DispersionPosterior.InverseGamma prior, double unit) {
        return inner().start(prior, unit);
    }

    @Override
    default @Nullable ResponseLaw law() {
        return inner().law();
    }

    @Override
    default boolean hasZeroPart() {
        return inner().hasZeroPart();
    }

    @Override
    default @Nullable InverseLink inverseLink() {
        return inner().inverseLink();
    }

    @Override
    default boolean isMeanExponential() {
        return inner().isMeanExponential();
    }

    @Override
    default boolean hasLinearTails() {
        return inner().hasLinearTails();
    }

    @Override
    default ResponseMoments respond(double mean, double variance, DispersionPosterior scale) {
        return inner().respond(mean, variance, scale);
    }

    @Override
    default ResponseMoments respond(double[] mean, double[] covariance, DispersionPosterior scale) {
        return inner().respond(mean, covariance, scale);
    }
}
