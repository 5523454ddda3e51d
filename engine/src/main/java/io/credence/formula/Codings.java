package io.credence.formula;

import java.util.BitSet;
import java.util.List;

/** Which factors of a formula have an indicator for every level: those whose mean is in no other term. */
final class Codings {

    private Codings() {}

    /** For each term and variable, whether the variable has an indicator for every level. */
    static boolean[][] of(Terms terms, DesignDraft draft) {
        int count = terms.products().size();
        boolean[][] full = new boolean[count][terms.variables().size()];
        for (int t = 0; t < count; t++) {
            BitSet product = terms.products().get(t);
            for (int v = product.nextSetBit(0); v >= 0; v = product.nextSetBit(v + 1)) {
                BitSet rest = (BitSet) product.clone();
                rest.clear(v);
                full[t][v] = !rest.isEmpty() && !isWithin(rest, terms.products().subList(0, t));
            }
        }
        if (!terms.intercept()) {
            codeFirstFactor(terms, draft, full);
        }
        return full;
    }

    private static boolean isWithin(BitSet rest, List<BitSet> before) {
        return before.stream().anyMatch(other -> {
            BitSet missing = (BitSet) rest.clone();
            missing.andNot(other);
            return missing.isEmpty();
        });
    }

    /** Without an intercept the first factor has the mean of all. */
    private static void codeFirstFactor(Terms terms, DesignDraft draft, boolean[][] full) {
        for (int t = 0; t < full.length; t++) {
            BitSet product = terms.products().get(t);
            for (int v = product.nextSetBit(0); v >= 0; v = product.nextSetBit(v + 1)) {
                if (draft.hasLevels(terms.variables().get(v))) {
                    full[t][v] = true;
                    return;
                }
            }
        }
    }
}
