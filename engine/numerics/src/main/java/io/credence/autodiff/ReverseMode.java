package io.credence.autodiff;

import static io.credence.autodiff.Operation.ADD;
import static io.credence.autodiff.Operation.BETA_CDF_BOTH;
import static io.credence.autodiff.Operation.BETA_CDF_FIRST;
import static io.credence.autodiff.Operation.BETA_CDF_FIRST_TWICE;
import static io.credence.autodiff.Operation.BETA_CDF_SECOND;
import static io.credence.autodiff.Operation.BETA_CDF_SECOND_TWICE;
import static io.credence.autodiff.Operation.COPY_SIGN;
import static io.credence.autodiff.Operation.COSH;
import static io.credence.autodiff.Operation.COSINE;
import static io.credence.autodiff.Operation.DIVIDE;
import static io.credence.autodiff.Operation.EXCEEDS;
import static io.credence.autodiff.Operation.EXP;
import static io.credence.autodiff.Operation.GAMMA_CDF_CURVATURE;
import static io.credence.autodiff.Operation.GAMMA_CDF_SLOPE;
import static io.credence.autodiff.Operation.GAMMA_TAIL_CURVATURE;
import static io.credence.autodiff.Operation.GAMMA_TAIL_SLOPE;
import static io.credence.autodiff.Operation.INVERSE_MILLS;
import static io.credence.autodiff.Operation.LOG;
import static io.credence.autodiff.Operation.LOGISTIC;
import static io.credence.autodiff.Operation.LOG_BETA_CDF;
import static io.credence.autodiff.Operation.LOG_GAMMA_CDF;
import static io.credence.autodiff.Operation.LOG_GAMMA_TAIL;
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
import static io.credence.autodiff.Operation.STUDENT_CDF_CURVATURE;
import static io.credence.autodiff.Operation.STUDENT_CDF_SLOPE;
import static io.credence.autodiff.Operation.SUBTRACT;
import static io.credence.autodiff.Operation.TIMES_LOG;
import static io.credence.autodiff.Operation.TWEEDIE_FACTOR;
import static io.credence.autodiff.Operation.TWEEDIE_FACTOR_CURVATURE;
import static io.credence.autodiff.Operation.TWEEDIE_FACTOR_SLOPE;

import java.util.Arrays;

/**
 * Reverse-mode differentiation of a graph. The derivatives of a node are added as further nodes, which can be
 * differentiated again. Where a function jumps or has a kink, its derivative is that of Hipparchus: 0 for a piecewise
 * constant function, sign(x) for |x|.
 */
final class ReverseMode {

    private static final int NONE = -1;
    private static final double TWO_OVER_ROOT_PI = 2 / Math.sqrt(Math.PI);

    private final Graph graph;
    private final DensityNodes densities;
    private final boolean[] active;
    private final int[] adjoints;

    private ReverseMode(Graph graph, int output, int[] inputs) {
        this.graph = graph;
        this.densities = new DensityNodes(graph);
        this.active = new boolean[output + 1];
        this.adjoints = new int[output + 1];
        Arrays.fill(adjoints, NONE);
        for (int input : inputs) {
            if (input <= output) {
                active[input] = true;
            }
        }
        for (int node = 0; node <= output; node++) {
            active[node] |= graph.kind(node) >= 0
                    && (active[graph.firstArgument(node)]
                            || active[graph.secondArgument(node)]
                            || active[graph.thirdArgument(node)]);
        }
    }

    /** Nodes of ∂output/∂input for each of the inputs. */
    static int[] gradient(Graph graph, int output, int[] inputs) {
        ReverseMode mode = new ReverseMode(graph, output, inputs);
        mode.adjoints[output] = graph.addConstant(1);
        for (int node = output; node >= 0; node--) {
            if (mode.adjoints[node] != NONE && mode.active[node] && graph.kind(node) >= 0) {
                mode.pullBack(node, mode.adjoints[node]);
            }
        }
        return Arrays.stream(inputs)
                .map(input ->
                        input > output || mode.adjoints[input] == NONE ? graph.addConstant(0) : mode.adjoints[input])
                .toArray();
    }

