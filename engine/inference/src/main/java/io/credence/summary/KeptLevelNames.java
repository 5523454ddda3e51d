package io.credence.summary;

import io.credence.kind.LevelNames;
import io.credence.pass.Lazy;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Names of levels that, once all are asked for, stay in this process: the entries of a factor's effects share them. */
final class KeptLevelNames implements LevelNames {

    private final LevelNames source;
    private final Lazy<List<String>> all;

    KeptLevelNames(LevelNames source) {
        this.source = source;
        this.all = new Lazy<>(source::all);
    }

    @Override
    public Map<Integer, String> of(Set<Integer> levels) {
        return source.of(levels);
    }

    @Override
    public List<String> all() {
        return all.get();
    }
}
