package io.credence.divergence;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** Increasing function that turns a divergence into another one (Knoblauch et al. 2022, Theorem 6). It is 0 at 0. */
enum DivergenceTransform {
    /** Identity x. */
    IDENTITY {
        @Override
        double apply(double x) {
            return x;
        }

        @Override
        double slope(double x) {
            return 1;
        }
    },
    /** Logarithm log(1 + x), which grows ever more slowly far from the prior. */
    LOG {
        @Override
        double apply(double x) {
            return Math.log1p(x);
        }

        @Override
        double slope(double x) {
            return 1 / (1 + x);
        }
    },
    /** Square x², which is next to nothing near the prior. */
    SQUARE {
        @Override
        double apply(double x) {
            return x * x;
        }

        @Override
        double slope(double x) {
            return 2 * x;
        }
    },
    /** Exponential exp x − 1, which all but forbids posteriors far from the prior. */
    EXPONENTIAL {
        @Override
        double apply(double x) {
            return Math.expm1(x);
        }

        @Override
        double slope(double x) {
            return Math.exp(x);
        }
    };

    abstract double apply(double x);

    abstract double slope(double x);

    String configurationName() {
        return name().toLowerCase(Locale.ROOT);
    }

    static List<String> configurationNames() {
        return Arrays.stream(values())
                .map(DivergenceTransform::configurationName)
                .toList();
    }

    static DivergenceTransform named(String word) {
        return valueOf(word.toUpperCase(Locale.ROOT));
    }
}