    private void pullBack(int node, int adjoint) {
        int a = graph.firstArgument(node);
        int b = graph.secondArgument(node);
        Operation operation = Operation.of(graph.kind(node));
        if (operation.isUnary()) {
            addUnaryContribution(operation, a, node, adjoint);
            return;
        }
        if (operation == TWEEDIE_FACTOR || operation == TWEEDIE_FACTOR_SLOPE) {
            Operation next = operation == TWEEDIE_FACTOR ? TWEEDIE_FACTOR_SLOPE : TWEEDIE_FACTOR_CURVATURE;
            int dispersion = graph.thirdArgument(node);
            addToAdjoint(dispersion, times(adjoint, graph.addOperation(next, a, b, dispersion)));
            return;
        }
        if (operation.isTernary()) {
            addContributionsOfBeta(operation, node, adjoint);
            return;
        }
        if (active[a]) {
            addLeftContribution(operation, a, b, node, adjoint);
        }
        if (active[b]) {
            addRightContribution(operation, a, b, node, adjoint);
        }
    }

    private void addUnaryContribution(Operation operation, int x, int y, int g) {
        switch (operation) {
            case NEGATE -> addToAdjoint(x, of(NEGATE, g));
            case RECIPROCAL -> addToAdjoint(x, of(NEGATE, times(g, of(SQUARE, y))));
            case SQUARE -> addToAdjoint(x, times(g, scaled(x, 2)));
            case SQUARE_ROOT -> addToAdjoint(x, over(scaled(g, 0.5), y));
            case CUBE_ROOT -> addToAdjoint(x, over(g, scaled(of(SQUARE, y), 3)));
            case EXP -> addToAdjoint(x, times(g, y));
            case EXPM1 -> addToAdjoint(x, times(g, of(EXP, x)));
            case LOG -> addToAdjoint(x, over(g, x));
            case LOG1P -> addToAdjoint(x, over(g, plus(x, 1)));
            case LOG10 -> addToAdjoint(x, over(g, scaled(x, Math.log(10))));
            case SINE -> addToAdjoint(x, times(g, of(COSINE, x)));
            case COSINE -> addToAdjoint(x, of(NEGATE, times(g, of(SINE, x))));
            case TANGENT -> addToAdjoint(x, times(g, plus(of(SQUARE, y), 1)));
            case ARC_SINE -> addToAdjoint(x, over(g, of(SQUARE_ROOT, oneMinus(of(SQUARE, x)))));
            case ARC_COSINE -> addToAdjoint(x, of(NEGATE, over(g, of(SQUARE_ROOT, oneMinus(of(SQUARE, x))))));
            case ARC_TANGENT -> addToAdjoint(x, over(g, plus(of(SQUARE, x), 1)));
            case SINH -> addToAdjoint(x, times(g, of(COSH, x)));
            case COSH -> addToAdjoint(x, times(g, of(SINH, x)));
            case TANH -> addToAdjoint(x, times(g, oneMinus(of(SQUARE, y))));
            case AREA_SINH -> addToAdjoint(x, over(g, of(SQUARE_ROOT, plus(of(SQUARE, x), 1))));
            case AREA_COSH -> addToAdjoint(x, over(g, of(SQUARE_ROOT, plus(of(SQUARE, x), -1))));
            case AREA_TANH -> addToAdjoint(x, over(g, oneMinus(of(SQUARE, x))));
            case ABSOLUTE -> addToAdjoint(x, times(g, of(SIGN, x)));
            case SIGN, CEILING, FLOOR, ROUND, ULP -> {}
            case LOG_GAMMA -> addToAdjoint(x, times(g, polygamma(x, 0)));
            case ERF -> addToAdjoint(x, times(g, scaled(bellCurve(x), TWO_OVER_ROOT_PI)));
            case ERFC -> addToAdjoint(x, times(g, scaled(bellCurve(x), -TWO_OVER_ROOT_PI)));
            case LOG_NORMAL_CDF -> addToAdjoint(x, times(g, of(INVERSE_MILLS, x)));
            case INVERSE_MILLS -> addToAdjoint(x, of(NEGATE, times(g, times(y, graph.addOperation(ADD, x, y)))));
            case SOFTPLUS -> addToAdjoint(x, times(g, of(LOGISTIC, x)));
            case LOGISTIC -> addToAdjoint(x, times(g, times(y, of(LOGISTIC, of(NEGATE, x)))));
            case LOG_COMPLEMENT -> addToAdjoint(x, of(NEGATE, times(g, of(EXP, minus(x, y)))));
            default -> throw new IllegalStateException(operation + " has no derivative");
        }
    }

