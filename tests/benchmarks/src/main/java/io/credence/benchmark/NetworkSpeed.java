package io.credence.benchmark;

import com.sun.management.OperatingSystemMXBean;
import io.credence.Inference;
import io.credence.Rows;
import io.credence.fit.FitState.FitListener;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/**
 * Processor seconds of an epoch of one network of one hidden layer of ReLU units with constant noise, in closed form and by draws of the
 * weights: the median over the epochs after the first three.
 *
 * <p>Arguments: problems, as {@code 41157x9x100} (rows, columns, units); batches, as {@code 100,1000}; draws, of which 0 is the closed form;
 * epochs; kernel.
 */
public final class NetworkSpeed {

    private static final int WARM = 3;

    private NetworkSpeed() {}

    /** Runs it. */
    public static void main(String[] arguments) {
        int epochs = Integer.parseInt(arguments[3]);
        MarkdownTable.open(
                "Seconds of an epoch",
                "One network, processor seconds, kernel " + arguments[4] + ".",
                List.of("rows × columns × units", "batch", "draws", "s an epoch"));
        for (String problem : arguments[0].split(",")) {
            int[] size = Arrays.stream(problem.split("x"))
                    .mapToInt(Integer::parseInt)
                    .toArray();
            Rows rows = rows(size[0], size[1]);
            for (String batch : arguments[1].split(",")) {
                for (String draws : arguments[2].split(",")) {
                    double seconds = seconds(rows, size[2], batch, draws, epochs, arguments[4]);
                    MarkdownTable.line(List.of(problem, batch, draws, MarkdownTable.number(seconds, 3)));
                }
            }
        }
    }

    private static Rows rows(int count, int columns) {
        Random random = new Random(1);
        double[][] features = new double[count][columns];
        double[] labels = new double[count];
        for (int i = 0; i < count; i++) {
            Arrays.setAll(features[i], j -> random.nextGaussian());
            labels[i] = Math.sin(features[i][0]) + features[i][1] * features[i][2] + 0.3 * random.nextGaussian();
        }
        return Rows.of(features, labels);
    }

    private static double seconds(Rows rows, int units, String batch, String draws, int epochs, String kernel) {
        OperatingSystemMXBean system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        List<Long> times = new ArrayList<>();
        boolean closed = draws.equals("0");
        Inference.of("gaussian")
                .with("kernel", kernel)
                .with("estimator.kind", closed ? "auto" : "reparameterized")
                .with("estimator.draws", closed ? "100" : draws)
                .network(units)
                .with("model.network.ensemble", 1)
                .with("model.network.noise", "constant")
                .with("train.validation", 0)
                .with("train.batch", batch)
                .with("train.epochs", epochs + WARM)
                .listener(FitListener.ofSteps(step -> times.add(system.getProcessCpuTime())))
                .fit(rows);
        double[] each = new double[epochs - 1];
        Arrays.setAll(each, e -> 1e-9 * (times.get(WARM + e + 1) - times.get(WARM + e)));
        Arrays.sort(each);
        return each[each.length / 2];
    }
}
