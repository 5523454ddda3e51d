package io.credence.benchmark;

import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One network of 50 units with constant noise, by each of the papers' objectives (Knoblauch et al. 2022, section 6; Ji and Shen 2019, section 3.2; Futami et al. 2022), on published splits
 * of UCI data: mean test log density, paired with that of the ELBO in closed form, and root mean squared error.
 *
 * <p>Arguments: names of data sets; splits, as {@code 0-4}; epochs; then words that choose objectives by their names, all without, or
 * objectives of one's own, as {@code objective.kind=renyi,objective.alpha=0.3}. Without the data it reports
 * that and ends.
 */
public final class NetworkObjectives {

    private static final Map<String, String> KEYS = keys();

    private NetworkObjectives() {}

    private static Map<String, String> keys() {
        Map<String, String> keys = new LinkedHashMap<>();
        keys.put("ELBO", "objective.kind=elbo");
        keys.put("ELBO by draws", "estimator.kind=reparameterized");
        keys.put("GVI, Rényi 0.5", "objective.kind=gvi objective.divergence.kind=renyi objective.divergence.alpha=0.5");
        keys.put("GVI, Rényi 2", "objective.kind=gvi objective.divergence.kind=renyi objective.divergence.alpha=2");
        keys.put("γ-loss 1.1", "objective.kind=gvi objective.loss.kind=gamma objective.loss.gamma=1.1");
        keys.put("Ent-VI, γ = 1", "objective.kind=entropic-risk");
        keys.put("MV-VI (weighted, ¼)", "objective.kind=weighted-mean-variance objective.c=0.25");
        keys.put("PAC²", "objective.kind=density-variance");
        keys.put("VR, α = 0.5", "objective.kind=renyi");
        keys.put("IWAE", "objective.kind=iwae objective.draws=10");
        keys.put("BB-α, 0.5", "objective.kind=black-box-alpha");
        keys.put("EUBO, algorithm 1", "objective.kind=eubo");
        keys.put("EUBO by paths", "objective.kind=eubo estimator.kind=reparameterized");
        keys.put("CHIVI", "objective.kind=chivi");
        return keys;
    }

    /** Runs it. */
    public static void main(String[] arguments) {
        if (!Files.exists(UciData.folder())) {
            System.out.println("skipped: no data in " + UciData.folder());
            return;
        }
        String[] range = arguments[1].split("-");
        List<String> words = List.of(arguments).subList(3, arguments.length);
        Map<String, String> objectives = new LinkedHashMap<>(KEYS);
        if (!words.isEmpty()) {
            objectives.keySet().removeIf(name -> words.stream().noneMatch(name::contains));
        }
        words.stream().filter(word -> word.contains("=")).forEach(word -> objectives.put(word, word));
        MarkdownTable.open(
                "Objectives of networks on UCI data",
                "Log density of test rows, less that of the ELBO of the same split, and error, ± standard error over splits "
                        + arguments[1] + "; " + arguments[2] + " epochs.",
                List.of("data", "objective", "log density", "less the ELBO's", "error", "s a fit"));
        for (String name : arguments[0].split(",")) {
            UciData data = UciData.read(name);
            double[] elbo = new double[0];
            for (Map.Entry<String, String> objective : objectives.entrySet()) {
                List<String> keys = new ArrayList<>(List.of(objective.getValue().split("[ ,]")));
                keys.addAll(List.of(
                        "estimator.draws=10",
                        "model.network.ensemble=1",
                        "model.network.noise=constant",
                        "train.validation=0",
                        "train.epochs=" + arguments[2]));
                List<NetworkSplit> splits = new ArrayList<>();
                for (int split = Integer.parseInt(range[0]); split <= Integer.parseInt(range[1]); split++) {
                    splits.add(NetworkSplit.run(data, name, split, keys.toArray(String[]::new)));
                }
                double[] densities =
                        splits.stream().mapToDouble(NetworkSplit::logDensity).toArray();
                elbo = elbo.length == 0 ? densities : elbo;
                print(name, objective.getKey(), splits, densities, elbo);
            }
        }
    }

    private static void print(
            String name, String objective, List<NetworkSplit> splits, double[] densities, double[] elbo) {
        double[] apart = new double[elbo.length];
        Arrays.setAll(apart, s -> densities[s] - elbo[s]);
        MarkdownTable.line(List.of(
                name,
                objective,
                NetworkSplit.summary(densities, 3),
                densities == elbo ? "0" : NetworkSplit.summary(apart, 3),
                NetworkSplit.errors(splits),
                MarkdownTable.number(
                        splits.stream()
                                .mapToDouble(NetworkSplit::seconds)
                                .average()
                                .orElseThrow(),
                        1)));
    }
}
