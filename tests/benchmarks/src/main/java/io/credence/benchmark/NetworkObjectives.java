package io.credence.benchmark;

import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * One network of 50 units with constant noise, by each of the papers' objectives (Knoblauch et al. 2022, section 6; Ji and Shen 2019, section 3.2; Futami et al. 2022), on splits
 * of UCI data: mean test log density, and root mean squared error, each less that of the first objective on the same split, and the noise's fitted variance.
 *
 * <p>Arguments: those of {@link NetworkProtocol}. Without the data it reports that and ends.
 */
public final class NetworkObjectives {

    private NetworkObjectives() {}

    /** Runs it. */
    public static void main(String[] arguments) {
        if (!Files.exists(UciData.folder())) {
            System.out.println("skipped: no data in " + UciData.folder());
            return;
        }
        NetworkProtocol protocol = NetworkProtocol.of(arguments);
        String first = protocol.objectives().keySet().iterator().next();
        MarkdownTable.open(
                "Objectives of networks on UCI data",
                "Log density of test rows and error, each less that of " + first
                        + " of the same split, and variance σ̂² of the noise by that of the labels, ± standard error over "
                        + protocol.text() + ".",
                List.of(
                        "data",
                        "objective",
                        "log density",
                        "less the first's",
                        "error",
                        "less the first's",
                        "σ̂²",
                        "s a fit"));
        for (String name : protocol.data()) {
            UciData data = protocol.read(name);
            List<NetworkSplit> reference = List.of();
            for (String objective : protocol.objectives().keySet()) {
                List<NetworkSplit> splits = new ArrayList<>();
                for (int split = protocol.splits()[0]; split <= protocol.splits()[1]; split++) {
                    splits.add(NetworkSplit.run(data, name, split, protocol.keys(objective)));
                }
                reference = reference.isEmpty() ? splits : reference;
                print(name, objective, splits, reference);
            }
        }
    }

    private static void print(String name, String objective, List<NetworkSplit> splits, List<NetworkSplit> reference) {
        MarkdownTable.line(List.of(
                name,
                objective,
                summary(splits, NetworkSplit::logDensity),
                apart(splits, reference, NetworkSplit::logDensity),
                NetworkSplit.errors(splits),
                apart(splits, reference, NetworkSplit::error),
                summary(splits, NetworkSplit::noise),
                MarkdownTable.number(
                        splits.stream()
                                .mapToDouble(NetworkSplit::seconds)
                                .average()
                                .orElseThrow(),
                        1)));
    }

    private static String summary(List<NetworkSplit> splits, ToDoubleFunction<NetworkSplit> of) {
        return NetworkSplit.summary(splits.stream().mapToDouble(of).toArray());
    }

    /** Difference from the first objective, split by split. */
    private static String apart(
            List<NetworkSplit> splits, List<NetworkSplit> reference, ToDoubleFunction<NetworkSplit> of) {
        return splits == reference
                ? "0"
                : NetworkSplit.summary(IntStream.range(0, splits.size())
                        .mapToDouble(s -> of.applyAsDouble(splits.get(s)) - of.applyAsDouble(reference.get(s)))
                        .toArray());
    }
}
