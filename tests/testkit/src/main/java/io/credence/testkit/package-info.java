/** What tests of numerical code need and the engine must not know: finite differences, z-tests, a sampler, seeds that replay. */
package io.credence.testkit;
