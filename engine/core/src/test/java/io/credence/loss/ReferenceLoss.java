package io.credence.loss;

import io.credence.family.law.DispersionPosterior;
import io.credence.family.law.LogNormalDispersion;
import io.credence.likelihood.Likelihood;
import io.credence.likelihood.LogDispersionUpdate;
import io.credence.likelihood.PairedResponse;
import io.credence.likelihood.RowLoss;
import io.credence.likelihood.choice.Likelihoods;
import io.credence.quadrature.DispersionNodes;
import java.util.function.DoubleUnaryOperator;
import org.hipparchus.analysis.integration.gauss.GaussIntegrator;
import org.hipparchus.analysis.integration.gauss.GaussIntegratorFactory;
import org.hipparchus.special.Erf;
import org.hipparchus.special.Gamma;

/** Every loss of one linear predictor beside a log density written without it, stable for any predictor. */
@SuppressWarnings("ImmutableEnumChecker") // neither is changed
public enum ReferenceLoss {
    GAUSSIAN("gaussian", new DispersionPosterior.Known(2.5), 10, -1.3, 0, 4) {
        @Override
        double at(double dispersion, double y, double eta) {
            return 0.5 * Math.log(2 * Math.PI * dispersion) + 0.5 * (y - eta) * (y - eta) / dispersion;
        }
    },
    LOGIT("bernoulli", one(), Math.PI, 0, 1) {
        @Override
        double at(double dispersion, double y, double eta) {
            return softplus(y == 1 ? -eta : eta);
        }
    },
    PROBIT("bernoulli-probit", one(), 2.8, 0, 1) {
        @Override
        double at(double dispersion, double y, double eta) {
            return -logNormalCdf(y == 1 ? eta : -eta);
        }
    },
    POISSON("poisson", one(), 10, 0, 1, 17) {
        @Override
        double at(double dispersion, double y, double eta) {
            return Math.exp(eta) - y * eta + Gamma.logGamma(y + 1);
        }
    },
    NEGATIVE_BINOMIAL("negative-binomial", new DispersionPosterior.Known(0.5), Math.PI, 0, 1, 17) {
        @Override
        double at(double dispersion, double y, double eta) {
            return negativeBinomial(1 / dispersion, y, eta);
        }
    },
    NEGATIVE_BINOMIAL_ESTIMATED("negative-binomial", new LogNormalDispersion(-0.5, 0.3), Math.PI, 0, 3) {
        @Override
        double at(double dispersion, double y, double eta) {
            return negativeBinomial(1 / dispersion, y, eta);
        }
    },
    GAMMA("gamma", new DispersionPosterior.Known(0.4), 10, 0.02, 1, 8.5) {
        @Override
        double at(double dispersion, double y, double eta) {
            return gamma(1 / dispersion, y, eta);
        }
    },
    GAMMA_ESTIMATED("gamma", new LogNormalDispersion(-0.5, 0.3), 10, 0.3, 2) {
        @Override
        double at(double dispersion, double y, double eta) {
            return gamma(1 / dispersion, y, eta);
        }
    },
    BETA("beta", new DispersionPosterior.Known(0.15), Math.PI, 0.02, 0.5, 0.93) {
        @Override
        double at(double dispersion, double y, double eta) {
            return beta(1 / dispersion, y, eta);
        }
    },
    BETA_ESTIMATED("beta", new LogNormalDispersion(-0.5, 0.3), Math.PI, 0.1, 0.8) {
        @Override
        double at(double dispersion, double y, double eta) {
            return beta(1 / dispersion, y, eta);
        }
    },
    /** No success and 9 of 12 trials. */
    BETA_BINOMIAL_ESTIMATED(
            "beta-binomial", new LogNormalDispersion(-1.5, 0.3), Math.PI, counted(0, 12), counted(9, 12)) {
        @Override
        double at(double dispersion, double y, double eta) {
            double trials = 12;
            double successes = y - counted(0, trials);
            double a = Math.exp(-softplus(-eta)) / dispersion;
            double b = Math.exp(-softplus(eta)) / dispersion;
            double loss = 0;
            for (int i = 0; i < trials; i++) {
                loss += Math.log(1 / dispersion + i)
                        + Math.log((i < successes ? i : i - successes) + 1)
                        - Math.log(i + 1);
                loss -= Math.log(i < successes ? a + i : b + i - successes);
            }
            return loss;
        }
    },
    /** Labels below 0 are times that are censored. */
    EXPONENTIAL("exponential", one(), 10, 0.02, 8.5, -1, -8.5) {
        @Override
        double at(double dispersion, double y, double eta) {
            return weibull(1, y, eta);
        }
    },
    WEIBULL("weibull", new DispersionPosterior.Known(1.6), 10, 0.02, 8.5, -1, -8.5) {
        @Override
        double at(double dispersion, double y, double eta) {
            return weibull(1 / dispersion, y, eta);
        }
    },
    WEIBULL_ESTIMATED("weibull", new LogNormalDispersion(0.8, 0.1), 10, 0.3, -2) {
        @Override
        double at(double dispersion, double y, double eta) {
            return weibull(1 / dispersion, y, eta);
        }
    },
    TWEEDIE("tweedie", new DispersionPosterior.Known(0.7), 10, 0, 0.3, 4) {
        @Override
        double at(double dispersion, double y, double eta) {
            return tweedie(dispersion, y, eta);
        }
    },
    TWEEDIE_ESTIMATED("tweedie", new LogNormalDispersion(-0.5, 0.3), 10, 0, 2) {
        @Override
        double at(double dispersion, double y, double eta) {
            return tweedie(dispersion, y, eta);
        }
    },
    STUDENT("student-t", new DispersionPosterior.Known(1.7), 2.6, -3, 0, 9) {
        @Override
        double at(double dispersion, double y, double eta) {
            return student(4, dispersion, y, eta);
        }
    },
    STUDENT_ESTIMATED("student-t", new LogNormalDispersion(0.5, 0.3), 1.4, -3, 9) {
        @Override
        double at(double dispersion, double y, double eta) {
            return student(4, dispersion, y, eta);
        }
    };

