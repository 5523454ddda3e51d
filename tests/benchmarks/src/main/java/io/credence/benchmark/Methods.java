package io.credence.benchmark;

import io.credence.Inference;

/** Published methods with their default settings, chosen as users choose them, by the names that the tables have. */
final class Methods {

    private Methods() {}

    /**
     * What {@code problem} requests, by that method. The paper's BBVI has a full covariance, since its bound on German
     * credit lies above what a diagonal one can reach; the catalogue's is diagonal.
     */
    static Inference named(String name, Inference problem) {
        return switch (name) {
            case "draws" -> problem.with("estimator.kind", "reparameterized");
            case "auto", "curvature" -> problem.with("estimator.kind", name);
            case "bbvi" -> problem.method("bbvi-full");
            case "bbvi-diagonal" -> problem.method("bbvi");
            case "qbvi-inverse-gamma-diagonal" ->
                problem.posterior("gaussian-diagonal")
                        .with("model.dispersionFactor", "inverse-gamma")
                        .with("estimator.kind", "score");
            default -> problem.method(name);
        };
    }
}
