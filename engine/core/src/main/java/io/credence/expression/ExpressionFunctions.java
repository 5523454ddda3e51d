package io.credence.expression;

import io.credence.expression.ExpressionFunction.Body;
import io.credence.likelihood.ResponseSampler;
import io.credence.likelihood.count.CountSampler;
import io.credence.part.Spelling;
import io.credence.random.AddressedGenerator;
import io.credence.random.AddressedRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.hipparchus.CalculusFieldElement;
import org.jspecify.annotations.Nullable;

/** Table of the functions that expressions may call: one line each, three for a law. */
final class ExpressionFunctions {

    private static final double INFINITY = Double.POSITIVE_INFINITY;
    private static final ResponseSupport POSITIVE = ResponseSupport.between(0, INFINITY);
    private static final ResponseSupport SHARES = ResponseSupport.between(0, 1);
    private static final ResponseSupport COUNTS = ResponseSupport.whole(0, INFINITY);

    private static final List<String> ENDINGS = List.of("_lpdf", "_lpmf", "_lcdf", "_lccdf");

    /** All functions. */
    static final List<ExpressionFunction> ALL = all();

    private static final Map<String, ExpressionFunction> BY_NAME =
            ALL.stream().collect(Collectors.toMap(ExpressionFunction::name, Function.identity()));

    private ExpressionFunctions() {}

    /**
     * The function of a name.
     *
     * @throws ExpressionException if there is none
     */
    static ExpressionFunction function(String name) {
        ExpressionFunction found = BY_NAME.get(name);
        if (found != null) {
            return found;
        }
        throw new ExpressionException(
                "has a function that is not known",
                "if, " + plainNames() + ", or a law's _lpdf or _lpmf, _lcdf, _lccdf (" + lawNames() + ")",
                name + suggestion(name));
    }

    private static String plainNames() {
        return ALL.stream()
                .map(ExpressionFunction::name)
                .filter(name -> lawOf(name) == null)
                .collect(Collectors.joining(", "));
    }

    private static String lawNames() {
        return String.join(", ", laws());
    }

    private static List<String> laws() {
        return ALL.stream()
                .map(function -> lawOf(function.name()))
                .filter(law -> law != null)
                .distinct()
                .toList();
    }

    /**
     * Name of the law within the name of a function, such as norm within dnorm; null where the name has no ending of
     * such functions.
     */
    private static @Nullable String lawOf(String name) {
        return ENDINGS.stream()
                .filter(name::endsWith)
                .map(ending -> name.substring(0, name.length() - ending.length()))
                .findFirst()
                .orElse(null);
    }

    /** Question whether a function of a law was meant, by the law's name and by the ending apart. */
    private static String suggestion(String name) {
        String law = lawOf(name);
        if (law == null) {
            return Spelling.didYouMean(name, BY_NAME.keySet());
        }
        String ending = name.substring(law.length());
        return Spelling.meantWord(
                        law.replace('_', '-'),
                        laws().stream().map(each -> each.replace('_', '-')).toList())
                .map(meant -> meant.replace('-', '_'))
                .flatMap(meant -> List.of(ending, "_lpdf", "_lpmf").stream()
                        .map(each -> meant + each)
                        .filter(BY_NAME::containsKey)
                        .findFirst())
                .map(meant -> "; did you mean " + meant + "?")
                .orElse("");
    }

    private static List<ExpressionFunction> all() {
        List<ExpressionFunction> all = new ArrayList<>(List.of(
                ExpressionFunction.of("exp", "x", "exponential", PlainFunctions::exp),
                ExpressionFunction.of("log", "x", "natural logarithm", PlainFunctions::log),
                ExpressionFunction.of("log1p", "x", "log(1 + x), accurate near 0", PlainFunctions::log1p),
                ExpressionFunction.of("expm1", "x", "exp(x) - 1, accurate near 0", PlainFunctions::expm1),
                ExpressionFunction.of("sqrt", "x", "square root", PlainFunctions::sqrt),
                ExpressionFunction.of("abs", "x", "absolute value", PlainFunctions::abs),
                ExpressionFunction.of("min", "a, b, ...", "smallest of some numbers", PlainFunctions::min),
                ExpressionFunction.of("max", "a, b, ...", "largest of some numbers", PlainFunctions::max),
                ExpressionFunction.of("lgamma", "x", "logarithm of the gamma function", PlainFunctions::logGamma),
                ExpressionFunction.of("digamma", "x", "derivative of lgamma", PlainFunctions::digamma),
                ExpressionFunction.of("lbeta", "a, b", "logarithm of the beta function", PlainFunctions::logBeta),
                ExpressionFunction.of("erf", "x", "error function", PlainFunctions::erf),
                ExpressionFunction.of(
                        "normal_cdf", "x", "standard normal distribution function", PlainFunctions::normalCdf),
                ExpressionFunction.of(
                        "log_normal_cdf", "x", "its logarithm, accurate in the tail", PlainFunctions::logNormalCdf),
                ExpressionFunction.of("logit", "p", "log(p / (1 - p))", PlainFunctions::logit),
                ExpressionFunction.of("inv_logit", "x", "1 / (1 + exp(-x))", PlainFunctions::logistic),
                ExpressionFunction.of("softplus", "x", "log(1 + exp(x))", PlainFunctions::softplus),
                ExpressionFunction.of(
                        "log_sum_exp", "a, b, ...", "log(exp(a) + exp(b) + ...)", PlainFunctions::logSumExp),
                ExpressionFunction.of("log_mix", "w, a, b", "log(w exp(a) + (1 - w) exp(b))", PlainFunctions::logMix)));
        addRealLaws(all);
        addPositiveLaws(all);
        addCountLaws(all);
        all.addAll(List.of(
                ExpressionFunction.ofDraw("normal", "", "standard normal number", ExpressionFunctions::drawNormal),
                ExpressionFunction.ofDraw("uniform", "", "number between 0 and 1", ExpressionFunctions::drawUniform),
                ExpressionFunction.ofDraw(
                        "exponential", "", "exponential number of mean 1", ExpressionFunctions::drawExponential),
                ExpressionFunction.ofDraw("gamma", "shape", "gamma number of scale 1", ExpressionFunctions::drawGamma),
                ExpressionFunction.ofDraw("poisson", "rate", "Poisson count", ExpressionFunctions::drawPoisson)));
        return List.copyOf(all);
    }

