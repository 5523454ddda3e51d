package io.credence.loss;

import io.credence.model.LatentModel;
import io.credence.model.Parameter;
import io.credence.model.Row;
import java.util.List;
import org.hipparchus.CalculusFieldElement;

/** Small models with latent numbers, one of them with everything in closed form. */
public final class LatentModels {

    static final double LOG_TWO_PI = Math.log(2 * Math.PI);

    private LatentModels() {}

    /** log N(x | mean, sd²). */
    static <T extends CalculusFieldElement<T>> T logNormal(T x, T mean, T sd) {
        return x.subtract(mean)
                .divide(sd)
                .square()
                .multiply(-0.5)
                .subtract(sd.log())
                .subtract(0.5 * LOG_TWO_PI);
    }

    /**
     * y = η + a z + s e with standard normal z and e, so that y ~ N(η, a² + s²) and z | y is normal. The encoder is off the
     * exact one by a shift of the mean and one of the log standard deviation, and exact where both are 0.
     */
    public record Linear() implements LatentModel {
        @Override
        public List<Parameter> parameters(List<String> columns) {
            return List.of(
                    Parameter.real("coefficient", columns.size()),
                    Parameter.positive("a"),
                    Parameter.positive("s"),
                    Parameter.real("encoder", 2));
        }

        @Override
        public int latents() {
            return 1;
        }

        @Override
        public <T extends CalculusFieldElement<T>> T logJoint(Row row, T[] latents, T[] p) {
            int columns = row.columns();
            T label = p[0].newInstance(row.label());
            T mean = row.predictor(p).add(p[columns].multiply(latents[0]));
            T prior = latents[0].square().multiply(-0.5).subtract(0.5 * LOG_TWO_PI);
            return logNormal(label, mean, p[columns + 1]).add(prior);
        }

        @Override
        public <T extends CalculusFieldElement<T>> void encode(Row row, T[] p, T[] mean, T[] logSd) {
            int columns = row.columns();
            T total = p[columns].square().add(p[columns + 1].square());
            T residual = row.predictor(p).negate().add(row.label());
            mean[0] = p[columns].multiply(residual).divide(total).add(p[columns + 2]);
            logSd[0] = p[columns + 1].square().divide(total).log().multiply(0.5).add(p[columns + 3]);
        }
    }

    /** Two latent numbers that enter a logistic likelihood, with parameters under every kind of constraint. */
    public record Curved() implements LatentModel {
        @Override
        public List<Parameter> parameters(List<String> columns) {
            return List.of(
                    Parameter.real("coefficient", columns.size()),
                    Parameter.interval("w", 0, 2),
                    Parameter.simplex("share", 3),
                    Parameter.positive("spread"));
        }

        @Override
        public int latents() {
            return 2;
        }

        @Override
        public <T extends CalculusFieldElement<T>> T logJoint(Row row, T[] latents, T[] p) {
            int at = row.columns();
            T zero = p[0].newInstance(0);
            T logit = row.predictor(p).add(p[at].multiply(latents[0])).add(p[at + 1].multiply(latents[1].square()));
            T likelihood =
                    logit.multiply(row.label() > 0 ? -1 : 1).exp().log1p().negate();
            return likelihood
                    .add(logNormal(latents[0], zero, zero.add(1)))
                    .add(logNormal(latents[1], p[at + 2], zero.add(0.7)));
        }

        @Override
        public <T extends CalculusFieldElement<T>> void encode(Row row, T[] p, T[] mean, T[] logSd) {
            int at = row.columns();
            mean[0] = p[at].multiply(0.3 * row.label());
            logSd[0] = p[at + 4].log();
            logSd[1] = row.predictor(p).multiply(0.1).subtract(p[at + 3]);
        }
    }

    /** No density at all above 0.5, none known below −1, and an encoder as wide as the prior. */
    public record Bounded() implements LatentModel {
        @Override
        public List<Parameter> parameters(List<String> columns) {
            return List.of(Parameter.real("level"));
        }

        @Override
        public int latents() {
            return 1;
        }

        @Override
        public <T extends CalculusFieldElement<T>> T logJoint(Row row, T[] latents, T[] p) {
            if (row.label() == 101) {
                throw new IllegalStateException("label 101");
            }
            double z = latents[0].getReal();
            double density = z > 0.5 ? Double.NEGATIVE_INFINITY : z < row.label() ? Double.NaN : -1;
            return p[0].multiply(latents[0]).add(density);
        }

        @Override
        public <T extends CalculusFieldElement<T>> void encode(Row row, T[] p, T[] mean, T[] logSd) {}
    }
}
