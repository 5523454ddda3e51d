package io.credence.autodiff;

import static io.credence.autodiff.Operation.ADD;
import static io.credence.autodiff.Operation.COPY_SIGN;
import static io.credence.autodiff.Operation.COSH;
import static io.credence.autodiff.Operation.COSINE;
import static io.credence.autodiff.Operation.DIVIDE;
import static io.credence.autodiff.Operation.EXP;
import static io.credence.autodiff.Operation.INVERSE_MILLS;
import static io.credence.autodiff.Operation.LOG;
import static io.credence.autodiff.Operation.MULTIPLY;
import static io.credence.autodiff.Operation.NEGATE;
import static io.credence.autodiff.Operation.POLYGAMMA;
import static io.credence.autodiff.Operation.POWER;
import static io.credence.autodiff.Operation.ROUND;
import static io.credence.autodiff.Operation.SIGN;
import static io.credence.autodiff.Operation.SINE;
import static io.credence.autodiff.Operation.SINH;
import static io.credence.autodiff.Operation.SQUARE;
import static io.credence.autodiff.Operation.SQUARE_ROOT;
import static io.credence.autodiff.Operation.SUBTRACT;
import static io.credence.autodiff.Operation.TIMES_LOG;

import java.util.Arrays;

/**
 * Reverse-mode differentiation of a graph: adds the derivatives of a node as further nodes, which can be differentiated
 * again. Where a function jumps or has a kink, its derivative is that of Hipparchus: 0 for a piecewise constant
 * function, sign(x) for |x|.
 */
final class ReverseMode {

    private static final int NONE = -1;
    private static final double TWO_OVER_ROOT_PI = 2 / Math.sqrt(Math.PI);

    private final Graph graph;
    private final boolean[] active;
    private final int[] adjoints;

    private ReverseMode(Graph graph, int output, int[] inputs) {
        this.graph = graph;
        this.active = new boolean[output + 1];
        this.adjoints = new int[output + 1];
        Arrays.fill(adjoints, NONE);
        for (int input : inputs) {
            if (input <= output) {
                active[input] = true;
            }
        }
        for (int node = 0; node <= output; node++) {
            active[node] |= graph.kind(node) >= 0 && (active[graph.a(node)] || active[graph.b(node)]);
        }
    }

    /** Nodes of ∂output/∂input for each of the inputs. */
    static int[] gradient(Graph graph, int output, int[] inputs) {
        ReverseMode mode = new ReverseMode(graph, output, inputs);
        mode.adjoints[output] = graph.constant(1);
        for (int node = output; node >= 0; node--) {
            if (mode.adjoints[node] != NONE && mode.active[node] && graph.kind(node) >= 0) {
                mode.pullBack(node, mode.adjoints[node]);
            }
        }
        return Arrays.stream(inputs)
                .map(input -> input > output || mode.adjoints[input] == NONE ? graph.constant(0) : mode.adjoints[input])
                .toArray();
    }

    private void pullBack(int node, int adjoint) {
        int a = graph.a(node);
        int b = graph.b(node);
        Operation operation = Operation.of(graph.kind(node));
        if (operation.isUnary()) {
            unary(operation, a, node, adjoint);
            return;
        }
        if (active[a]) {
            left(operation, a, b, node, adjoint);
        }
        if (active[b]) {
            right(operation, a, b, node, adjoint);
        }
    }

    private void unary(Operation operation, int x, int y, int g) {
        switch (operation) {
            case NEGATE -> add(x, of(NEGATE, g));
            case RECIPROCAL -> add(x, of(NEGATE, times(g, of(SQUARE, y))));
            case SQUARE -> add(x, times(g, scaled(x, 2)));
            case SQUARE_ROOT -> add(x, over(scaled(g, 0.5), y));
            case CUBE_ROOT -> add(x, over(g, scaled(of(SQUARE, y), 3)));
            case EXP -> add(x, times(g, y));
            case EXPM1 -> add(x, times(g, of(EXP, x)));
            case LOG -> add(x, over(g, x));
            case LOG1P -> add(x, over(g, plus(x, 1)));
            case LOG10 -> add(x, over(g, scaled(x, Math.log(10))));
            case SINE -> add(x, times(g, of(COSINE, x)));
            case COSINE -> add(x, of(NEGATE, times(g, of(SINE, x))));
            case TANGENT -> add(x, times(g, plus(of(SQUARE, y), 1)));
            case ARC_SINE -> add(x, over(g, of(SQUARE_ROOT, oneMinus(of(SQUARE, x)))));
            case ARC_COSINE -> add(x, of(NEGATE, over(g, of(SQUARE_ROOT, oneMinus(of(SQUARE, x))))));
            case ARC_TANGENT -> add(x, over(g, plus(of(SQUARE, x), 1)));
            case SINH -> add(x, times(g, of(COSH, x)));
            case COSH -> add(x, times(g, of(SINH, x)));
            case TANH -> add(x, times(g, oneMinus(of(SQUARE, y))));
            case AREA_SINH -> add(x, over(g, of(SQUARE_ROOT, plus(of(SQUARE, x), 1))));
            case AREA_COSH -> add(x, over(g, of(SQUARE_ROOT, plus(of(SQUARE, x), -1))));
            case AREA_TANH -> add(x, over(g, oneMinus(of(SQUARE, x))));
            case ABSOLUTE -> add(x, times(g, of(SIGN, x)));
            case SIGN, CEILING, FLOOR, ROUND, ULP -> {}
            case LOG_GAMMA -> add(x, times(g, polygamma(x, 0)));
            case ERF -> add(x, times(g, scaled(bell(x), TWO_OVER_ROOT_PI)));
            case ERFC -> add(x, times(g, scaled(bell(x), -TWO_OVER_ROOT_PI)));
            case LOG_NORMAL_CDF -> add(x, times(g, of(INVERSE_MILLS, x)));
            case INVERSE_MILLS -> add(x, of(NEGATE, times(g, times(y, graph.of(ADD, x, y)))));
            default -> throw new IllegalStateException(operation + " has no derivative");
        }
    }

