package io.credence.benchmark;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * What a benchmark of the objectives of networks runs, read from its arguments: names of data sets; splits, as {@code 0-4}, published, or {@code random:0-49}, drawn by seed; epochs; then
 * words, of which {@code curves} takes the objectives of figures 4, 14 and 15 of Knoblauch et al. 2022 in place of one of each kind, one that begins with {@code objective.} is an
 * objective of one's own, such as {@code objective.kind=renyi,objective.alpha=0.3}, another key is one of all fits, such as
 * {@code train.batch=32}, and any other chooses objectives by their names, all without.
 *
 * @param data names of data sets
 * @param areRandom whether splits are drawn by seed; else they are the published ones
 * @param splits first split and last
 * @param objectives keys of each objective by its name
 * @param keys of all
 */
record NetworkProtocol(
        List<String> data, boolean areRandom, int[] splits, Map<String, String> objectives, List<String> keys) {

    private static final String RANDOM = "random:";
    private static final String CURVES = "curves";
    private static final String RENYI =
            "objective.kind=gvi objective.divergence.kind=renyi objective.divergence.alpha=";

    static NetworkProtocol of(String... arguments) {
        boolean random = arguments[1].startsWith(RANDOM);
        String[] range = arguments[1].substring(random ? RANDOM.length() : 0).split("-");
        List<String> words = new ArrayList<>(List.of(arguments).subList(3, arguments.length));
        Map<String, String> objectives = words.remove(CURVES) ? curves() : ofEachKind();
        List<String> own =
                words.stream().filter(word -> word.startsWith("objective.")).toList();
        List<String> keys = new ArrayList<>(List.of(
                "estimator.draws=10",
                "model.network.ensemble=1",
                "model.network.noise=constant",
                "train.validation=0",
                "train.epochs=" + arguments[2]));
        words.removeAll(own);
        for (String key :
                words.stream().filter(word -> word.matches("[a-zA-Z.]+=.*")).toList()) {
            keys.removeIf(other -> other.startsWith(key.substring(0, key.indexOf('=') + 1)));
            keys.add(key);
        }
        words.removeAll(keys);
        if (!words.isEmpty() || !own.isEmpty()) {
            objectives.keySet().removeIf(name -> words.stream().noneMatch(name::contains));
        }
        own.forEach(word -> objectives.put(word, word));
        return new NetworkProtocol(
                List.of(arguments[0].split(",")),
                random,
                new int[] {Integer.parseInt(range[0]), Integer.parseInt(range[range.length - 1])},
                objectives,
                keys);
    }

    private static Map<String, String> ofEachKind() {
        Map<String, String> keys = new LinkedHashMap<>();
        keys.put("ELBO", "objective.kind=elbo");
        keys.put("ELBO by draws", "estimator.kind=reparameterized");
        keys.put("GVI, Rényi 0.5", RENYI + "0.5");
        keys.put("GVI, Rényi 2", RENYI + "2");
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

    /** All but one with the prior N(0, 1): Rényi's divergence of order 1 is that of Kullback and Leibler. */
    private static Map<String, String> curves() {
        Map<String, String> keys = new LinkedHashMap<>();
        keys.put("VI, standard normal prior", RENYI + "1");
        keys.put("VI, prior by evidence", "objective.kind=elbo");
        for (String order : List.of("0.25", "0.5", "0.75", "1.5", "2", "4")) {
            keys.put("GVI, Rényi " + order, RENYI + order);
        }
        for (String order : List.of("0.25", "0.5", "0.75")) {
            keys.put("VR, α = " + order, "objective.kind=renyi objective.alpha=" + order);
        }
        for (String order : List.of("0.25", "0.5", "0.75", "1")) {
            keys.put("BB-α, " + order, "objective.kind=black-box-alpha objective.alpha=" + order);
        }
        for (String loss : List.of("beta", "gamma")) {
            for (String order : List.of("0.5", "1", "2")) {
                keys.put(
                        loss + "-loss 1.1, Rényi " + order,
                        RENYI + order + " objective.loss.kind=" + loss + " objective.loss." + loss + "=1.1");
            }
        }
        return keys;
    }

    UciData read(String name) {
        UciData published = UciData.read(name);
        return areRandom ? published.withRandomSplits(splits[1] + 1) : published;
    }

    /** Keys of the fits by an objective. */
    String[] keys(String objective) {
        List<String> all = new ArrayList<>(keys);
        all.addAll(List.of(Objects.requireNonNull(objectives.get(objective)).split("[ ,]")));
        return all.toArray(String[]::new);
    }

    /** What it was, for a caption. */
    String text() {
        return (areRandom ? "random" : "published") + " splits " + splits[0] + "–" + splits[1] + "; "
                + String.join(" ", keys);
    }
}
