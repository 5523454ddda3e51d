package io.credence.family;

import static io.credence.testkit.Close.assertClose;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.credence.testkit.MonteCarlo;
import io.credence.testkit.Naive;
import io.credence.testkit.RandomArrays;
import java.util.Arrays;
import java.util.Objects;
import org.hipparchus.linear.MatrixUtils;
import org.hipparchus.linear.QRDecomposition;
import org.junit.jupiter.api.Test;

/** What every exponential family must do beside, by draws and by exact differences of log densities. */
abstract class InformationContract extends PosteriorContract {

    private static final int DRAWS = 4000;

    private final RandomArrays random =
            RandomArrays.of("information " + getClass().getSimpleName());

    /** A member near {@code q}. */
    private Posterior near(Posterior q) {
        double[] parameters = q.parameters().clone();
        double[] moves = random.uniforms(parameters.length, -0.3, 0.3);
        for (int i = 0; i < moves.length; i++) {
            parameters[i] += moves[i] * q.parameterScales()[i];
        }
        return q.with(parameters);
    }

    private double[] score(Posterior q, double[] theta) {
        double[] score = new double[q.parameters().length];
        q.addScore(theta, 1, score);
        return score;
    }

    private static FisherInformation information(Posterior q) {
        assumeTrue(q.information() != null, "the λ of a block-diagonal Gaussian has no information of its own");
        return Objects.requireNonNull(q.information());
    }

    @Test
    void information_isTheCovarianceOfScores() {
        Posterior q = any(random);
        double[] move = random.normals(q.parameters().length);
        double[][] products = new double[DRAWS][];
        for (int s = 0; s < DRAWS; s++) {
            double[] score = score(q, q.draw(0, random.normals(q.noiseDimension())));
            double along = Naive.dot(score, move);
            products[s] = score;
            for (int i = 0; i < score.length; i++) {
                products[s][i] *= along;
            }
        }
        MonteCarlo.assertWithin4StandardErrors("F δ", information(q).times(move), products);
    }

    @Test
    void solve_undoesTimes() {
        Posterior q = any(random);
        double[] move = random.normals(q.parameters().length);
        assertClose("δ", move, information(q).solve(information(q).times(move)), 1e-9);
    }

    /** log p − log q is linear in the scores of q: its slope is the natural gradient of −KL(q ‖ p). */
    @Test
    void wholeNaturalGradient_landsOnTheTarget() {
        Posterior q = any(random);
        Posterior target = near(q);
        int n = q.parameters().length;
        double[][] rows = new double[2 * n + 2][];
        double[] logs = new double[rows.length];
        for (int s = 0; s < rows.length; s++) {
            double[] theta = q.draw(0, random.normals(q.noiseDimension()));
            rows[s] = Arrays.copyOf(score(q, theta), n + 1);
            rows[s][n] = 1;
            logs[s] = target.logDensity(theta) - q.logDensity(theta);
        }
        double[] slopes = new QRDecomposition(MatrixUtils.createRealMatrix(rows))
                .getSolver()
                .solve(MatrixUtils.createRealVector(logs))
                .toArray();
        double[] gradient = information(q).times(Arrays.copyOf(slopes, n));
        Posterior landed = information(q).posteriorAlong(information(q).solve(gradient), 1);
        assertNotNull(landed);
        assertClose("λ", target.parameters(), landed.parameters(), 1e-8);
    }

    @Test
    void halfAMove_isHalfWayInNaturalParameters() {
        Posterior q = any(random);
        double[] move = random.uniforms(q.parameters().length, -0.05, 0.05);
        Posterior half = Objects.requireNonNull(information(q).posteriorAlong(move, 0.5));
        double[] theta = q.draw(0, random.normals(q.noiseDimension()));
        double[] other = q.draw(0, random.normals(q.noiseDimension()));
        Posterior whole = Objects.requireNonNull(information(q).posteriorAlong(move, 1));
        assertClose(
                "log q is linear",
                0.5 * (difference(whole, theta, other) + difference(q, theta, other)),
                difference(half, theta, other),
                1e-9);
    }

    private static double difference(Posterior q, double[] theta, double[] other) {
        return q.logDensity(theta) - q.logDensity(other);
    }

    @Test
    void endlessMove_leavesTheFamily() {
        Posterior q = any(random);
        double[] move = random.normals(q.parameters().length);
        Posterior forth = information(q).posteriorAlong(move, 1e6);
        assertNull(forth == null ? null : information(q).posteriorAlong(move, -1e6));
    }
}