    private void left(Operation operation, int a, int b, int y, int g) {
        switch (operation) {
            case ADD, SUBTRACT, REMAINDER -> add(a, g);
            case MULTIPLY -> add(a, times(g, b));
            case DIVIDE -> add(a, over(g, b));
            case POWER -> add(a, times(g, times(b, graph.of(POWER, a, plus(b, -1)))));
            case HYPOTENUSE -> add(a, times(g, over(a, y)));
            case ANGLE -> add(a, times(g, over(b, squares(a, b))));
            case COPY_SIGN -> {
                int one = graph.constant(1);
                add(a, times(g, times(graph.of(COPY_SIGN, one, a), graph.of(COPY_SIGN, one, b))));
            }
            case TIMES_LOG -> add(a, times(g, of(LOG, b)));
            case POLYGAMMA -> add(a, times(g, polygamma(a, 1 + (int) graph.number(b))));
            case LOG_BETA -> add(a, times(g, slopeOfLogBeta(a, b)));
            default -> throw new IllegalStateException(operation + " has no derivative");
        }
    }

    private void right(Operation operation, int a, int b, int y, int g) {
        switch (operation) {
            case ADD -> add(b, g);
            case SUBTRACT -> add(b, of(NEGATE, g));
            case MULTIPLY -> add(b, times(g, a));
            case DIVIDE -> add(b, of(NEGATE, times(over(g, b), y)));
            case POWER -> add(b, times(g, graph.of(TIMES_LOG, y, a)));
            case HYPOTENUSE -> add(b, times(g, over(b, y)));
            case ANGLE -> add(b, of(NEGATE, times(g, over(a, squares(a, b)))));
            case REMAINDER -> add(b, of(NEGATE, times(g, of(ROUND, over(graph.of(SUBTRACT, a, y), b)))));
            case COPY_SIGN -> {}
            case TIMES_LOG -> add(b, times(g, over(a, b)));
            case LOG_BETA -> add(b, times(g, slopeOfLogBeta(b, a)));
            default -> throw new IllegalStateException(operation + " has no derivative");
        }
    }

    private void add(int node, int contribution) {
        int before = adjoints[node];
        adjoints[node] = before == NONE ? contribution : graph.of(ADD, before, contribution);
    }

    private int of(Operation operation, int x) {
        return graph.of(operation, x);
    }

    private int times(int x, int y) {
        return graph.of(MULTIPLY, x, y);
    }

    private int scaled(int x, double y) {
        return graph.of(MULTIPLY, x, graph.constant(y));
    }

    private int over(int x, int y) {
        return graph.of(DIVIDE, x, y);
    }

    private int plus(int x, double y) {
        return graph.of(ADD, x, graph.constant(y));
    }

    private int oneMinus(int x) {
        return graph.of(SUBTRACT, graph.constant(1), x);
    }

    private int polygamma(int x, int order) {
        return graph.of(POLYGAMMA, x, graph.constant(order));
    }

    /** Derivative ∂ log B(a, b) / ∂a. */
    private int slopeOfLogBeta(int a, int b) {
        return graph.of(SUBTRACT, polygamma(a, 0), polygamma(graph.of(ADD, a, b), 0));
    }

    /** Bell curve exp(−x²). */
    private int bell(int x) {
        return of(EXP, of(NEGATE, of(SQUARE, x)));
    }

    private int squares(int a, int b) {
        return graph.of(ADD, of(SQUARE, a), of(SQUARE, b));
    }
}