    private static final GaussIntegrator LEGENDRE = new GaussIntegratorFactory().legendre(64, 0, 40);

    private final String name;
    private final DispersionPosterior scale;
    private final double width;
    private final double[] labels;

    ReferenceLoss(String name, DispersionPosterior scale, double width, double... labels) {
        this.name = name;
        this.scale = scale;
        this.width = width;
        this.labels = labels;
    }

    private static DispersionPosterior one() {
        return new DispersionPosterior.Known(1);
    }

    /** −log p(y | η) at one dispersion. */
    abstract double at(double dispersion, double y, double eta);

    public Likelihood likelihood() {
        return Likelihoods.named(name, 4, 2);
    }

    public RowLoss loss() {
        return likelihood().loss(scale);
    }

    public DispersionPosterior scale() {
        return scale;
    }

    public double[] labels() {
        return labels.clone();
    }

    /** Distance of the nearest singularity in η. */
    public double width() {
        return width;
    }

    /** −log p(y | ·), averaged over the nodes of the dispersion. */
    public DoubleUnaryOperator reference(double y) {
        DispersionNodes nodes = LogDispersionUpdate.quadratureNodes(scale);
        return eta -> {
            double sum = 0;
            for (int k = 0; k < nodes.count(); k++) {
                sum += nodes.weight(k) * at(nodes.value(k), y, eta);
            }
            return sum;
        };
    }

    private static double softplus(double eta) {
        return Math.max(eta, 0) + Math.log1p(Math.exp(-Math.abs(eta)));
    }

    private static double negativeBinomial(double size, double y, double eta) {
        double logFailure = softplus(eta - Math.log(size));
        double logSuccess = softplus(Math.log(size) - eta);
        double logChoose = Gamma.logGamma(y + size) - Gamma.logGamma(size) - Gamma.logGamma(y + 1);
        return size * logFailure + y * logSuccess - logChoose;
    }

    private static double gamma(double shape, double y, double eta) {
        double rate = shape * Math.exp(-eta);
        return Gamma.logGamma(shape) - shape * (Math.log(shape) - eta) - (shape - 1) * Math.log(y) + rate * y;
    }

    private static double counted(double successes, double trials) {
        PairedResponse counts = Likelihoods.named("beta-binomial", 4, 2).pairedResponse();
        return counts == null ? Double.NaN : counts.encodeLabel(successes, trials);
    }

    private static double beta(double precision, double y, double eta) {
        double a = precision * Math.exp(-softplus(-eta));
        double b = precision * Math.exp(-softplus(eta));
        return Gamma.logGamma(a)
                + Gamma.logGamma(b)
                - Gamma.logGamma(precision)
                - (a - 1) * Math.log(y)
                - (b - 1) * Math.log(1 - y);
    }

    private static double weibull(double shape, double y, double eta) {
        double hazard = Math.pow(Math.abs(y) / Math.exp(eta), shape);
        return y < 0 ? hazard : hazard - Math.log(shape) + shape * eta - (shape - 1) * Math.log(y);
    }

    /** Of power 1.5: a Poisson number of amounts that are exponential, whose density is summed relative to its first term. */
    private static double tweedie(double dispersion, double y, double eta) {
        double number = 2 * Math.exp(0.5 * eta) / dispersion;
        if (y == 0) {
            return number;
        }
        double rate = 2 * Math.exp(-0.5 * eta) / dispersion;
        double term = 1;
        double sum = 0;
        for (int j = 1; j < 200; j++) {
            sum += term;
            term *= number * rate * y / (j * (j + 1));
        }
        return number + rate * y - Math.log(number * rate) - Math.log(sum);
    }

    private static double student(double nu, double dispersion, double y, double eta) {
        double z2 = (y - eta) * (y - eta) / dispersion;
        return Gamma.logGamma(nu / 2)
                - Gamma.logGamma((nu + 1) / 2)
                + 0.5 * Math.log(nu * Math.PI * dispersion)
                + 0.5 * (nu + 1) * Math.log1p(z2 / nu);
    }

    /** log Φ(z); in the tail by Mills' ratio ∫ exp(−tx − ½x²) dx, t = −z, in u = tx. */
    private static double logNormalCdf(double z) {
        if (z > -5) {
            return z > 0 ? Math.log1p(-0.5 * Erf.erfc(z / Math.sqrt(2))) : Math.log(0.5 * Erf.erfc(-z / Math.sqrt(2)));
        }
        double mills = LEGENDRE.integrate(u -> Math.exp(-u - 0.5 * u * u / (z * z))) / -z;
        return -0.5 * z * z - 0.5 * Math.log(2 * Math.PI) + Math.log(mills);
    }
}
