package io.credence.config;

import io.credence.config.DataConfig.TextFormat;

/**
 * Location and format of rows.
 *
 * @param path Hadoop path of a file, folder or glob
 * @param format csv, parquet, json or libsvm
 * @param text format of csv and json
 */
public record DataSource(String path, String format, TextFormat text) {

    /** Source of rows in memory. */
    public static final DataSource IN_MEMORY = new DataSource("the data frame", "memory", TextFormat.PLAIN);
}
