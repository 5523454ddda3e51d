package io.credence.network.dense;

import java.util.List;

/**
 * Order of the parameters of networks of one shape that are trained together, which is that of one network: means of
 * the weights of all, their log standard deviations, then points.
 *
 * @param shape shape of each network
 * @param networks number of networks
 */
record EnsembleLayout(NetworkShape shape, int networks) {

    /** Parameters of all networks, from those of each. */
    double[] join(List<double[]> each) {
        double[] all = new double[networks * shape.parameterCount()];
        for (int m = 0; m < networks; m++) {
            put(each.get(m), m, all);
        }
        return all;
    }

    /** Parameters of network {@code m}. */
    double[] own(double[] all, int m) {
        double[] own = new double[shape.parameterCount()];
        int weights = shape.weightCount();
        for (int part = 0; part < 2; part++) {
            System.arraycopy(all, (part * networks + m) * weights, own, part * weights, weights);
        }
        int points = shape.points();
        System.arraycopy(all, 2 * networks * weights + m * points, own, shape.firstPoint(), points);
        return own;
    }

    /** Sets the parameters of network {@code m} among those of all. */
    void put(double[] own, int m, double[] all) {
        int weights = shape.weightCount();
        for (int part = 0; part < 2; part++) {
            System.arraycopy(own, part * weights, all, (part * networks + m) * weights, weights);
        }
        int points = shape.points();
        System.arraycopy(own, shape.firstPoint(), all, 2 * networks * weights + m * points, points);
    }
}
