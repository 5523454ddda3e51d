package io.credence.random;

/**
 * Register of the uses of random numbers besides the steps of a fit, so that no two uses share draws. Draws of steps
 * have their iteration, from 0 upwards, as first word of their address; all other first words are registered here.
 * Addresses of different length are unrelated.
 */
public enum RandomUse {

    /** Draws by which the Gaussians around several modes are compared to choose a start. */
    START_COMPARISON(Long.MIN_VALUE),
    /** Fixed points over which a Gaussian's bound is maximised after a fit by draws. */
    POLISH(Long.MIN_VALUE + 1),
    /** Fixed points over which the member of a family nearest to a Gaussian, and then the best one, is found. */
    FAMILY_POINTS(Long.MIN_VALUE + 2),
    /** Draws of a posterior without moments in closed form, whose moments and quantiles are reported. */
    REPORTED_MOMENTS(Long.MIN_VALUE + 3),
    /** Draws of a posterior that represent it where linear predictors are predicted. */
    PREDICTIVE_MIXTURE(Long.MIN_VALUE + 4),
    /** Draws of a posterior that are weighed by the exact one. */
    IMPORTANCE_WEIGHTS(Long.MIN_VALUE + 5),
    /** Draws of a posterior that are exported to users. */
    EXPORTED_DRAWS(Long.MIN_VALUE + 6),
    /** Draws of distributions wider than a posterior, weighed together with the posterior's draws. */
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
    /** Draws to which a mixture is matched: those at the end, then those of each step. */
    MATCHED_MIXTURE(Long.MIN_VALUE + 1000, Long.MIN_VALUE + 1999, 3),
    /** Points of the variance components of a mixed model, by round. */
    VARIANCE_COMPONENTS(Long.MIN_VALUE + 2000, Long.MIN_VALUE + 2009, 3),
    /** Points of a posterior of coefficients and variance components, at which its shape is checked. */
    LEVELWISE_PARAMETERS(Long.MIN_VALUE + 2010),
    /** Effects of the levels of a mixed model, by level. */
    LEVEL_EFFECTS(Long.MIN_VALUE + 2011, Long.MIN_VALUE + 2011, 2),
    /** Choice of the levels of a mixed model that belong to a sample of them. */
    LEVEL_SHARES(Long.MIN_VALUE + 2012, Long.MIN_VALUE + 2012, 2),
    /** Draws of the effects of levels that are ranked, by the number of the term. */
    LEVEL_RANKS(Long.MIN_VALUE + 3000, Long.MIN_VALUE + 3999, 3),
    /**
     * Draws of the effects of levels over which responses are averaged, by the numbers of grouping factor and level.
     */
    AVERAGED_LEVELS(Long.MIN_VALUE + 2030, Long.MIN_VALUE + 2030, 4),
    /**
     * Signs of the right-hand sides whose solutions have the covariance of crossed effects. They are those of both
     * priors, and of cells.
     */
    CROSSED_PROBES(Long.MIN_VALUE + 2020, Long.MIN_VALUE + 2022, 3),
    /** Seeds of segments with a fit each, by a hash of the segment's name. */
    SEGMENT_SEEDS(Long.MIN_VALUE + 2040, Long.MIN_VALUE + 2040, 2),
    /** Draws over which the curvature of a linear response is taken. */
    LINEAR_RESPONSE(Integer.MIN_VALUE + 7L),
    /** Draws over all rows in a fit by stochastic gradients, eight evaluations per step. */
    FULL_EVALUATION(-1, Integer.MIN_VALUE + 8L, 3),
    /** Points around the prior's mean from which modes are searched for. */
    UNIFORM_STARTS(-3, -3, 4),
    /** Draws of the prior from which modes are searched for. */
    PRIOR_STARTS(-4, -4, 4),
    /** Sample of the rows that a step visits. */
    ROW_SAMPLES(-5, -5, 2),
    /** Responses of a new row at draws of the posterior. */
    PREDICTED_RESPONSES(-10, -10, 2),
    /** Dispersions drawn from their factor where responses are drawn. */
    PREDICTIVE_DISPERSIONS(-11, -11, 2),
    /** Initial weights of the training of networks. */
    NETWORK_STARTS(-6, -6, 4),
    /** Orders in which networks visit rows. */
    NETWORK_ORDER(-7, -7, 4),
    /** Hidden units that are kept in the training of networks. */
    NETWORK_UNITS(-8, -8, 4),
    /** Weights of networks in training, for objectives that are not in closed form. */
    NETWORK_STEPS(-16, -16, 4),
    /** Weights of networks in prediction. */
    NETWORK_DRAWS(-9, -9, 4),
    /** Choice of the member of an ensemble by which a bandit plays. */
    BANDIT_MEMBERS(-12, -12, 2),
    /** Choice of the past rounds from which a bandit's member learns in a step. */
    BANDIT_ROUNDS(-12, -12, 4),
    /** Binary values of the rows of a step of an autoencoder. */
    AUTOENCODER_NUMBERS(-13, -13, 4),
    /** Latent numbers of a step of an autoencoder. */
    AUTOENCODER_LATENTS(-14, -14, 4),
    /** Latent numbers by which an autoencoder estimates the likelihood of a row. */
    AUTOENCODER_EVALUATION(-15, -15, 4);

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
    public long firstAddressWord() {
        return first;
    }

    /**
     * First word of the address of the set of draws with index {@code k}.
     *
     * @param k index from 0
     * @throws IllegalArgumentException if the use has fewer sets
     */
    public long firstAddressWord(long k) {
        if (k < 0 || k > Math.abs(last - first)) {
            throw new IllegalArgumentException("the number of sets of draws must be at most "
                    + (Math.abs(last - first) + 1) + " but was " + (k + 1));
        }
        return first <= last ? first + k : first - k;
    }

    /** Whether this use shares words of addresses of equal length with {@code other}. */
    boolean sharesAddresses(RandomUse other) {
        return words == other.words
                && Math.min(first, last) <= Math.max(other.first, other.last)
                && Math.min(other.first, other.last) <= Math.max(first, last);
    }
}
