package io.credence.network.dense;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.credence.linalg.Kernels;
import io.credence.network.dense.NetworkModel.Activation;
import io.credence.network.row.GoldenNetwork;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class MemberNetworkTest {

    private static final MemberKind KIND = new MemberKind(false, 1);

    @ParameterizedTest
    @EnumSource
    void outputs_areTheGoldenOnes(Activation activation) {
        GoldenNetwork golden = GoldenNetwork.read();
        double[] weights = new double[21];
        for (int j = 0; j < 21; j++) {
            weights[j] = golden.numbers("mu")[j] + Math.exp(golden.numbers("rho")[j]) * golden.numbers("eps")[j];
        }
        NetworkModel model = new NetworkModel("gaussian", 0, 4, List.of(4), activation);
        double[] outputs = new double[5];

        new MemberNetwork(model, KIND, Kernels.named("java"), 5)
                .computeOutputs(GoldenNetwork.ordered(weights), golden.batch().features(), 5, outputs);

        assertArrayEquals(golden.numbers("draw", activation.configName()), outputs, 1e-12);
    }

    /** Moments in closed form against draws of the weights. */
    @Test
    void draws_haveTheMomentsOfTheGoldenNetwork() {
        GoldenNetwork golden = GoldenNetwork.read();
        double[] values = new double[43];
        System.arraycopy(GoldenNetwork.ordered(golden.numbers("mu")), 0, values, 0, 21);
        double[] rho = GoldenNetwork.ordered(golden.numbers("rho"));
        for (int j = 0; j < 21; j++) {
            values[21 + j] = rho[j] + 2;
        }
        NetworkModel model = new NetworkModel("gaussian", 0, 4, List.of(4), Activation.RELU);
        MemberNetwork network = new MemberNetwork(model, KIND, Kernels.named("java"), 5);
        int draws = 20_000;
        double[] sum = new double[5];
        double[] squares = new double[5];
        double[] outputs = new double[5];
        for (int s = 0; s < draws; s++) {
            double[] drawn = MemberNetwork.drawWeights(network.shape(), values, 0, s, 3);
            network.computeOutputs(drawn, golden.batch().features(), 5, outputs);
            for (int i = 0; i < 5; i++) {
                sum[i] += outputs[i] / draws;
                squares[i] += outputs[i] * outputs[i] / draws;
            }
        }
        double[] mean = golden.numbers("exact_relu_moments", "out_mean");
        double[] variance = golden.numbers("exact_relu_moments", "out_var");
        for (int i = 0; i < 5; i++) {
            assertEquals(mean[i], sum[i], 5 * Math.sqrt(variance[i] / draws));
            assertEquals(variance[i], squares[i] - sum[i] * sum[i], 0.1 * variance[i]);
        }
    }
}
