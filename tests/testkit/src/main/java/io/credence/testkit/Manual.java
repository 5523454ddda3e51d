package io.credence.testkit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Blocks of code of the manual: of the README and of all pages that the site lists. Whatever tests the manual takes its blocks from
 * here. A block that no test runs has its reason, one of {@link #REASONS}, in a comment above it:
 * {@code <!-- not run: needs a cluster -->}.
 */
public final class Manual {

    /** Why a block may stand unrun. */
    public static final Set<String> REASONS = Set.of("builds and installs", "downloads", "needs a cluster");

    private static final Pattern LISTED = Pattern.compile(": ([\\w/-]+\\.md)$", Pattern.MULTILINE);
    private static final Pattern FENCE = Pattern.compile("^```(\\w*)\\s*$");
    private static final Pattern COMMENT = Pattern.compile("^<!-- not run: (.*) -->$");
    private static final Pattern HEADING = Pattern.compile("^##+ `(?:credence\\.)?([\\w.]+).*");
    private static final Pattern EXAMPLE = Pattern.compile("^`(\\w[^`]*)`$");

    private Manual() {}

    /**
     * A block of a page.
     *
     * @param page path below the root of the repository
     * @param line number of its first line of code in that page, from 1
     * @param language as its fence names it; empty for what a program prints
     * @param text lines of code
     * @param method of a reference: the function that it is an example of; else empty
     * @param reason why it is not run; empty if it is
     */
    public record Block(String page, int line, String language, String text, String method, String reason) {

        public boolean isRun() {
            return reason.isEmpty();
        }

        @Override
        public String toString() {
            return page + ":" + line + " (" + language + ")";
        }
    }

    /** The README and the pages that the site lists, in its order, as paths below the root. */
    public static List<String> pages() throws IOException {
        String site = Files.readString(Repository.file(".mkdocs.yml"));
        List<String> pages = new ArrayList<>(List.of("README.md"));
        LISTED.matcher(site.substring(site.indexOf("\nnav:")))
                .results()
                .map(page -> page.group(1))
                .filter(page -> !page.equals("index.md"))
                .forEach(page -> pages.add("engine/docs/" + page));
        return pages;
    }

    /** All blocks of all pages. */
    public static List<Block> blocks() throws IOException {
        List<Block> all = new ArrayList<>();
        for (String page : pages()) {
            all.addAll(blocks(page));
        }
        return all;
    }

    /** Blocks of all pages in a language. */
    public static List<Block> blocksIn(String language) throws IOException {
        return ofLanguage(language, blocks());
    }

    /** Blocks of a page in a language. */
    public static List<Block> blocksIn(String language, String page) throws IOException {
        return ofLanguage(language, blocks(page));
    }

    private static List<Block> ofLanguage(String language, List<Block> blocks) {
        return blocks.stream()
                .filter(block -> block.language().equals(language))
                .toList();
    }

    /** Blocks of a page, in order. A line that is nothing but code is an example of its method, in Python. */
    public static List<Block> blocks(String page) throws IOException {
        List<Block> blocks = new ArrayList<>();
        List<String> lines = Files.readAllLines(Repository.file(page));
        String method = "";
        String reason = "";
        for (int k = 0; k < lines.size(); k++) {
            String line = lines.get(k);
            Matcher fence = FENCE.matcher(line);
            if (fence.matches()) {
                int end = k + 1 + lines.subList(k + 1, lines.size()).indexOf("```");
                if (end == k) {
                    throw new IllegalStateException(page + ":" + (k + 1) + " has a block without an end");
                }
                String text = String.join("\n", lines.subList(k + 1, end)) + "\n";
                blocks.add(new Block(page, k + 2, fence.group(1), text, method, reason));
                k = end;
                reason = "";
                continue;
            }
            Matcher heading = HEADING.matcher(line);
            Matcher example = EXAMPLE.matcher(line);
            Matcher comment = COMMENT.matcher(line);
            if (heading.matches()) {
                method = heading.group(1);
            } else if (example.matches() && !method.isEmpty()) {
                blocks.add(new Block(page, k + 1, "python", example.group(1) + "\n", method, ""));
            }
            if (comment.matches()) {
                reason = comment.group(1);
            } else if (!line.isBlank()) {
                reason = "";
            }
        }
        return blocks;
    }

    /**
     * Writes the Python of pages to a folder, a file for each block, whose name begins with the position of the block. The first line
     * of a file names page, line and method, with tabs between them.
     */
    public static void writePython(Path folder, List<String> pages) throws IOException {
        int count = 0;
        for (String page : pages) {
            for (Block block : blocksIn("python", page)) {
                if (block.isRun()) {
                    String head = "# " + block.page() + "\t" + block.line() + "\t" + block.method() + "\n";
                    Files.writeString(folder.resolve(String.format("%04d.py", count++)), head + block.text());
                }
            }
        }
    }
}
