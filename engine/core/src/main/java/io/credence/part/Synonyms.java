package io.credence.part;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Names that other programs and books have for the words of configurations and formulas. */
final class Synonyms {

    /**
     * Table of words with their synonyms, which are written without separators of syllables. A synonym may belong to
     * several words, of which a key knows one.
     */
    private static final List<String> TABLE = List.of(
            // Likelihoods, then families of posteriors
            "bernoulli: binomial binom binary logistic logit logisticregression",
            "bernoulli-probit: probit",
            "gaussian: normal gauss linear lm ols leastsquares",
            "softmax: multinomial categorical multinom multiclass mnlogit",
            "ordinal: cumulative cumulativelogit polr ordered orderedlogit orderedlogistic proportionalodds",
            "poisson: pois count quasipoisson",
            "negative-binomial: nb nb1 nb2 negbin negbinom negbinomial nbinom",
            "student-t: t student robust cauchy studentt",
            "zero-inflated-poisson: zip zipoisson",
            "zero-inflated-negative-binomial: zinb zinegbinomial",
            "hurdle-poisson: hurdle",
            "beta-binomial: betabinom",
            "tweedie: compoundpoisson",
            "gaussian-full: full fullrank fullcovariance dense normal gaussian gauss mvn mvnormal multivariatenormal advifullrank",
            "gaussian-diagonal: diagonal diag meanfield factorised factorized independent advi advimeanfield",
            "gaussian-block: block blocks blockdiagonal",
            "gaussian-low-rank: lowrank",
            "gaussian-mixture: mixture gmm",
            "student-t-full: t student studentt mvt multivariatet",
            "planar-flow: planar",
            "coupling-flow: flow coupling realnvp normalizingflow normalisingflow",
            // Priors, of coefficients and of standard deviations
            "normal: gaussian gauss ridge l2",
            "laplace: lasso l1 doubleexponential",
            "half-normal: halfgaussian",
            "half-student-t: halft",
            // How it is fitted
            "elbo: kl klqp",
            "eubo: klpq",
            "iwae: iwelbo importanceweighted",
            "natural-gradient: natural ngd naturalgradients",
            "gradient-ascent: sgd gradientdescent",
            "reparameterized: reparam reparametrized reparameterised reparametrised reparameterization pathwise",
            "score: reinforce scorefunction blackbox",
            "advi-meanfield: advi meanfield",
            "advi-fullrank: fullrank",
            "native: blas mkl openblas",
            // What becomes of rows; what cannot be left out keeps its place
            "skip: drop omit ignore exclude remove naomit",
            "flag: skip drop omit ignore keep warn null",
            "fail: error raise stop abort",
            // Files
            "csv: tsv txt text",
            "json: jsonl ndjson",
            "libsvm: svm svmlight",
            // Functions of formulas
            "ns: spline splines naturalspline naturalsplines cr cs rcs s smooth te ti t2",
            "bs: bspline bsplines",
            "log: ln loge",
            "ceiling: ceil",
            "scale: standardize standardise zscore stdize center centre",
            "poly: polynomial",
            "factor: categorical category dummy",
            "I: pow power square identity",
            "offset: exposure");

    private static final Map<String, List<String>> MEANT = new HashMap<>();

    static {
        for (String line : TABLE) {
            String[] parts = line.split(": ", 2);
            for (String word : parts[1].split(" ")) {
                MEANT.computeIfAbsent(word, none -> new ArrayList<>()).add(parts[0]);
            }
        }
    }

    private Synonyms() {}

    /** The known word for a synonym. */
    static Optional<String> knownWord(String word, Collection<String> known) {
        String plain = word.toLowerCase(Locale.ROOT).replaceAll("[-_. ]", "");
        return MEANT.getOrDefault(plain, List.of()).stream()
                .filter(known::contains)
                .findFirst();
    }
}
