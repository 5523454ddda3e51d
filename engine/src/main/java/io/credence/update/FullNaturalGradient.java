package io.credence.update;

import io.credence.family.FullGaussian;
import io.credence.linalg.Symmetric;
import org.jspecify.annotations.Nullable;

/**
 * The natural-gradient step of a full precision, P⁺ = (1 − β)P + βT. Where T is not positive definite and the step leaves
 * the cone, the retraction P⁺ = P + βΔ + ½β²ΔSΔ, Δ = T − P, which never does (Lin et al. 2020).
 */
public final class FullNaturalGradient implements PrecisionRule<FullGaussian> {

    @Override
    public @Nullable FullGaussian move(FullGaussian current, double[] target, double stepSize) {
        double[] straight = current.precision().clone();
        for (int i = 0; i < straight.length; i++) {
            straight[i] += stepSize * (target[i] - straight[i]);
        }
        FullGaussian moved = FullGaussian.of(current.kernel(), current.mean(), straight);
        return moved != null ? moved : retract(current, straight);
    }

    private static @Nullable FullGaussian retract(FullGaussian current, double[] straight) {
        int d = current.dimension();
        double[] result = new double[d * d];
        current.kernel()
                .retract(
                        Symmetric.unpack(current.precision(), d),
                        current.cholesky().inverseFactor(),
                        Symmetric.unpack(straight, d),
                        d,
                        result);
        return FullGaussian.of(current.kernel(), current.mean(), Symmetric.pack(result, d));
    }
}
