package io.credence.spark.read;

import io.credence.config.secret.Redaction;
import io.credence.data.Precision;
import io.credence.diagnostic.RowKey;
import io.credence.diagnostic.RowKeyLookup;
import io.credence.spark.row.FeatureRow;
import io.credence.spark.row.RowDecoder;
import io.credence.spark.row.RowHash;
import io.credence.spark.row.RowPlan;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.catalyst.InternalRow;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Search for the keys of single rows, by content, in the table that they were packed from. One job reads the table once
 * more, since blocks have no keys. Rows of equal content are equal to every number of a fit.
 *
 * @param table table of the rows
 * @param plan plan by which its cells became rows
 * @param selected columns of the plan
 * @param key column whose cells identify the rows
 * @param precision precision in which blocks were stored
 */
public record RowKeySearch(Table table, RowPlan plan, Column[] selected, String key, Precision precision)
        implements RowKeyLookup {

    private static final Logger LOG = LoggerFactory.getLogger(RowKeySearch.class);

    /**
     * Finds the keys of rows by their contents. It returns none if the rows cannot be read again, since the fit needs
     * no keys.
     */
    @Override
    public Map<Long, RowKey> of(Set<Long> contents) {
        String what = "credence: looking for single rows of " + table.where();
        try {
            return table.execution()
                    .jobNames()
                    .runNamed("credence keys", what, () -> findKeys(new HashSet<>(contents)));
        } catch (Exception unread) {
            String why = ReadFailure.of(unread, table.where()).getMessage();
            LOG.warn(Redaction.PASSWORDS.redact(
                    "rows could not be read again, to be identified by " + key + ": " + why));
            return Map.of();
        }
    }

    private Map<Long, RowKey> findKeys(HashSet<Long> contents) {
        Column[] columns = Arrays.copyOf(selected, selected.length + 1);
        columns[selected.length] = table.identityColumn(key).as("__credence_key");
        int at = selected.length;
        RowPlan rows = plan;
        Precision stored = precision;
        Map<Long, RowKey> first = new HashMap<>();
        FileParts.scanInOrder(table, columns, () -> new KeyScan(new RowDecoder(rows), rows, stored, contents, at))
                .forEach(part -> part.result().forEach((content, found) -> first.merge(content, found, RowKey::merge)));
        return first;
    }

    /** Scan of a part of the rows for the keys of those that are sought. */
    private record KeyScan(
            RowDecoder decoder, RowPlan plan, Precision storedPrecision, Set<Long> contents, int keyOrdinal)
            implements FileParts.PartScan<HashMap<Long, RowKey>> {

        @Override
        public HashMap<Long, RowKey> newResult() {
            return new HashMap<>();
        }

        @Override
        public void addRow(InternalRow cells, HashMap<Long, RowKey> found) {
            if (decoder.decode(cells) != RowDecoder.Outcome.KEPT) {
                return;
            }
            FeatureRow row = decoder.row();
            if (plan.features().scales() != null) {
                row.divideBy(plan.features().scales());
            }
            if (storedPrecision != Precision.FLOAT32) {
                search(cells, false, found);
            }
            if (storedPrecision != Precision.FLOAT64) {
                row.roundToSingle();
                search(cells, true, found);
            }
        }

        private void search(InternalRow cells, boolean single, HashMap<Long, RowKey> found) {
            for (int i = 0; i < decoder.outcomeCount(); i++) {
                decoder.applyOutcome(i);
                long content = RowHash.of(decoder.row(), single);
                if (contents.contains(content)) {
                    String text = cells.isNullAt(keyOrdinal)
                            ? ""
                            : cells.getUTF8String(keyOrdinal).toString();
                    found.merge(content, new RowKey(text, 0), RowKey::merge);
                }
            }
        }
    }
}