    private static void addRealLaws(List<ExpressionFunction> all) {
        String scale = "y, mu, sigma";
        add(
                all,
                "gaussian",
                scale,
                "normal of mean mu and standard deviation sigma",
                ResponseSupport.ALL,
                RealLaws::gaussianDensity,
                RealLaws::gaussianBelow,
                RealLaws::gaussianAbove);
        add(
                all,
                "student_t",
                "y, mu, sigma, nu",
                "Student's t of nu degrees of freedom, location mu, scale sigma",
                ResponseSupport.ALL,
                RealLaws::studentDensity,
                RealLaws::studentBelow,
                RealLaws::studentAbove);
        add(
                all,
                "logistic",
                scale,
                "logistic of location mu and scale sigma",
                ResponseSupport.ALL,
                RealLaws::logisticDensity,
                RealLaws::logisticBelow,
                RealLaws::logisticAbove);
        add(
                all,
                "gumbel",
                scale,
                "Gumbel, of largest values, of location mu and scale sigma",
                ResponseSupport.ALL,
                RealLaws::gumbelDensity,
                RealLaws::gumbelBelow,
                RealLaws::gumbelAbove);
        add(
                all,
                "cauchy",
                scale,
                "Cauchy of location mu and scale sigma",
                ResponseSupport.ALL,
                RealLaws::cauchyDensity,
                RealLaws::cauchyBelow,
                RealLaws::cauchyAbove);
        add(
                all,
                "laplace",
                scale,
                "Laplace of location mu and scale sigma",
                ResponseSupport.ALL,
                RealLaws::laplaceDensity,
                RealLaws::laplaceBelow,
                RealLaws::laplaceAbove);
        add(
                all,
                "uniform",
                "data y, data lower, data upper",
                "uniform between two ends",
                ResponseSupport.ALL,
                RealLaws::uniformDensity,
                RealLaws::uniformBelow,
                RealLaws::uniformAbove);
    }

    private static void addPositiveLaws(List<ExpressionFunction> all) {
        add(
                all,
                "lognormal",
                "y, mu, sigma",
                "log-normal; mu and sigma are those of log y",
                POSITIVE,
                PositiveLaws::lognormalDensity,
                PositiveLaws::lognormalBelow,
                PositiveLaws::lognormalAbove);
        add(
                all,
                "exponential",
                "y, mu",
                "exponential of mean mu",
                POSITIVE,
                PositiveLaws::exponentialDensity,
                PositiveLaws::exponentialBelow,
                PositiveLaws::exponentialAbove);
        add(
                all,
                "gamma",
                "y, mu, shape",
                "gamma of mean mu, variance mu^2 / shape",
                POSITIVE,
                PositiveLaws::gammaDensity,
                PositiveLaws::gammaBelow,
                PositiveLaws::gammaAbove);
        add(
                all,
                "weibull",
                "y, scale, shape",
                "Weibull, of tail exp(-(y / scale)^shape)",
                POSITIVE,
                PositiveLaws::weibullDensity,
                PositiveLaws::weibullBelow,
                PositiveLaws::weibullAbove);
        all.add(ExpressionFunction.of(
                "tweedie_lpdf",
                "data y, mu, phi, data power",
                "Tweedie of mean mu, variance phi mu^power, zeros included: log density",
                ResponseSupport.nonnegative(),
                PositiveLaws::tweedieDensity));
        add(
                all,
                "beta",
                "y, mu, phi",
                "beta of mean mu, variance mu (1 - mu) / (1 + phi)",
                SHARES,
                PositiveLaws::betaDensity,
                PositiveLaws::betaBelow,
                PositiveLaws::betaAbove);
    }

