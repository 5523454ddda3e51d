package io.credence.formula;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Polynomials of degree 1 to k that are orthonormal over the rows of a fit, as R's {@code poly}; or plain powers. Their
 * recurrence is p_k(x) = (x − α_k) p_{k−1}(x) − (n_{k−1} / n_{k−2}) p_{k−2}(x).
 *
 * @param centres α_1 … α_k; empty for plain powers
 * @param norms n_0 … n_k, sums of squares of the polynomials over the rows; for plain powers only their number counts
 */
record PolynomialBasis(List<Double> centres, List<Double> norms) implements Basis {

    public PolynomialBasis {
        centres = List.copyOf(centres);
        norms = List.copyOf(norms);
        if (!centres.isEmpty() && centres.size() + 1 != norms.size()) {
            throw new IllegalArgumentException("polynomials must have one norm more than centres but had "
                    + norms.size() + " and " + centres.size());
        }
    }

    @Override
    public Map<String, Object> parameters() {
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("centres", centres);
        all.put("norms", norms);
        return all;
    }

    /** Basis of the powers 1 to {@code degree}. */
    static PolynomialBasis ofPowers(int degree) {
        return new PolynomialBasis(List.of(), Collections.nCopies(degree + 1, 1.0));
    }

    /**
     * Computes polynomials that are orthonormal over the rows, by one pass for each degree.
     *
     * @throws FormulaException if there are too few different numbers
     */
    static PolynomialBasis orthonormal(int degree, ColumnStatistics statistics, String text) {
        List<Double> centres = new ArrayList<>();
        List<Double> norms = new ArrayList<>();
        // The mean first, by which all else is centred: sums of squares of far away numbers lose their digits
        double[] first = statistics.sums(2, (x, sums) -> {
            sums[0]++;
            sums[1] += x;
        });
        norms.add(first[0]);
        centres.add(first[1] / first[0]);
        double mean = first[1] / first[0];
        for (int k = 1; k <= degree; k++) {
            PolynomialBasis known = new PolynomialBasis(centres, withLeadingNorm(norms));
            int degreeNow = k;
            double[] sums = statistics.sums(2, (x, into) -> {
                double p = known.monicValue(x, degreeNow);
                into[0] += p * p;
                into[1] += (x - mean) * p * p;
            });
            if (!(sums[0] > 1e-20 * norms.get(k - 1) * Math.max(1e-290, norms.get(Math.min(1, k - 1))))) {
                throw new FormulaException(
                        "has a polynomial that the rows do not determine",
                        "more than " + degree + " different number" + (degree == 1 ? "" : "s"),
                        text);
            }
            norms.add(sums[0]);
            if (k < degree) {
                centres.add(mean + sums[1] / sums[0]);
            }
        }
        return new PolynomialBasis(centres, norms);
    }

    /** Basis of the standardised number: less its mean over the rows, divided by its standard deviation. */
    static PolynomialBasis standardised(ColumnStatistics statistics, String text) {
        PolynomialBasis centred = orthonormal(1, statistics, text);
        double rows = centred.norms.get(0);
        return new PolynomialBasis(centred.centres, List.of(rows, centred.norms.get(1) / (rows - 1)));
    }

    private static List<Double> withLeadingNorm(List<Double> norms) {
        List<Double> all = new ArrayList<>(norms);
        all.add(1.0);
        return all;
    }

    @Override
    public int size() {
        return norms.size() - 1;
    }

    @Override
    public List<ColumnFactor.Polynomial> polynomialPieces(int function) {
        double centre = centres.isEmpty() ? 0 : centres.get(0);
        double scale = centres.isEmpty() ? 1 : Math.sqrt(norms.get(1) / norms.get(0));
        return List.of(ColumnFactor.Polynomial.interpolating(
                x -> valueAt(x, function), Double.POSITIVE_INFINITY, centre, scale, function + 1));
    }

    private double monicValue(double x, int degree) {
        double[] all = new double[degree];
        writeMonic(x, all, 0);
        return all[degree - 1];
    }

    /**
     * Writes the polynomials with leading coefficient 1, from degree 1 to {@code into.length − from} or to the highest
     * known degree.
     */
    private void writeMonic(double x, double[] into, int from) {
        double before = 0;
        double now = 1;
        for (int k = 1; k <= size() && from + k <= into.length; k++) {
            double centre = centres.isEmpty() ? 0 : centres.get(k - 1);
            double drag = centres.isEmpty() || k == 1 ? 0 : norms.get(k - 1) / norms.get(k - 2);
            double next = (x - centre) * now - drag * before;
            before = now;
            now = next;
            into[from + k - 1] = now;
        }
    }

    @Override
    public void writeValues(double x, double[] into, int from) {
        writeMonic(x, into, from);
        for (int k = 1; k <= size() && !centres.isEmpty(); k++) {
            into[from + k - 1] /= Math.sqrt(norms.get(k));
        }
    }
}
