#!/usr/bin/env python3
"""Learns Data/extraction/blocks.model from pages with answers.

    train.py --rows ROWS --corpus CORPUS [--write TABLE] [--folds N] [--out DIRECTORY]

CORPUS has `wcxb/ground-truth.json` and `readability/*/expected.html`. ROWS is what `luego-bench blocks` writes: a
directory with `rows.jsonl`, a page's id and the texts of its blocks a line, and `rows.bin`, the numbers of all blocks
as 32-bit floats. Without --write it only cross-validates; with --out it also writes the table of each fold and the
pages that it must be tried on. Needs numpy and scikit-learn; the same rows give the same table to the byte.
"""
import os

os.environ["OMP_NUM_THREADS"] = "1"  # sums in one order
import argparse, gzip, hashlib, json, re
from collections import Counter
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import urlsplit
import numpy as np
from sklearn.ensemble import HistGradientBoostingClassifier

WORD = re.compile(r"\w+")
TREES, LEAVES, RATE, LEAST = 120, 31, 0.12, 30
# The most blocks, or up to twice as many, that are looked at of one page.
MOST = 150
# Readability's answers are few, and of the kind that readers save most.
WEIGHTS = {"readability": 3.0, "article": 2.0}


class Text(HTMLParser):
    def __init__(self):
        super().__init__()
        self.out = []

    def handle_data(self, data):
        self.out.append(data)

    def handle_starttag(self, tag, attributes):
        self.out.append("\n")

    def handle_endtag(self, tag):
        self.out.append("\n")


def answers(corpus):
    """Of each page: its kind, the text that is right, and what it is grouped by."""
    found = {}
    for key, page in json.loads((corpus / "wcxb/ground-truth.json").read_text()).items():
        host = ".".join((urlsplit(page.get("url") or key).hostname or key).split(".")[-2:])
        found["wcxb/" + key] = page["type"], page["main_content"] or "", host
    for directory in sorted((corpus / "readability").iterdir()):
        for name in ("expected.html", "expected.html.gz"):
            if (directory / name).exists():
                data = (directory / name).read_bytes()
                text = Text()
                text.feed((gzip.decompress(data) if name.endswith("gz") else data).decode("utf8"))
                found["readability/" + directory.name] = "readability", "".join(text.out), directory.name
    return found


def words(text):
    return WORD.findall(text.lower())


def labels(lines, answer):
    """Whether each block is in the answer, and how much it weighs.

    A block of one or two words counts with the words beside it: cells and labels repeat.
    """
    known = words(answer)
    threes = set(zip(known, known[1:], known[2:]))
    wholes = {" ".join(words(line)) for line in answer.split("\n")}
    split = [words(line) for line in lines]
    right, weight = [], []
    for place, own in enumerate(split):
        if len(own) >= 3:
            runs = list(zip(own, own[1:], own[2:]))
            hit = sum(run in threes for run in runs) / len(runs)
        elif " ".join(own) in wholes:
            hit = 1.0
        else:
            before = [word for line in split[max(0, place - 2) : place] for word in line][-2:]
            behind = [word for line in split[place + 1 : place + 3] for word in line][:2]
            near = before + own + behind
            hit = float(any(run in threes for run in zip(near, near[1:], near[2:]))) if own else 0.0
        right.append(hit >= 0.6)
        weight.append(len(own) ** 0.5)
    return np.array(right), np.array(weight)


def f1(got, want):
    got, want = Counter(words(got)), Counter(words(want))
    both = sum((got & want).values())
    return 2 * both / max(1, sum(got.values()) + sum(want.values())) if want else float(not got)


