/**
 * Report of a finished fit as one page of HTML: sections of facts and tables, pictures in SVG, and the templates that
 * write both. All markup stands in the templates, which escape what they are given; classes here make numbers and
 * places only.
 */
@NullMarked
package io.credence.report.page;

import org.jspecify.annotations.NullMarked;
