package io.credence.fit;

import io.credence.data.*;
import io.credence.linalg.*;
import io.credence.loss.*;
import io.credence.prior.*;
import java.util.*;

class ScratchTest {
    public static void main(String[] a) {
        int n = Integer.parseInt(a[0]), d = Integer.parseInt(a[1]);
        Precision prec = Precision.valueOf(a[2]);
        DenseKernel kernel = Kernels.named(a[3]);
        double tol = a.length > 4 ? Double.parseDouble(a[4]) : 1e-8;
        List<List<RowBlock>> parts = new ArrayList<>();
        Random tr = new Random(7);
        double[] th = new double[d];
        for (int j = 0; j < d; j++) th[j] = tr.nextGaussian() / Math.sqrt(d);
        for (int p = 0; p < 4; p++) {
            SplittableRandom r = new SplittableRandom(p);
            BlockBuilder b = BlockBuilder.dense(d, prec, 4 << 20);
            List<RowBlock> l = new ArrayList<>();
            double[] x = new double[d];
            for (int i = 0; i < n / 4; i++) {
                double eta = 0;
                for (int j = 0; j < d; j++) {
                    x[j] = j == 0 ? 1 : (r.nextDouble() - .5) * Math.sqrt(12);
                    eta += x[j] * th[j];
                }
                b.add(r.nextDouble() < 1 / (1 + Math.exp(-eta)) ? 1 : 0, 1, 0, x);
                if (b.isFull()) l.add(b.build());
            }
            if (!b.isEmpty()) l.add(b.build());
            parts.add(l);
        }
        InProcessBackend be = new InProcessBackend(parts, kernel, 2);
        FitProblem pr = FitProblem.withKnownScale(
                Likelihoods.named("bernoulli", 4, 2), GaussianPrior.of(d, 0, Math.sqrt(5)), 1);
        for (int rep = 0; rep < 3; rep++) {
            Fitter f =
                    new Fitter(pr, FitSettings.of(PosteriorFamily.GAUSSIAN_FULL).withTolerance(tol), be, kernel);
            long t = System.nanoTime();
            long[] last = {t};
            FitState st = f.run(f.init(), List.of(s -> {
                long now = System.nanoTime();
                System.out.printf("  %s %.3f s form %s%n", s.last(), (now - last[0]) / 1e9, "");
                last[0] = now;
            }));
            FitResult res = f.result(st);
            System.out.printf(
                    "%d x %d %s %s: %.3f s, %s, elbo %s it %d%n",
                    n,
                    d,
                    prec,
                    kernel.name(),
                    (System.nanoTime() - t) / 1e9,
                    res.stopReason(),
                    res.elbo(),
                    res.iterations());
        }
        System.exit(0);
    }
}
