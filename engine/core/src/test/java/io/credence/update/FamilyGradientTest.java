package io.credence.update;

import static io.credence.testkit.Close.assertClose;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.family.FisherInformation;
import io.credence.family.Posterior;
import io.credence.family.ProductPosterior;
import io.credence.family.choice.Families;
import io.credence.part.Choice;
import io.credence.part.OptionValues;
import io.credence.testkit.RandomArrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class FamilyGradientTest {

    private static final double[] NONE = new double[0];

    private final RandomArrays random = RandomArrays.of("family gradient");

    private Posterior member(String family) {
        return Families.startPlanNamed(family, Map.of(), 1).around(random.normals(2), random.uniforms(2, 0.3, 1));
    }

    private Posterior product() {
        return new ProductPosterior(
                List.of(member("gaussian-full"), member("gaussian-diagonal"), member("inverse-gamma"), member("beta")));
    }

    private static FisherInformation information(Posterior q) {
        return Objects.requireNonNull(q.information());
    }

    private static FamilyGradient rule(Constraint constraint, double momentum, double clip) {
        return new FamilyGradient(constraint, TrustRegion.DEFAULT, momentum, clip);
    }

    @ParameterizedTest
    @EnumSource(Constraint.class)
    void steps_endAtTheTarget(Constraint constraint) {
        Posterior q = product();
        double[] lambda = q.parameters().clone();
        double[] off = random.uniforms(lambda.length, -0.2, 0.2);
        for (int i = 0; i < off.length; i++) {
            lambda[i] += off[i] * q.parameterScales()[i];
        }
        Posterior target = q.with(lambda);
        OptimizerState memory = OptimizerState.NONE;
        for (int t = 0; t < 60; t++) {
            Direction direction = new Direction(descent(q, target), NONE);
            UpdateResult<Posterior> moved = rule(constraint, 0.2, 1e6).nextUpdate(q, memory, direction, 0.5);
            q = moved.posterior();
            memory = moved.optimizerState();
        }
        assertClose("λ", target.parameters(), q.parameters(), 1e-6);
        assertEquals(60, memory.steps());
    }

    /** A gradient whose natural gradient leads to the target along a straight line of λ, and near it along one of natural parameters. */
    private double[] descent(Posterior q, Posterior target) {
        int n = q.parameters().length;
        double[] move = new double[n];
        for (int i = 0; i < n; i++) {
            move[i] = target.parameters()[i] - q.parameters()[i];
        }
        return information(q).times(move);
    }

    @ParameterizedTest
    @EnumSource(Constraint.class)
    void wildGradients_stayInTheFamily(Constraint constraint) {
        Posterior q = product();
        for (double size : new double[] {1e-20, 1, 1e5, 1e20}) {
            for (double beta : new double[] {1e-6, 0.1, 1}) {
                double[] ascent = random.normals(q.parameters().length);
                for (int i = 0; i < ascent.length; i++) {
                    ascent[i] *= size;
                }
                UpdateResult<Posterior> moved = rule(constraint, 0, Double.POSITIVE_INFINITY)
                        .nextUpdate(q, OptimizerState.NONE, new Direction(ascent, NONE), beta);
                assertTrue(moved.stepSize() <= beta && moved.stepSize() > 0, "took " + moved.stepSize());
                for (double sd : moved.posterior().sd()) {
                    assertTrue(sd > 0 && Double.isFinite(sd), constraint + ", size " + size + ": sd " + sd);
                }
            }
        }
    }

    @Test
    void longGradients_areClipped() {
        Posterior q = member("gamma");
        double[] ascent = {0.3, 0.4, 0, 0};
        double[] shorter = {0.06, 0.08, 0, 0};
        FamilyGradient none = rule(Constraint.RETRACTION, 0, Double.POSITIVE_INFINITY);
        Posterior expected = none.nextUpdate(q, OptimizerState.NONE, new Direction(shorter, NONE), 0.1)
                .posterior();
        Posterior found = rule(Constraint.RETRACTION, 0, 0.1)
                .nextUpdate(q, OptimizerState.NONE, new Direction(ascent, NONE), 0.1)
                .posterior();
        assertClose("λ", expected.parameters(), found.parameters(), 1e-14);
    }

    @Test
    void gradientThatIsNotFinite_movesNothing() {
        Posterior q = member("beta");
        double[] bad = {0, Double.NaN, 0, 0};
        UpdateResult<Posterior> moved =
                rule(Constraint.RETRACTION, 0, 1).nextUpdate(q, OptimizerState.NONE, new Direction(bad, NONE), 0.1);
        assertSame(q, moved.posterior());
        assertEquals(0, moved.stepSize());
    }

    @Test
    void ruleOfTheCatalogue_movesWhatHasInformation() {
        Choice<UpdatePart> natural = Choice.ofDefaults(Updates.NATURAL_GRADIENT);
        assertTrue(natural.part().rule(natural.values(), product()) instanceof FamilyGradient);
        assertNull(natural.part().rule(natural.values(), member("student-t-full")));
        Choice<UpdatePart> adam = Choice.ofDefaults(Updates.ADAM);
        assertTrue(adam.part().rule(adam.values(), product()) instanceof ParameterUpdate);
    }

    @Test
    void aStepOfTheMeanAlone_isRefused() {
        OptionValues values =
                new OptionValues(Map.of("constraint", "retraction", "momentum", 0.0, "clip", 1e9, "meanFactor", 0.5));
        String message = assertThrows(
                        IllegalArgumentException.class, () -> Updates.NATURAL_GRADIENT.rule(values, product()))
                .getMessage();
        assertTrue(String.valueOf(message).contains("required update.meanFactor = 1 for product, found 0.5"), message);
    }
}
