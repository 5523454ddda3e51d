package io.credence.autodiff;

import java.util.List;

/** Recording of some rows, for use by other {@link RowFunctions} of the same function. For any thread. */
public final class RowRecording {

    private final List<Tile> tiles;
    private final int rows;

    RowRecording(List<Tile> tiles, int rows) {
        this.tiles = List.copyOf(tiles);
        this.rows = rows;
    }

    List<Tile> tiles() {
        return tiles;
    }

    /** Number of rows. */
    public int rows() {
        return rows;
    }

    /** Approximate count of numbers that the recording holds. */
    public int size() {
        return tiles.stream().mapToInt(Tile::size).sum();
    }
}
