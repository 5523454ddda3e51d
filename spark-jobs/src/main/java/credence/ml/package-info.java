/**
 * Credence as stages of spark.ml: Estimators and their Model, for pipelines and notebooks. Their Params are the keys of the
 * configuration, read from the descriptions that keys and parts give of themselves; a fit is the same as that of the command line.
 * The package has this name because PySpark finds the Python class of a stage by the name of its Java class. Nothing but public
 * stages and what they are made of may enter.
 */
@NullMarked
package credence.ml;

import org.jspecify.annotations.NullMarked;
