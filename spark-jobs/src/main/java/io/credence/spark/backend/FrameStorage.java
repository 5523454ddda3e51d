package io.credence.spark.backend;

import io.credence.config.ConfigurationException;
import io.credence.config.secret.Redaction;
import io.credence.spark.row.LiteralPath;
import io.credence.spark.row.SqlText;
import java.io.IOException;
import java.util.Map;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.storage.StorageLevel;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import scala.Tuple2;

/**
 * Storage of frames of packed rows for the passes of a fit: in Spark's memory, or as files that every pass reads.
 *
 * @param folder folder of such files, any Hadoop path; null for memory
 */
record FrameStorage(@Nullable String folder) {

    private static final Logger LOG = LoggerFactory.getLogger(FrameStorage.class);

    /**
     * Options of Parquet that write up to a gigabyte as one row group, which no platform divides. Compression and
     * dictionaries are off, since packed numbers hardly shrink or repeat. Pages end after few blocks, since their size
     * is a 32-bit number.
     */
    private static final Map<String, String> WHOLE = Map.of(
            "parquet.block.size", String.valueOf(1L << 30),
            "parquet.page.size.row.check.min", "1",
            "parquet.page.size.row.check.max", "8",
            "parquet.enable.dictionary", "false",
            "compression", "none",
            "maxRecordsPerFile", "0");

    /** Stores a data frame that many passes read. */
    StoredFrame keep(Dataset<Tuple2<Integer, byte[]>> frame) {
        if (folder == null) {
            return new StoredFrame(persistFrame(frame), null);
        }
        SparkSession spark = frame.sparkSession();
        Path place = new Path(folder);
        AbandonedFileRemoval.remove(
                () -> place.getFileSystem(spark.sessionState().newHadoopConf()),
                place,
                status -> TemporaryName.isAbandoned(status.getPath().getName()));
        String path = folder + "/" + TemporaryName.visible("blocks");
        frame.write().options(WHOLE).partitionBy("_1").parquet(path);
        return new StoredFrame(
                spark.read()
                        .schema("_1 INT, _2 BINARY")
                        .parquet(LiteralPath.of(path, spark))
                        .select("_1", "_2")
                        .as(FrameResults.NUMBERED),
                path);
    }

    private static Dataset<Tuple2<Integer, byte[]>> persistFrame(Dataset<Tuple2<Integer, byte[]>> frame) {
        try {
            return frame.persist(StorageLevel.MEMORY_AND_DISK());
        } catch (RuntimeException refused) {
            throw new ConfigurationException(
                    "Spark does not keep packed rows here: required backend.folder, a folder for them, found none ("
                            + SqlText.firstLine(refused) + ")",
                    refused);
        }
    }

    /**
     * Stored data frame, with the means to free it.
     *
     * @param path path of its files; null where it is in Spark's memory
     */
    record StoredFrame(
            Dataset<Tuple2<Integer, byte[]>> frame,
            @Nullable String path) {

        /** Frees memory, or deletes files. */
        void release() {
            if (path == null) {
                frame.unpersist(false);
                return;
            }
            try {
                Path files = new Path(path);
                files.getFileSystem(frame.sparkSession().sessionState().newHadoopConf())
                        .delete(files, true);
            } catch (IOException | RuntimeException left) {
                LOG.warn(
                        Redaction.PASSWORDS.redact("packed rows are left in " + path + ": " + SqlText.firstLine(left)));
            }
        }
    }
}