    private static void addCountLaws(List<ExpressionFunction> all) {
        add(
                all,
                "bernoulli",
                "data y, mu",
                "1 with probability mu, else 0",
                ResponseSupport.whole(0, 1),
                CountLaws::bernoulliProbability,
                CountLaws::bernoulliBelow,
                CountLaws::bernoulliAbove);
        add(
                all,
                "poisson",
                "data y, mu",
                "Poisson of mean mu",
                COUNTS,
                CountLaws::poissonProbability,
                CountLaws::poissonBelow,
                CountLaws::poissonAbove);
        add(
                all,
                "negative_binomial",
                "data y, mu, size",
                "negative binomial of mean mu, variance mu + mu^2 / size",
                COUNTS,
                CountLaws::negativeBinomialProbability,
                CountLaws::negativeBinomialBelow,
                CountLaws::negativeBinomialAbove);
        add(
                all,
                "beta_binomial",
                "data y, data trials, mu, phi",
                "successes of trials of beta probability",
                COUNTS,
                CountLaws::betaBinomialProbability,
                CountLaws::betaBinomialBelow,
                CountLaws::betaBinomialAbove);
        addZeros(
                all,
                "poisson",
                "data y, mu",
                CountLaws::poissonProbability,
                CountLaws::poissonBelow,
                CountLaws::poissonAbove);
        addZeros(
                all,
                "negative_binomial",
                "data y, mu, size",
                CountLaws::negativeBinomialProbability,
                CountLaws::negativeBinomialBelow,
                CountLaws::negativeBinomialAbove);
        add(
                all,
                "ordinal",
                "data y, mu, disc, cut1, ...",
                "class 0, 1, ... of cumulative logit disc (cut - mu)",
                COUNTS,
                CountLaws::ordinalProbability,
                CountLaws::ordinalBelow,
                CountLaws::ordinalAbove);
        all.add(ExpressionFunction.of(
                "softmax_lpmf",
                "data y, score1, ...",
                "class 0, 1, ... of log odds score against class 0: log density",
                COUNTS,
                CountLaws::softmaxProbability));
    }

    private static void addZeros(
            List<ExpressionFunction> all, String law, String arguments, Body probability, Body below, Body above) {
        add(
                all,
                "zero_inflated_" + law,
                arguments + ", zi",
                law + " with zeros of probability zi beside its own",
                COUNTS,
                new Inflated(probability, Inflated.Form.PROBABILITY),
                new Inflated(below, Inflated.Form.BELOW),
                new Inflated(above, Inflated.Form.ABOVE));
        add(
                all,
                "hurdle_" + law,
                arguments + ", hu",
                "zero with probability hu, else " + law + " above zero",
                COUNTS,
                new Hurdle(probability, probability, Inflated.Form.PROBABILITY),
                new Hurdle(probability, above, Inflated.Form.BELOW),
                new Hurdle(probability, above, Inflated.Form.ABOVE));
    }

    /** Law with zeros beside its own. */
    private record Inflated(Body law, Form form) implements Body {

        /** Function of a law. */
        private enum Form {
            PROBABILITY,
            BELOW,
            ABOVE
        }

        @Override
        public <T extends CalculusFieldElement<T>> T of(T[] a) {
            return form == Form.PROBABILITY
                    ? CountLaws.inflatedProbability(law, a)
                    : CountLaws.inflated(law, a, form == Form.ABOVE);
        }
    }

    /** Law of zeros, and of counts above zero. */
    private record Hurdle(Body probability, Body of, Inflated.Form form) implements Body {
        @Override
        public <T extends CalculusFieldElement<T>> T of(T[] a) {
            return switch (form) {
                case PROBABILITY -> CountLaws.hurdleProbability(probability, a);
                case BELOW -> CountLaws.hurdleBelow(probability, of, a);
                case ABOVE -> CountLaws.hurdleAbove(probability, of, a);
            };
        }
    }

    private static void add(
            List<ExpressionFunction> all,
            String law,
            String arguments,
            String help,
            ResponseSupport support,
            Body density,
            Body below,
            Body above) {
        boolean whole = support != ResponseSupport.ALL && support.isWhole();
        all.add(ExpressionFunction.of(
                law + (whole ? "_lpmf" : "_lpdf"), arguments, help + ": log density", support, density));
        all.add(ExpressionFunction.of(
                law + "_lcdf", arguments, help + ": log P(Y <= y)", support.ofDistribution(), below));
        all.add(ExpressionFunction.of(law + "_lccdf", arguments, help + ": log P(Y > y)", support.ofTail(), above));
    }

    private static double drawNormal(double none, long address, int place) {
        return AddressedRandom.normal(address, place);
    }

    private static double drawUniform(double none, long address, int place) {
        return AddressedRandom.uniform(address, place);
    }

    private static double drawExponential(double none, long address, int place) {
        return -Math.log(AddressedRandom.uniform(address, place));
    }

    private static double drawGamma(double shape, long address, int place) {
        return shape > 0 && shape < INFINITY
                ? shape * ResponseSampler.gamma(1 / shape, new AddressedGenerator().moveTo(address, place))
                : Double.NaN;
    }

    private static double drawPoisson(double rate, long address, int place) {
        return rate >= 0 ? CountSampler.poisson(rate, new AddressedGenerator().moveTo(address, place)) : Double.NaN;
    }
}
