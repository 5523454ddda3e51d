"""Files of the repository that the manual links to become part of the site, the README its first page."""

import posixpath
import re
from pathlib import Path

from mkdocs.structure.files import File, InclusionLevel

ROOT = Path(__file__).resolve().parents[3]
DOCS = "engine/docs"
ELSEWHERE = "repository/"
LIST = "index.md"
STYLE = "site.css"
BESIDE = (ELSEWHERE, "decisions/", "design")
"""Pages that links lead to and a search leaves out, as they hold reasons and measurements and no answers."""
CELL = re.compile(r"<td.*?</td>", re.DOTALL)
LINK = re.compile(r"\]\((?![a-z]+:|#|/)([^)\s#]+)(#[^)\s]*)?\)")


def _path(uri):
    """Where in the repository the source of a page is."""
    if uri == "index.md":
        return "README.md"
    return uri[len(ELSEWHERE):] if uri.startswith(ELSEWHERE) else f"{DOCS}/{uri}"


def _uri(path):
    """Where in the site a file of the repository is."""
    if path == "README.md":
        return "index.md"
    return path[len(DOCS) + 1:] if path.startswith(f"{DOCS}/") else ELSEWHERE + path


def _targets(path):
    """Files of the repository that a page links to, folders by their README or the list of their files."""
    source = ROOT / path
    if source.name == LIST and not source.exists():
        return [_resolved(path, name) for name in _names(path)]
    links = LINK.findall(source.read_text(encoding="utf-8"))
    return [_resolved(path, target) for target, _ in links]


def _names(path):
    """Files and folders beside the list that has no source of its own."""
    return sorted(file.name for file in (ROOT / path).parent.iterdir())


def _resolved(path, target):
    found = posixpath.normpath(posixpath.join(posixpath.dirname(path), target))
    if not (ROOT / found).is_dir():
        return found
    return f"{found}/README.md" if (ROOT / found / "README.md").is_file() else f"{found}/{LIST}"


def on_files(files, config):
    known = {file.src_uri for file in files}
    waiting = ["index.md"] + [uri for uri in known if uri.endswith(".md")]
    while waiting:
        uri = waiting.pop()
        if uri not in known:
            files.append(_file(config, uri))
            known.add(uri)
        if uri.endswith(".md"):
            waiting.extend({_uri(path) for path in _targets(_path(uri)) if _exists(path)} - known)
    files.append(File.generated(config, STYLE, abs_src_path=str(Path(__file__).with_name(STYLE))))
    return files


def _exists(path):
    return (ROOT / path).is_file() or path.endswith(f"/{LIST}")


def _file(config, uri):
    path = _path(uri)
    if (ROOT / path).is_file():
        # Folders whose name begins with a dot would be left out
        return File.generated(config, uri, abs_src_path=str(ROOT / path), inclusion=InclusionLevel.INCLUDED)
    text = f"# {posixpath.dirname(path)}\n\n" + "".join(f"- [{name}]({name})\n" for name in _names(path))
    return File.generated(config, uri, content=text)


def on_page_markdown(markdown, page, config, files):
    path = _path(page.file.src_uri)
    if page.file.src_uri.startswith(BESIDE):
        page.meta["search"] = {"exclude": True}

    def within(match):
        target = _uri(_resolved(path, match.group(1)))
        folder = posixpath.dirname(page.file.src_uri) or "."
        return f"]({posixpath.relpath(target, folder)}{match.group(2) or ''})"

    return LINK.sub(within, markdown)


def on_page_content(html, page, config, files):
    """A bar within code of a table's cell, which GitHub shows without the backslash that it needs there."""
    return CELL.sub(lambda cell: cell.group().replace("\\|", "|"), html)


def on_nav(nav, config, files):
    config["extra"]["pages"] = nav.pages


def on_post_build(config):
    """A list of the pages for programs that read text."""
    pages = config["extra"]["pages"]
    lines = [f"# {config['site_name']}", "", f"> {config['site_description']}", ""]
    lines += [f"- [{page.title}]({page.url or './'})" for page in pages]
    Path(config["site_dir"], "llms.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