def learn(pages, ids):
    numbers, right, weight = [], [], []
    for page in ids:
        step = max(1, len(pages[page]["y"]) // MOST)
        x, y, w = (pages[page][name][::step] for name in "xyw")
        if len(y) and w.sum() > 0:
            numbers.append(x)
            right.append(y)
            weight.append(w / w.sum() * WEIGHTS.get(pages[page]["kind"], 1.0))
    model = HistGradientBoostingClassifier(max_iter=TREES, max_leaf_nodes=LEAVES, learning_rate=RATE,
                                           min_samples_leaf=LEAST, early_stopping=False, random_state=0, max_bins=127)
    weight = np.concatenate(weight)
    return model.fit(np.concatenate(numbers), np.concatenate(right), sample_weight=weight / weight.mean())


# How `Selection` weighs the trees: gain, three weights of the core, heading, list (see
# `BlockModel.Settings`). Chosen by cross-validation.
GAIN, CORE, HEADING, LIST = 0.7, (0.0, 1.0, 0.75), 1.5, 0.5
# Where the features say how much of a block is in the core and whether metadata claim an article.
IN_CORE, IS_CLAIMED = -10, -8


def chosen(odds, data):
    """The blocks that are kept, without what `Selection` does for headings and lists."""
    if not len(odds):
        return odds > 0
    core = CORE[2 if data["x"][0, IS_CLAIMED] > 0 else 0]
    odds = GAIN * (odds + core * (2 * data["x"][:, IN_CORE] - 1))
    count = np.array([len(words(line)) for line in data["lines"]], float)
    expected = count / (1 + np.exp(-odds))
    order = np.argsort(-odds, kind="stable")
    score = 2 * np.cumsum(expected[order]) / np.maximum(1, np.cumsum(count[order]) + expected.sum())
    return odds >= odds[order][score.argmax()]


def table(model, width):
    """The model as text: see `BlockModel`."""
    settings = " ".join(f"{value:g}" for value in (GAIN, *CORE, HEADING, LIST))
    lines = [f"{width} {len(model._predictors)} {float(model._baseline_prediction.ravel()[0]):.4f} {settings}"]
    for (tree,) in model._predictors:
        def write(place):
            node = tree.nodes[place]
            if node["is_leaf"]:
                return [f"={node['value']:.3g}"]
            return ([f"{node['feature_idx']}<{np.float32(node['num_threshold']):.6g}"]
                    + write(node["left"]) + write(node["right"]))
        lines.append(" ".join(write(0)))
    return "\n".join(lines) + "\n"


NOTE = """# Trees that say whether a block of a page is its article's; Tests/Extraction/train.py wrote them.
# Learned from WCXB, Web Content eXtraction Benchmark, copyright 2026 Murrough Foley, licensed under CC BY 4.0
# (https://creativecommons.org/licenses/by/4.0/), and from the test pages of mozilla/readability (Apache-2.0).
"""


def load(rows, corpus):
    known = answers(corpus)
    texts = [json.loads(line) for line in open(rows / "rows.jsonl", encoding="utf8")]
    count = sum(len(page["lines"]) for page in texts)
    numbers = np.fromfile(rows / "rows.bin", dtype=np.float32).reshape(count, -1)
    pages, start = {}, 0
    for page in texts:
        kind, answer, group = known[page["id"]]
        end = start + len(page["lines"])
        y, w = labels(page["lines"], answer)
        fold = int(hashlib.sha256(group.encode()).hexdigest(), 16)
        pages[page["id"]] = dict(kind=kind, answer=answer, fold=fold, lines=page["lines"], x=numbers[start:end], y=y, w=w)
        start = end
    return pages, numbers.shape[1]


def main():
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--rows", type=Path, required=True)
    arguments.add_argument("--corpus", type=Path, required=True)
    arguments.add_argument("--write", type=Path)
    arguments.add_argument("--folds", type=int, default=5)
    arguments.add_argument("--out", type=Path)
    options = arguments.parse_args()
    pages, width = load(options.rows, options.corpus)
    scores = {}
    for fold in range(options.folds):
        held = [page for page in pages if pages[page]["fold"] % options.folds == fold]
        model = learn(pages, [page for page in pages if page not in set(held)])
        if options.out:
            (options.out / f"fold{fold}.model").write_text(table(model, width))
            (options.out / f"fold{fold}.txt").write_text("\n".join(held) + "\n")
        for page in held:
            data = pages[page]
            odds = model.decision_function(data["x"]) if len(data["x"]) else np.zeros(0)
            text = "\n".join(line for line, keep in zip(data["lines"], chosen(odds, data)) if keep)
            scores.setdefault(data["kind"], []).append(f1(text, data["answer"]))
        print("fold", fold, flush=True)
    for kind, values in sorted(scores.items()):
        print(f"{kind:15}{len(values):6}{sum(values) / len(values):8.4f}")
    if options.write:
        options.write.write_text(NOTE + table(learn(pages, list(pages)), width))


if __name__ == "__main__":
    main()
