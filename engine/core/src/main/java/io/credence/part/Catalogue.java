package io.credence.part;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/**
 * Ordered, immutable list of parts of one kind, each with a distinct name.
 *
 * @param what noun for one of them, such as "prior", for messages
 * @param parts the parts, in the order in which they are explained
 */
public record Catalogue<P extends Part>(String what, List<P> parts) implements Iterable<P> {

    public Catalogue {
        parts = List.copyOf(parts);
        List<String> names = parts.stream().map(Part::name).toList();
        for (String name : names) {
            if (names.indexOf(name) != names.lastIndexOf(name)) {
                throw new IllegalArgumentException(
                        "names must differ but the " + what + " " + name + " is there twice");
            }
        }
    }

    /** The catalogue of the given parts. */
    @SafeVarargs
    public static <P extends Part> Catalogue<P> of(String what, P... parts) {
        return new Catalogue<>(what, List.of(parts));
    }

    /** All names, in order. */
    public List<String> names() {
        return parts.stream().map(Part::name).toList();
    }

    /** Whether there is a part with the given name. */
    public boolean has(String name) {
        return names().contains(name);
    }

    /**
     * The part with the given name.
     *
     * @throws IllegalArgumentException if there is none, with the nearest one and the list
     */
    public P named(String name) {
        return parts.stream()
                .filter(part -> part.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("unknown " + what + " '" + name + "': required one of "
                        + String.join(", ", names())
                        + Spelling.didYouMean(name, names())));
    }

    /** A copy with one more part at its end. */
    public Catalogue<P> with(P part) {
        List<P> more = new ArrayList<>(parts);
        more.add(part);
        return new Catalogue<>(what, more);
    }

    @Override
    public Iterator<P> iterator() {
        return parts.iterator();
    }
}