    private void addLeftContribution(Operation operation, int a, int b, int y, int g) {
        switch (operation) {
            case ADD, SUBTRACT, REMAINDER -> addToAdjoint(a, g);
            case MULTIPLY -> addToAdjoint(a, times(g, b));
            case DIVIDE -> addToAdjoint(a, over(g, b));
            case POWER -> addToAdjoint(a, times(g, times(b, graph.addOperation(POWER, a, plus(b, -1)))));
            case HYPOTENUSE -> addToAdjoint(a, times(g, over(a, y)));
            case ANGLE -> addToAdjoint(a, times(g, over(b, sumOfSquares(a, b))));
            case COPY_SIGN -> {
                int one = graph.addConstant(1);
                addToAdjoint(
                        a,
                        times(g, times(graph.addOperation(COPY_SIGN, one, a), graph.addOperation(COPY_SIGN, one, b))));
            }
            case TIMES_LOG -> addToAdjoint(a, times(g, of(LOG, b)));
            case POLYGAMMA -> addToAdjoint(a, times(g, polygamma(a, 1 + (int) graph.constantValue(b))));
            case LOG_BETA -> addToAdjoint(a, times(g, slopeOfLogBeta(a, b)));
            case MAXIMUM -> addToAdjoint(a, times(g, graph.addOperation(EXCEEDS, a, b)));
            case EXCEEDS -> {}
            case LOG_GAMMA_CDF -> addToAdjoint(a, times(g, graph.addOperation(GAMMA_CDF_SLOPE, a, b)));
            case GAMMA_CDF_SLOPE -> addToAdjoint(a, times(g, graph.addOperation(GAMMA_CDF_CURVATURE, a, b)));
            case LOG_GAMMA_TAIL -> addToAdjoint(a, times(g, graph.addOperation(GAMMA_TAIL_SLOPE, a, b)));
            case GAMMA_TAIL_SLOPE -> addToAdjoint(a, times(g, graph.addOperation(GAMMA_TAIL_CURVATURE, a, b)));
            case LOG_STUDENT_CDF -> addToAdjoint(a, times(g, densities.studentHazard(a, b)));
            case STUDENT_CDF_SLOPE ->
                addToAdjoint(a, times(g, times(densities.studentHazard(a, b), minus(densities.studentScore(a, b), y))));
            default -> throw new IllegalStateException(operation + " has no derivative");
        }
    }

    private void addRightContribution(Operation operation, int a, int b, int y, int g) {
        switch (operation) {
            case ADD -> addToAdjoint(b, g);
            case SUBTRACT -> addToAdjoint(b, of(NEGATE, g));
            case MULTIPLY -> addToAdjoint(b, times(g, a));
            case DIVIDE -> addToAdjoint(b, of(NEGATE, times(over(g, b), y)));
            case POWER -> addToAdjoint(b, times(g, graph.addOperation(TIMES_LOG, y, a)));
            case HYPOTENUSE -> addToAdjoint(b, times(g, over(b, y)));
            case ANGLE -> addToAdjoint(b, of(NEGATE, times(g, over(a, sumOfSquares(a, b)))));
            case REMAINDER ->
                addToAdjoint(b, of(NEGATE, times(g, of(ROUND, over(graph.addOperation(SUBTRACT, a, y), b)))));
            case COPY_SIGN -> {}
            case TIMES_LOG -> addToAdjoint(b, times(g, over(a, b)));
            case LOG_BETA -> addToAdjoint(b, times(g, slopeOfLogBeta(b, a)));
            case MAXIMUM -> addToAdjoint(b, times(g, graph.addOperation(EXCEEDS, b, a)));
            case EXCEEDS -> {}
            case LOG_GAMMA_CDF -> addToAdjoint(b, times(g, densities.gammaHazard(LOG_GAMMA_CDF, a, b)));
            case GAMMA_CDF_SLOPE ->
                addToAdjoint(
                        b,
                        times(
                                g,
                                times(
                                        densities.gammaHazard(LOG_GAMMA_CDF, a, b),
                                        minus(densities.gammaScore(a, b), y))));
            case LOG_GAMMA_TAIL -> addToAdjoint(b, of(NEGATE, times(g, densities.gammaHazard(LOG_GAMMA_TAIL, a, b))));
            case GAMMA_TAIL_SLOPE ->
                addToAdjoint(
                        b,
                        times(
                                g,
                                times(
                                        densities.gammaHazard(LOG_GAMMA_TAIL, a, b),
                                        minus(y, densities.gammaScore(a, b)))));
            case LOG_STUDENT_CDF -> addToAdjoint(b, times(g, graph.addOperation(STUDENT_CDF_SLOPE, a, b)));
            case STUDENT_CDF_SLOPE -> addToAdjoint(b, times(g, graph.addOperation(STUDENT_CDF_CURVATURE, a, b)));
            default -> throw new IllegalStateException(operation + " has no derivative");
        }
    }

