package io.credence.loss;

import io.credence.risk.EntropicRisk;
import io.credence.risk.MeanRisk;
import io.credence.risk.NestedRisk;
import io.credence.risk.RowReduction;
import io.credence.risk.WeightedMeanVariance;
import java.io.Serializable;
import java.util.Arrays;
import java.util.List;

/**
 * Lower bound on the log-likelihood of a row with latent numbers (Futami et al. 2022, section 4.6 and appendix M). It
 * is computed from draws z_j of the row's encoder and their log weights log w_j = log p(y, z_j) − log q(z_j). In
 * expectation VI ≤ VI-VAR ≤ IWAE ≤ IWAE of more draws ≤ log p(y), and IWAE of a replicate ≤ IWAE-VAR ≤ IWAE of all draws.
 *
 * @param kind kind of bound
 * @param draws latent draws per row and draw of the parameters, at least 1
 * @param replicates number of replicates M into which IWAE-VAR divides the draws; 1 for the others
 */
public record LatentBound(BoundKind kind, int draws, int replicates) implements Serializable {

    /** Default bound: VI-VAR with ten draws, as in the paper's experiments. */
    public static final LatentBound DEFAULT = new LatentBound(BoundKind.VI_VAR, 10);

    /** Names of the kinds, as in configuration. */
    public static final List<String> NAMES =
            Arrays.stream(BoundKind.values()).map(BoundKind::configurationName).toList();

    /** Kind of bound. */
    public enum BoundKind {
        /** Mean of log w: the ordinary ELBO of the latent numbers. */
        VI("vi"),
        /** Log of the mean of w (Burda, Grosse and Salakhutdinov 2016). */
        IWAE("iwae"),
        /** Mean and a weighted variance of log w (Futami et al. 2022, eq. 24 and 152). */
        VI_VAR("vi-var"),
        /** Mean of the replicates' IWAE and a weighted variance of them (Futami et al. 2022, eq. 25 and 149). */
        IWAE_VAR("iwae-var");

        private final String id;

        BoundKind(String id) {
            this.id = id;
        }

        /** Name in configuration. */
        public String configurationName() {
            return id;
        }
    }

    public LatentBound {
        if (draws < 1) {
            throw new IllegalArgumentException("a latent bound must have at least 1 draw but has " + draws);
        }
        if (replicates < 1 || draws % replicates != 0) {
            throw new IllegalArgumentException("the replicates of a latent bound must divide its draws but are "
                    + replicates + " for " + draws + " draws");
        }
        if (kind != BoundKind.IWAE_VAR && replicates != 1) {
            throw new IllegalArgumentException("only iwae-var divides draws into replicates but "
                    + kind.configurationName() + " has " + replicates);
        }
    }

    /**
     * Number of replicates into which IWAE-VAR divides the draws.
     *
     * @deprecated since a group is meant by several words; use {@link #replicates()}
     */
    @Deprecated(since = "0.1.0", forRemoval = true)
    public int groups() {
        return replicates;
    }

    /** A bound without replicates. */
    public LatentBound(BoundKind kind, int draws) {
        this(kind, draws, 1);
    }

    /**
     * The bound with the given name, one of {@link #NAMES}; {@code replicates} applies to iwae-var and is ignored by the
     * others.
     */
    public static LatentBound named(String name, int draws, int replicates) {
        BoundKind kind = Arrays.stream(BoundKind.values())
                .filter(k -> k.configurationName().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "unknown latent bound '" + name + "': required one of " + String.join(", ", NAMES)));
        return new LatentBound(kind, draws, kind == BoundKind.IWAE_VAR ? replicates : 1);
    }

    /** The bound with its sign changed, as a risk of the losses −log w_j. */
    public RowReduction toRowReduction() {
        return switch (kind) {
            case VI -> new MeanRisk();
            case IWAE -> new EntropicRisk(1);
            case VI_VAR -> new WeightedMeanVariance();
            case IWAE_VAR -> new NestedRisk(replicates, new EntropicRisk(1), new WeightedMeanVariance());
        };
    }
}
