package io.credence.random;

/**
 * What random numbers are for beside the steps of a fit, whose draws have their iteration, from 0 upwards, as first word of their
 * address: the register of all other first words, so that no two uses share draws. Addresses of different length are unrelated.
 */
public enum RandomUse {

    /** Draws by which the Gaussians around several modes are compared to choose a start. */
    START_COMPARISON(Long.MIN_VALUE),
    /** Points over which a Gaussian's bound is raised after a fit by draws. */
    POLISH(Long.MIN_VALUE + 1),
    /** Points over which the member of a family nearest to a Gaussian, and then the best one, is found. */
    FAMILY_POINTS(Long.MIN_VALUE + 2),
    /** Draws of a posterior without moments in closed form, whose moments and quantiles are reported. */
    REPORTED_MOMENTS(Long.MIN_VALUE + 3),
    /** Draws of a posterior that stand for it where linear predictors are predicted. */
    PREDICTIVE_MIXTURE(Long.MIN_VALUE + 4),
    /** Draws of a posterior that are weighed by the exact one. */
    IMPORTANCE_WEIGHTS(Long.MIN_VALUE + 5),
    /** Draws of a posterior that a user receives. */
    EXPORTED_DRAWS(Long.MIN_VALUE + 6),
    /** Draws of what is wider than a posterior, weighed with its own. */
    WIDENED_DRAWS(Long.MIN_VALUE + 8),
    /** Draws around modes that a posterior does not reach, mode by mode. */
    OTHER_MODES(Long.MIN_VALUE + 9, Long.MIN_VALUE + 29, 3),
    /** Members of a family from which the search for the nearest one starts. */
    FAMILY_STARTS(Long.MIN_VALUE + 7),
    /** True parameters of a calibration. */
    TRUE_PARAMETERS(Long.MIN_VALUE + 31),
    /** Responses of a calibration. */
    SIMULATED_RESPONSES(Long.MIN_VALUE + 32),
    /** Draws among which a calibration ranks the true parameters. */
    CALIBRATION_RANKS(Long.MIN_VALUE + 33),
    /** Points of each assessment of a member of a family. */
    FAMILY_ASSESSMENT(Long.MIN_VALUE + 100, Long.MIN_VALUE + 999, 3),
    /** Draws to which a mixture is matched: those of its end, then those of each step. */
    MATCHED_MIXTURE(Long.MIN_VALUE + 1000, Long.MIN_VALUE + 1999, 3),
    /** Points of the variance components of a mixed model, round by round. */
    VARIANCE_COMPONENTS(Long.MIN_VALUE + 2000, Long.MIN_VALUE + 2009, 3),
    /** Points of a posterior of coefficients and variance components, at which its shape is checked. */
    GROUP_PARAMETERS(Long.MIN_VALUE + 2010),
    /** Effects of the levels of a mixed model, by level. */
    LEVEL_EFFECTS(Long.MIN_VALUE + 2011, Long.MIN_VALUE + 2011, 2),
    /** Which levels of a mixed model are among a share of them. */
    LEVEL_SHARES(Long.MIN_VALUE + 2012, Long.MIN_VALUE + 2012, 2),
    /** Draws of the effects of levels that are ranked, by the number of the term. */
    LEVEL_RANKS(Long.MIN_VALUE + 3000, Long.MIN_VALUE + 3999, 3),
    /** Draws of the effects of levels over which responses are averaged, by the number of the group and of the level. */
    AVERAGED_LEVELS(Long.MIN_VALUE + 2030, Long.MIN_VALUE + 2030, 4),
    /** Signs of the right-hand sides whose solutions have the covariance of crossed effects: of both priors, and of cells. */
    CROSSED_PROBES(Long.MIN_VALUE + 2020, Long.MIN_VALUE + 2022, 3),
    /** Seeds of groups with a fit each, by a hash of the group's name. */
    GROUP_SEEDS(Long.MIN_VALUE + 2040, Long.MIN_VALUE + 2040, 2),
    /** Draws over which the curvature of a linear response is taken. */
    LINEAR_RESPONSE(Integer.MIN_VALUE + 7L),
    /** Draws over all rows in a fit by stochastic gradients, eight evaluations for each step. */
    FULL_EVALUATION(-1, Integer.MIN_VALUE + 8L, 3),
    /** Points around the prior's mean from which modes are sought. */
    UNIFORM_STARTS(-3, -3, 4),
    /** Draws of the prior from which modes are sought. */
    PRIOR_STARTS(-4, -4, 4),
    /** Rows that a step visits. */
    ROW_SAMPLES(-5, -5, 2),
    /** Responses of a new row at draws of the posterior. */
    PREDICTED_RESPONSES(-10, -10, 2),
    /** Dispersions that stand for their factor where responses are drawn. */
    PREDICTIVE_DISPERSIONS(-11, -11, 2),
    /** Weights at which the training of networks starts. */
    NETWORK_STARTS(-6, -6, 4),
    /** Orders in which networks visit rows. */
    NETWORK_ORDER(-7, -7, 4),
    /** Hidden units of networks in training. */
    NETWORK_UNITS(-8, -8, 4),
    /** Weights of networks in training, of objectives that are not in closed form. */
    NETWORK_STEPS(-16, -16, 4),
    /** Weights of networks that predict. */
    NETWORK_DRAWS(-9, -9, 4),
    /** Which member of an ensemble a bandit plays by. */
    BANDIT_MEMBERS(-12, -12, 2),
    /** Rounds from which a bandit learns. */
    BANDIT_ROUNDS(-12, -12, 4),
    /** Zeros and ones of the rows of a step of an autoencoder. */
    AUTOENCODER_NUMBERS(-13, -13, 4),
    /** Latent numbers of a step of an autoencoder. */
    AUTOENCODER_LATENTS(-14, -14, 4),
    /** Starts, momenta and acceptances of annealed chains. */
    ANNEALED_SAMPLING(-15, -15, 4);

    private final long first;
    private final long last;
    private final int words;

    RandomUse(long address) {
        this(address, address, 3);
    }

    RandomUse(long first, long last, int words) {
        this.first = first;
        this.last = last;
        this.words = words;
    }

    /** First word of the address, after the seed. */
    public long address() {
        return first;
    }

    /**
     * First word of the address of its {@code k}-th set of draws.
     *
     * @param k from 0
     * @throws IllegalArgumentException if it has fewer
     */
    public long address(long k) {
        if (k < 0 || k > Math.abs(last - first)) {
            throw new IllegalArgumentException("the number of sets of draws must be at most "
                    + (Math.abs(last - first) + 1) + " but was " + (k + 1));
        }
        return first <= last ? first + k : first - k;
    }

    /** Whether numbers for this use are those for {@code other}: words of the same address. */
    boolean overlaps(RandomUse other) {
        return words == other.words
                && Math.min(first, last) <= Math.max(other.first, other.last)
                && Math.min(other.first, other.last) <= Math.max(first, last);
    }
}
