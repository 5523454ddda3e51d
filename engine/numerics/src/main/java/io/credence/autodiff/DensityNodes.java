package io.credence.autodiff;

/**
 * Nodes of the densities of distribution functions, for their derivatives. A hazard is the density over the
 * distribution function, a score the derivative of the log density in a parameter.
 */
final class DensityNodes {

    private final Graph graph;

    DensityNodes(Graph graph) {
        this.graph = graph;
    }

    /** Density x^(a−1) e^(−x) / Γ(a) of a gamma over a function of which the logarithm is an operation. */
    int gammaHazard(Operation logarithm, int a, int x) {
        int power = times(plus(a, -1), of(Operation.LOG, x));
        int logDensity = minus(minus(power, x), of(Operation.LOG_GAMMA, a));
        return of(Operation.EXP, minus(logDensity, graph.addOperation(logarithm, a, x)));
    }

    /** Score of the shape of a gamma, log x − ψ(a). */
    int gammaScore(int a, int x) {
        return minus(of(Operation.LOG, x), polygamma(a));
    }

    /** Density of Student's t over its distribution function. */
    int studentHazard(int t, int degrees) {
        int logDensity = minus(
                of(Operation.NEGATE, scaled(of(Operation.LOG, degrees), 0.5)),
                graph.addOperation(Operation.LOG_BETA, scaled(degrees, 0.5), graph.addConstant(0.5)));
        logDensity = minus(logDensity, times(scaled(plus(degrees, 1), 0.5), of(Operation.LOG1P, square(t, degrees))));
        return of(Operation.EXP, minus(logDensity, graph.addOperation(Operation.LOG_STUDENT_CDF, t, degrees)));
    }

    /** Score of the degrees of freedom ν, ½ (ψ((ν+1)/2) − ψ(ν/2) − 1/ν − log(1 + t²/ν) + (ν+1)/ν · t²/(ν + t²)). */
    int studentScore(int t, int degrees) {
        int square = square(t, degrees);
        int share = graph.addOperation(Operation.DIVIDE, square, plus(square, 1));
        int more = plus(degrees, 1);
        int first = minus(polygamma(scaled(more, 0.5)), polygamma(scaled(degrees, 0.5)));
        int second = minus(minus(first, of(Operation.RECIPROCAL, degrees)), of(Operation.LOG1P, square));
        int third = graph.addOperation(Operation.DIVIDE, times(more, share), degrees);
        return scaled(graph.addOperation(Operation.ADD, second, third), 0.5);
    }

    private int square(int t, int degrees) {
        return graph.addOperation(Operation.DIVIDE, of(Operation.SQUARE, t), degrees);
    }

    /**
     * Derivative x^a (1 − x)^b / B(a, b) of the incomplete beta function in the log odds w of x, divided by the
     * function itself.
     */
    int betaHazard(int w, int a, int b) {
        int first = times(a, of(Operation.SOFTPLUS, of(Operation.NEGATE, w)));
        int second = times(b, of(Operation.SOFTPLUS, w));
        int both = graph.addOperation(Operation.ADD, first, second);
        int log = graph.addOperation(
                Operation.ADD,
                graph.addOperation(Operation.ADD, both, graph.addOperation(Operation.LOG_BETA, a, b)),
                graph.addOperation(Operation.LOG_BETA_CDF, w, a, b));
        return of(Operation.EXP, of(Operation.NEGATE, log));
    }

    /** Score of the shape a of a beta with the other shape b, log x − ψ(a) + ψ(a + b), given log odds of 1 − x. */
    int betaScore(int opposite, int a, int b) {
        int slope = minus(polygamma(graph.addOperation(Operation.ADD, a, b)), polygamma(a));
        return minus(slope, of(Operation.SOFTPLUS, opposite));
    }

    private int of(Operation operation, int x) {
        return graph.addOperation(operation, x);
    }

    private int times(int x, int y) {
        return graph.addOperation(Operation.MULTIPLY, x, y);
    }

    private int scaled(int x, double y) {
        return times(x, graph.addConstant(y));
    }

    private int plus(int x, double y) {
        return graph.addOperation(Operation.ADD, x, graph.addConstant(y));
    }

    private int minus(int x, int y) {
        return graph.addOperation(Operation.SUBTRACT, x, y);
    }

    private int polygamma(int x) {
        return graph.addOperation(Operation.POLYGAMMA, x, graph.addConstant(0));
    }
}
