/**
 * Tools for tests of numerical code, on which the engine must not depend: finite differences, z-tests, a sampler,
 * reproducible seeds.
 */
package io.credence.testkit;
