"""Lays out the documents for the site: `make docs` builds it from var/docs-source (mkdocs.yml).

Repository and site have the same links. One that leads to a document beside docs/ leads to its page
of the site; one to a file of the program becomes its name. In the help, `[[Pairs]]` is what the
button says in the language of the page, as at /help/.
"""

import re
import shutil
import sys
from functools import partial
from gettext import NullTranslations, translation
from pathlib import Path
from posixpath import join, normpath, relpath

ROOT = Path(__file__).resolve().parent.parent
BESIDE = (
    "CONTRIBUTING.md",
    "CHANGELOG.md",
    "SECURITY.md",
    "CODE_OF_CONDUCT.md",
    "bench/RESULTS.md",
)
LINK = re.compile(r"(!?)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^)\s#]+)(#[^)\s]*)?\)")
LABEL = re.compile(r"\[\[([^\[\]]+)\]\]")


def lay_out(target: Path) -> list[str]:
    """Writes all documents into this folder, emptied first; returns the links that lead nowhere."""
    shutil.rmtree(target, ignore_errors=True)
    shutil.copytree(ROOT / "docs", target, ignore=shutil.ignore_patterns("*.py"))
    sources = {name: ROOT / name for name in BESIDE}
    sources |= {
        str(path.relative_to(ROOT / "docs")): path for path in (ROOT / "docs").rglob("*.md")
    }
    nowhere: list[str] = []
    for name, source in sources.items():
        page = target / name
        page.parent.mkdir(parents=True, exist_ok=True)
        text = LINK.sub(partial(_led, source, name, nowhere), source.read_text(encoding="utf-8"))
        if name.startswith("help/"):
            language = _language(name.split("/")[1])
            text = LABEL.sub(lambda label, to=language: to.gettext(label[1]), text)
        page.write_text(text, encoding="utf-8")
    return nowhere


def _led(source: Path, name: str, nowhere: list[str], match: re.Match[str]) -> str:
    image, words, target, anchor = match.groups(default="")
    if ":" in target or target.startswith("/"):
        return match[0]
    meant = normpath(join(str(source.parent.relative_to(ROOT)), target))
    inside = meant if meant in BESIDE else meant.removeprefix("docs/")
    if meant in BESIDE or (inside != meant and (ROOT / meant).is_file() and meant[-3:] != ".py"):
        return f"{image}[{words}]({relpath(inside, str(Path(name).parent))}{anchor})"
    if meant == "docs/decisions":
        return f"[{words}]({relpath('decisions/README.md', str(Path(name).parent))})"
    if not (ROOT / meant).exists():
        nowhere.append(f"{source.relative_to(ROOT)}: {target}")
    return words if words.startswith("`") else f"{words} (`{meant}`)"


def _language(code: str) -> NullTranslations:
    return translation("django", ROOT / "locale", [code], fallback=code == "en")


if __name__ == "__main__":
    if lost := lay_out(ROOT / "var/docs-source"):
        sys.exit("These links lead nowhere:\n" + "\n".join(lost))