    /** Derivatives of the incomplete beta function: in its log odds by its density, in its shapes by operations. */
    private void addContributionsOfBeta(Operation operation, int y, int g) {
        int w = graph.firstArgument(y);
        int a = graph.secondArgument(y);
        int b = graph.thirdArgument(y);
        int inW = NONE;
        if (active[w]) {
            int hazard = densities.betaHazard(w, a, b);
            inW = switch (operation) {
                case LOG_BETA_CDF -> hazard;
                case BETA_CDF_FIRST -> times(hazard, minus(densities.betaScore(of(NEGATE, w), a, b), y));
                case BETA_CDF_SECOND -> times(hazard, minus(densities.betaScore(w, b, a), y));
                default -> throw new IllegalStateException(operation + " has no derivative");
            };
        }
        Operation inA = switch (operation) {
            case LOG_BETA_CDF -> BETA_CDF_FIRST;
            case BETA_CDF_FIRST -> BETA_CDF_FIRST_TWICE;
            case BETA_CDF_SECOND -> BETA_CDF_BOTH;
            default -> throw new IllegalStateException(operation + " has no derivative");
        };
        Operation inB = operation == LOG_BETA_CDF
                ? BETA_CDF_SECOND
                : operation == BETA_CDF_FIRST ? BETA_CDF_BOTH : BETA_CDF_SECOND_TWICE;
        if (inW != NONE) {
            addToAdjoint(w, times(g, inW));
        }
        if (active[a]) {
            addToAdjoint(a, times(g, graph.addOperation(inA, w, a, b)));
        }
        if (active[b]) {
            addToAdjoint(b, times(g, graph.addOperation(inB, w, a, b)));
        }
    }

    private void addToAdjoint(int node, int contribution) {
        int before = adjoints[node];
        adjoints[node] = before == NONE ? contribution : graph.addOperation(ADD, before, contribution);
    }

    private int of(Operation operation, int x) {
        return graph.addOperation(operation, x);
    }

    private int times(int x, int y) {
        return graph.addOperation(MULTIPLY, x, y);
    }

    private int scaled(int x, double y) {
        return graph.addOperation(MULTIPLY, x, graph.addConstant(y));
    }

    private int over(int x, int y) {
        return graph.addOperation(DIVIDE, x, y);
    }

    private int plus(int x, double y) {
        return graph.addOperation(ADD, x, graph.addConstant(y));
    }

    private int minus(int x, int y) {
        return graph.addOperation(SUBTRACT, x, y);
    }

    private int oneMinus(int x) {
        return graph.addOperation(SUBTRACT, graph.addConstant(1), x);
    }

    private int polygamma(int x, int order) {
        return graph.addOperation(POLYGAMMA, x, graph.addConstant(order));
    }

    /** Derivative ∂ log B(a, b) / ∂a. */
    private int slopeOfLogBeta(int a, int b) {
        return graph.addOperation(SUBTRACT, polygamma(a, 0), polygamma(graph.addOperation(ADD, a, b), 0));
    }

    /** Bell curve exp(−x²). */
    private int bellCurve(int x) {
        return of(EXP, of(NEGATE, of(SQUARE, x)));
    }

    private int sumOfSquares(int a, int b) {
        return graph.addOperation(ADD, of(SQUARE, a), of(SQUARE, b));
    }
}
