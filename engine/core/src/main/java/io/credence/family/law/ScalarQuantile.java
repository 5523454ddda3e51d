package io.credence.family.law;

import io.credence.linalg.NormalTail;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Quantile function of a {@link ScalarLaw} in terms of a standard normal number ε, F(z) = Φ(ε), with its derivatives in
 * the law's natural parameters. It consists of pieces over ε, which are computed when a draw needs them. A piece
 * depends on the law alone and not on other draws.
 */
public final class ScalarQuantile {
    // A piece begins as wide as 1 and is halved until its series converge. It starts from the tail integrals near its
    // middle, where the neighbour on the side of 0 has the guess. The logarithm of the tail is concave, so that steps
    // of Newton for it converge from one side; a piece that needs many is halved instead.

    private static final int MOST_KEPT = 2048;
    private static final Map<ScalarLaw, ScalarQuantile> KNOWN = new ConcurrentHashMap<>();

    private static final double WIDEST = 0.5;
    private static final double NARROWEST = 1e-9;
    private static final int FEW_STEPS = 4;
    private static final int MOST_STEPS = 200;
    /**
     * Largest number of pieces. Laws whose parameters lie between 1e-15 and 1e18 need some hundred; beyond, rounding
     * leaves none accurate.
     */
    private static final int MOST_PIECES = 20_000;
    /** Largest distance of a piece's start from its middle, as a share of half its width. */
    static final double OFF = 0.1;
    /** Largest |ε|: Φ(−39) is below the least positive number. */
    private static final double FARTHEST = 40;

    private final ScalarLaw law;
    private final double mode;
    private final LawTail tails;
    private final Map<Cell, QuantilePiece> pieces = new ConcurrentHashMap<>();

    /** Interval of ε. */
    private record Cell(double middle, double half) {}

    ScalarQuantile(ScalarLaw law) {
        this.law = law;
        this.mode = law.location();
        this.tails = new LawTail(law);
    }

    /** Quantile function of a law, from a cache. */
    public static ScalarQuantile of(ScalarLaw law) {
        ScalarQuantile known = KNOWN.get(law);
        if (known != null) {
            return known;
        }
        if (KNOWN.size() >= MOST_KEPT) {
            KNOWN.clear();
        }
        return KNOWN.computeIfAbsent(law, ScalarQuantile::new);
    }

    /** Quantile z at a standard normal number ε. */
    public double at(double epsilon) {
        double inside = clamped(epsilon);
        return mode + pieceWith(inside).offset(inside);
    }

    /** Derivatives ∂z/∂(a, b) of the quantile at constant ε. */
    public double[] derivatives(double epsilon) {
        double inside = clamped(epsilon);
        return pieceWith(inside).slopes(inside);
    }

    private static double clamped(double epsilon) {
        return Math.max(-FARTHEST, Math.min(FARTHEST, epsilon));
    }

    private QuantilePiece pieceWith(double epsilon) {
        return piece(Math.rint(epsilon), epsilon);
    }

    /** Accurate piece that contains ε, found by halving the widest piece around {@code widest}. */
    private QuantilePiece piece(double widest, double epsilon) {
        // The sum makes 0 of −0.
        double middle = widest + 0.0;
        double half = WIDEST;
        QuantilePiece piece = piece(new Cell(middle, half));
        while (!piece.isAccurate() && half > NARROWEST) {
            half *= 0.5;
            double outwards = middle == 0 ? Math.signum(epsilon) : Math.signum(middle);
            middle += Math.abs(epsilon) > Math.abs(middle) ? outwards * half : -outwards * half;
            piece = piece(new Cell(middle, half));
        }
        return piece;
    }

    private QuantilePiece piece(Cell cell) {
        QuantilePiece known = pieces.get(cell);
        if (known == null) {
            if (pieces.size() >= MOST_PIECES) {
                throw new ArithmeticException(
                        "quantiles require parameters that double precision resolves, but found " + law);
            }
            known = computePiece(cell);
            pieces.put(cell, known);
        }
        return known;
    }

    private QuantilePiece computePiece(Cell cell) {
        if (cell.middle == 0) {
            return pieceFromTail(cell, 0, law.mean() < mode ? -1 : 1, MOST_STEPS);
        }
        double outwards = Math.signum(cell.middle);
        double edge = cell.middle - outwards * cell.half;
        QuantilePiece neighbour =
                edge == 0 ? piece(new Cell(0, WIDEST)) : piece(outwards * Math.ceil(Math.abs(edge) - WIDEST), edge);
        return pieceFromTail(
                cell, neighbour.guess(cell.middle), outwards, cell.half > NARROWEST ? FEW_STEPS : MOST_STEPS);
    }

    /**
     * Piece that starts from a tail integral near the middle. The point is found by Newton steps for the logarithm of
     * the tail.
     */
    private QuantilePiece pieceFromTail(Cell cell, double guess, double side, int steps) {
        double offset = guess;
        LawTail.TailIntegrals beyond = tails.tailIntegrals(offset, side);
        double epsilon = epsilon(beyond, side, cell.middle);
        for (int i = 1; i < steps && Math.abs(epsilon - cell.middle) > OFF * cell.half; i++) {
            offset += side * (beyond.logMass() - NormalTail.logCdf(-side * cell.middle)) * beyond.mass();
            beyond = tails.tailIntegrals(offset, side);
            epsilon = epsilon(beyond, side, cell.middle);
        }
        return new QuantilePiece(law, tails, epsilon, offset, beyond, cell.middle, cell.half);
    }

    private static double epsilon(LawTail.TailIntegrals beyond, double side, double near) {
        return -side * NormalTail.quantileOfLogCdf(beyond.logMass(), -side * near);
    }
}
