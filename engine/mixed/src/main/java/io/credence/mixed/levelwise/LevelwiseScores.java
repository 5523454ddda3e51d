package io.credence.mixed.levelwise;

import io.credence.linalg.Vectors;
import java.util.Arrays;

/**
 * Score of a level: the gradient of log p(y_g | ψ), by Fisher's identity. In β it is Σ x_i E ρ_i with ρ_i the slope of
 * the row's log likelihood; in the covariance of the effects s = L⁻¹u it is E s sᵀ − I = Q (E ξξᵀ − I) Qᵀ. Not
 * thread-safe.
 */
final class LevelwiseScores {

    private LevelwisePoint point;
    private final LevelWorkspace room;
    private final double[] product;
    private final double[] turned;
    private final double[] values;
    private final double[] moments;

    LevelwiseScores(LevelwisePoint point, LevelWorkspace room) {
        this.point = point;
        this.room = room;
        int k = room.k;
        this.product = new double[k * k];
        this.turned = new double[point.fixed().length * k];
        this.moments = new double[k * k];
        this.values = new double[point.scores().rows().length];
    }

    /** Takes another point of the same model. */
    void moveTo(LevelwisePoint other) {
        point = other;
    }

    /** Computes E ξξᵀ − I under the sites of the level, r × r. */
    private void fillMoments(int g, double[] excess) {
        int r = room.rank[g];
        int root = room.rootAt[g];
        int at = room.unknownAt(g);
        for (int a = 0; a < r; a++) {
            for (int b = 0; b <= a; b++) {
                excess[a * r + b] = room.unknowns[at + a] * room.unknowns[at + b] - (a == b ? 1 : 0);
            }
        }
        for (int t = 0; t < r; t++) {
            for (int a = 0; a <= t; a++) {
                double own = room.roots[root + t * r + a];
                for (int b = 0; b <= a; b++) {
                    excess[a * r + b] += own * room.roots[root + t * r + b];
                }
            }
        }
        for (int a = 0; a < r; a++) {
            for (int b = 0; b < a; b++) {
                excess[b * r + a] = excess[a * r + b];
            }
        }
    }

    /** Computes the score under the sites. */
    void computeUnderSites(int g, double[] score) {
        Arrays.fill(score, 0);
        for (int at = room.first[g]; at < room.first[g + 1]; at++) {
            double slope = room.shifts[at] - room.precisions[at] * (room.means[at] - room.centres[at]);
            addSlope(at, slope, score);
        }
        fillMoments(g, moments);
        addComponentScore(g, moments, score);
    }

    /** Adds the information on β under the sites, XᵀWX − XᵀWF P⁻¹FᵀWX, packed. */
    void addFixedInformation(int g, double[] packed) {
        int p = point.fixed().length;
        int r = room.rank[g];
        Arrays.fill(turned, 0);
        for (int i = 0; i < room.count(g); i++) {
            int at = room.first[g] + i;
            int f = room.factorAt[g] + i * r;
            for (int j = 0, to = 0; j < p; j++) {
                double own = room.precisions[at] * room.fixed[at * p + j];
                for (int l = 0; l <= j; l++) {
                    packed[to++] += own * room.fixed[at * p + l];
                }
                for (int a = 0; a < r; a++) {
                    turned[j * r + a] += own * room.turned[f + a];
                }
            }
        }
        for (int j = 0, to = 0; j < p; j++) {
            for (int l = 0; l <= j; l++) {
                packed[to++] -= Vectors.dot(turned, j * r, turned, l * r, r);
            }
        }
    }

    /**
     * Computes the score from given moments.
     *
     * @param slopes E ρ_i of the level's rows
     * @param excess E ξξᵀ − I, both triangles
     */
    void computeByMoments(int g, double[] slopes, double[] excess, double[] score) {
        Arrays.fill(score, 0);
        int first = room.first[g];
        for (int i = 0; i < room.count(g); i++) {
            addSlope(first + i, slopes[i], score);
        }
        addComponentScore(g, excess, score);
    }

    private void addSlope(int at, double slope, double[] score) {
        int p = point.fixed().length;
        for (int j = 0; j < p; j++) {
            score[j] += slope * room.fixed[at * p + j];
        }
    }

    private void addComponentScore(int g, double[] excess, double[] score) {
        int k = room.k;
        int r = room.rank[g];
        int q = room.basisAt[g];
        for (int i = 0; i < k; i++) {
            for (int b = 0; b < r; b++) {
                double sum = 0;
                for (int a = 0; a < r; a++) {
                    sum += room.bases[q + i * r + a] * excess[b * r + a];
                }
                product[i * r + b] = sum;
            }
        }
        int[] rows = point.scores().rows();
        int[] columns = point.scores().columns();
        for (int e = 0; e < rows.length; e++) {
            double sum = 0;
            for (int b = 0; b < r; b++) {
                sum += product[rows[e] * r + b] * room.bases[q + columns[e] * r + b];
            }
            values[e] = sum;
        }
        point.scores().writeGradient(values, score, point.fixed().length);
    }
}
