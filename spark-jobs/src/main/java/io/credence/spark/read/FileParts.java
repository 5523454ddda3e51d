package io.credence.spark.read;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.functions;
import org.apache.spark.unsafe.types.UTF8String;

/** Scan of the rows of a table by parts of files, with the results in the order of the files and not of the tasks. */
final class FileParts {

    private FileParts() {}

    /**
     * Part of a file as a task reads it.
     *
     * @param file path of the file
     * @param start begin of the part in the file, bytes
     * @param partition number of the task's partition
     * @param result result of the scan of its rows
     */
    record FilePart<T>(String file, long start, int partition, T result) implements Serializable {}

    /** Scan of the rows of one task. */
    interface PartScan<T> {

        /** Result for a part before its first row. */
        T newResult();

        /** Adds the next row of the part to its result. */
        void addRow(InternalRow row, T found);
    }

    /** Factory of a scan for each task. */
    interface PartScanFactory<T> extends Serializable {
        PartScan<T> open();
    }

    /** Scans the parts in one job, and returns them in the order of the files. */
    static <T> List<FilePart<T>> scanInOrder(Table table, Column[] selected, PartScanFactory<T> scans) {
        Column[] columns = Arrays.copyOf(selected, selected.length + 2);
        columns[selected.length] = functions.col(Table.FILE);
        columns[selected.length + 1] = functions.col(Table.START);
        int position = selected.length;
        List<FilePart<T>> parts = new ArrayList<>();
        table.positionedRows(columns)
                .run((partition, cells) -> parts(partition, cells, scans.open(), position))
                .forEach(parts::addAll);
        parts.sort(Comparator.<FilePart<T>, String>comparing(FilePart::file)
                .thenComparingLong(FilePart::start)
                .thenComparingInt(FilePart::partition));
        return parts;
    }

    private static <T> ArrayList<FilePart<T>> parts(
            int partition, Iterator<InternalRow> rows, PartScan<T> scan, int position) {
        ArrayList<FilePart<T>> parts = new ArrayList<>();
        UTF8String file = UTF8String.EMPTY_UTF8;
        long start = -1;
        while (rows.hasNext()) {
            InternalRow row = rows.next();
            if (parts.isEmpty()
                    || row.getLong(position + 1) != start
                    || !row.getUTF8String(position).equals(file)) {
                file = row.getUTF8String(position).copy();
                start = row.getLong(position + 1);
                parts.add(new FilePart<>(file.toString(), start, partition, scan.newResult()));
            }
            scan.addRow(row, parts.get(parts.size() - 1).result());
        }
        return parts;
    }
}
