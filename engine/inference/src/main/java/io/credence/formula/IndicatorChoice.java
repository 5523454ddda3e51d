package io.credence.formula;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Choice of the factors of a formula that get an indicator for every level: those whose mean is in no other term. */
final class IndicatorChoice {

    private IndicatorChoice() {}

    /** Variables of each term that get an indicator for every level. */
    static BitSet[] of(Terms terms, DesignDraft draft) {
        BitSet[] full = new BitSet[terms.products().size()];
        // Products stand in the order of their sizes, so that one before a term that contains the rest of it is that
        // rest, or has one variable
        // more.
        Set<BitSet> within = new HashSet<>();
        for (int t = 0; t < full.length; t++) {
            BitSet product = terms.products().get(t);
            full[t] = new BitSet();
            List<BitSet> rests = new ArrayList<>();
            for (int v = product.nextSetBit(0); v >= 0; v = product.nextSetBit(v + 1)) {
                BitSet rest = (BitSet) product.clone();
                rest.clear(v);
                full[t].set(v, !rest.isEmpty() && !within.contains(rest));
                rests.add(rest);
            }
            within.addAll(rests);
            within.add(product);
        }
        if (!terms.intercept()) {
            codeFirstFactor(terms, draft, full);
        }
        return full;
    }

    /** Gives the first factor an indicator for every level, since without an intercept it has the overall mean. */
    private static void codeFirstFactor(Terms terms, DesignDraft draft, BitSet[] full) {
        for (int t = 0; t < full.length; t++) {
            BitSet product = terms.products().get(t);
            for (int v = product.nextSetBit(0); v >= 0; v = product.nextSetBit(v + 1)) {
                if (draft.hasLevels(terms.variables().get(v))) {
                    full[t].set(v);
                    return;
                }
            }
        }
    }
}
