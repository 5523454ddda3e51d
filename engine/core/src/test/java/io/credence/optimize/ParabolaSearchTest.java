package io.credence.optimize;

import static io.credence.testkit.Close.assertWithin;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Objects;
import org.junit.jupiter.api.Test;

class ParabolaSearchTest {

    /** Of successes among trials: the mode is their share, the curvature there n/(p(1 − p)). */
    @Test
    void binomialLikelihood_hasItsModeAndCurvatureWhateverItsWidth() {
        for (double trials : new double[] {20, 1e3, 1e6, 1e10}) {
            for (double share : new double[] {0.02, 0.3, 0.5, 0.9}) {
                int[] evaluations = {0};
                ParabolaSearch search = new ParabolaSearch(
                        p -> {
                            evaluations[0]++;
                            return trials * (share * Math.log(p) + (1 - share) * Math.log1p(-p));
                        },
                        0,
                        1);
                ParabolaSearch.ModeEstimate found = Objects.requireNonNull(search.findMode(0.5));
                double sd = Math.sqrt(share * (1 - share) / trials);
                if (trials * share * (1 - share) > 10) {
                    assertWithin(trials + " " + share, share, found.mode(), 0.15 * sd);
                    assertWithin("sd " + trials + " " + share, Math.log(sd), Math.log(found.sd()), 0.1);
                }
                assertTrue(evaluations[0] <= 27, trials + " " + share + ": " + evaluations[0] + " evaluations");
            }
        }
    }

    @Test
    void densityThatRisesToAnEnd_hasNoModeInside() {
        assertNull(new ParabolaSearch(Math::log, 0, 1).findMode(0.5));
        assertNull(new ParabolaSearch(x -> -x, 1, 2).findMode(1.5));
        assertNull(new ParabolaSearch(x -> 0, 1, 2).findMode(1.5));
    }
}
