package io.credence.result.section;

import io.credence.network.result.NetworkEnsemble;
import io.credence.network.result.TrainedPosterior;
import io.credence.summary.NetworkReport;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Description of trained networks, whose parameters have a file of their own.
 *
 * @param family name of the family
 * @param names names of the columns, the intercept first
 * @param members members of the ensemble
 * @param file name of the file of the parameters
 * @param digest digest of that file
 */
public record NetworksSection(
        String family, List<String> names, List<MemberSection> members, String file, String digest)
        implements PosteriorSection {

    /** Name of the file of the parameters. */
    public static final String FILE = "networks.bin";

    /**
     * Member of an ensemble.
     *
     * @param noise kind of its noise: predicted or constant; null for likelihoods without one
     * @param temperature temperature of its posterior
     * @param weight weight in the mixture
     * @param size number of its parameters
     */
    public record MemberSection(@Nullable String noise, double temperature, double weight, long size) {}

    static NetworksSection of(NetworkReport report, String digest) {
        TrainedPosterior trained = report.trained();
        List<MemberSection> members = new ArrayList<>();
        for (NetworkEnsemble.TrainedMember member : trained.members()) {
            members.add(new MemberSection(
                    !trained.likelihood().isNormal()
                            ? null
                            : member.kind().hasPredictedNoise() ? "predicted" : "constant",
                    member.kind().temperature(),
                    member.weight(),
                    trained.parameterCount(member)));
        }
        return new NetworksSection(trained.family(), report.names(), members, FILE, digest);
    }
}
