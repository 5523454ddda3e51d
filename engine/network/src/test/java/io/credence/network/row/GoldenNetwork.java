package io.credence.network.row;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.credence.network.dense.NetworkShape;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/** The network of {@code golden/networks.json}, whose weights stand in another order there. */
public record GoldenNetwork(JsonNode root) {

    public static GoldenNetwork read() {
        try (InputStream file = GoldenNetwork.class.getResourceAsStream("/golden/networks.json")) {
            return new GoldenNetwork(new ObjectMapper().readTree(file));
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    public double[] numbers(String... path) {
        JsonNode node = root;
        for (String name : path) {
            node = node.get(name);
        }
        double[] numbers = new double[node.size()];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = node.get(i).asDouble();
        }
        return numbers;
    }

    /** One number for each weight, in the order of {@link NetworkShape}: unit by unit, biases first. */
    public static double[] ordered(double[] golden) {
        double[] ordered = new double[21];
        for (int unit = 0; unit < 4; unit++) {
            ordered[unit * 4] = golden[12 + unit];
            for (int j = 0; j < 3; j++) {
                ordered[unit * 4 + 1 + j] = golden[j * 4 + unit];
            }
        }
        ordered[16] = golden[20];
        System.arraycopy(golden, 16, ordered, 17, 4);
        return ordered;
    }

    /** Its rows behind a column of ones. */
    public NetworkRows rows() {
        JsonNode x = root.get("X");
        double[] features = new double[x.size() * 4];
        double[] weight = new double[x.size()];
        for (int i = 0; i < x.size(); i++) {
            weight[i] = 1;
            features[i * 4] = 1;
            for (int j = 0; j < 3; j++) {
                features[i * 4 + 1 + j] = x.get(i).get(j).asDouble();
            }
        }
        return new NetworkRows(4, features, numbers("y"), weight);
    }

    public NetworkRows.Batch batch() {
        return rows().fill(rows().allocateBatch(5), new int[] {0, 1, 2, 3, 4}, 0, 5);
    }
}
