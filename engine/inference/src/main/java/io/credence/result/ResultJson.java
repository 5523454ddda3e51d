package io.credence.result;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.credence.result.section.PosteriorFile;
import io.credence.result.section.SectionMapper;
import io.credence.result.section.SegmentsFile;
import io.credence.summary.FitReport;
import io.credence.summary.NetworkReport;

/** Writer of {@code posterior.json}, closed by the digest of its content. */
public final class ResultJson {

    private ResultJson() {}

    /** Text of the file of a fit of coefficients. */
    public static String text(FitReport report) {
        return text(PosteriorFile.of(report));
    }

    /**
     * Text of the file of a fit of networks.
     *
     * @param networks bytes of the file with their parameters
     */
    public static String text(NetworkReport report, byte[] networks) {
        return text(PosteriorFile.of(report, NetworksFile.digest(networks)));
    }

    /** Text of the file of a job with one fit per segment. */
    public static String text(SegmentsFile segments) {
        return text((Record) segments);
    }

    private static String text(Record file) {
        ObjectNode root = SectionMapper.toNode(file);
        root.put(PosteriorDigest.KEY, PosteriorDigest.of(root));
        return root.toPrettyString() + "\n";
    }
}
