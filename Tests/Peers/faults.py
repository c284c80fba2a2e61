#!/usr/bin/env python3
"""Lets the calls of luego fail: faults.py LUEGO.

In every command that writes, each call that writes fails once, for want of space and by a damaged disk; each article
must be as it was or as it was to be, the program must say so in a line and its status, and the same command must
complete it afterwards. The status is 1 where one of that is not so.
"""
import concurrent.futures, json, os, shutil, subprocess, sys, tempfile

LUEGO = os.path.abspath(sys.argv[1])
CALLS = "write,pwrite64,fsync,fdatasync,rename,renameat,renameat2,mkdir,mkdirat,unlink,unlinkat,ftruncate,link,linkat"
faults = []


def say(*words):
    print(*words, flush=True)


def fault(*words):
    faults.append(words)
    say("FAULT", *words)


class Home:
    def __init__(self, path):
        self.path = path
        os.makedirs(path, exist_ok=True)
        self.environment = {
            "HOME": path, "PATH": os.environ["PATH"], "LANG": "C.UTF-8", "TERM": "dumb", "TZ": "UTC",
            "GIT_AUTHOR_NAME": "A", "GIT_AUTHOR_EMAIL": "a@a.example",
            "GIT_COMMITTER_NAME": "A", "GIT_COMMITTER_EMAIL": "a@a.example"}

    def file(self, name, content):
        path = os.path.join(self.path, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as file:
            file.write(content.encode() if isinstance(content, str) else content)
        return path

    def run(self, *words, under=()):
        return subprocess.run(
            [*under, LUEGO, *words], env=self.environment, cwd=self.path, stdin=subprocess.DEVNULL,
            capture_output=True, timeout=60)

    def shown(self, library=None):
        """Each article as it is listed, without times."""
        found = {}
        for query in ("in:all", "in:trash"):
            words = ["--library", library] if library else []
            out = self.run(*words, "list", "--json", query)
            if out.returncode not in (0, 3):
                fault("list ends with", out.returncode, out.stderr.decode())
            for line in out.stdout.decode().splitlines():
                article = json.loads(line)
                found[article["id"]] = json.dumps(
                    {key: value for key, value in article.items() if not key.endswith("At")}, sort_keys=True)
        return found

    def expect_sound(self, when):
        doctor = self.run("doctor")
        if doctor.returncode:
            fault(when, "the doctor says", doctor.stdout.decode()[-600:])


PAGE = "<html><head><title>Herons</title></head><body><article><h1>Herons</h1>" + "".join(
    f"<p>Paragraph {n} of the herons at the mill pond, who wait there until it freezes, and longer.</p>"
    for n in range(6)) + "</article></body></html>"


def commands():
    """Each command that writes: its name, what it is given, how the home is prepared for it."""
    def inbox(home):
        home.file(".local/share/luego/inbox/page.html", PAGE.replace("<head>", "<head><link rel=canonical href='https://i.example/'>"))
        home.file(".local/share/luego/inbox/links.txt", "https://i.example/1\nhttps://i.example/2\n")
        for name in ("page.html", "links.txt"):
            os.utime(f"{home.path}/.local/share/luego/inbox/{name}", (1e9, 1e9))

    def deleted(home):
        home.run("delete", "--all", "Article")

    def damaged(home):
        home.file(".local/share/luego/texts/00/notes.txt", "not the library's")

    yield "add", ["add", "--no-fetch", "https://c.example/1", "https://c.example/2"]
    yield "add-html", ["add", "--html", "page.html", "https://c.example/p"], lambda home: home.file("page.html", PAGE)
    yield "tag", ["tag", "in:all", "+new"]
    yield "archive", ["archive", "--all", "Article"]
    yield "favorite", ["favorite", "--all", "Article"]
    yield "delete", ["delete", "--all", "Article"]
    yield "restore", ["restore", "in:trash"], deleted
    yield "tags-rename", ["tags", "rename", "old", "newer"]
    yield "edit", ["edit", "a.example/1", "--note", "A note", "--title", "Another"]
    yield "undo", ["undo"]
    yield "import", ["import", "import.csv"]
    yield "inbox", ["inbox"], inbox
    yield "sync", ["sync", "other/"]
    yield "sync-git", ["sync", "git", "remote.git"], lambda home: subprocess.run(
        ["git", "init", "-q", "--bare", home.path + "/remote.git"], check=True)
    yield "export", ["export", "-o", "out.json"]
    yield "welcome", ["welcome"]
    yield "doctor", ["doctor", "--repair"], damaged


def prepared(path, prepare):
    home = Home(path)
    for number in range(1, 4):
        home.run("add", "--no-fetch", f"https://a.example/{number}")
        home.run("edit", f"a.example/{number}", "--title", f"Article {number}")
    home.run("sync", "other/")
    home.run("tag", "--all", "Article", "+old")
    home.file("import.csv", "title,url,time_added,tags,status\n" + "".join(
        f"T{n},https://b.example/{n},160000000{n},a,unread\n" for n in range(1, 4)))
    if prepare:
        prepare(home)
    return home


def fail_calls(root, name, words, prepare=None):
    """Lets each call of a command fail once; gives how many failed."""
    # What the program knows of a library belongs to its path.
    path, template = f"{root}/{name}", f"{root}/{name}-template"
    prepared(path, prepare)
    before = Home(path).shown()
    os.rename(path, template)

    def again():
        shutil.rmtree(path, ignore_errors=True)
        shutil.copytree(template, path, symlinks=True)
        return Home(path)

    whole = again()
    out = whole.run(*words)
    if out.returncode:
        fault(name, "without any fault ends with", out.returncode, out.stderr.decode())
        return 0
    after = whole.shown()
    count = 0
    for error in ("ENOSPC", "EIO"):
        for number in range(1, 400):
            home = again()
            traced = path + ".calls"
            out = home.run(*words, under=[
                "strace", "-f", "-qq", "-o", traced, "-e", f"trace={CALLS}", "-e",
                f"inject={CALLS}:error={error}:when={number}"])
            with open(traced, errors="replace") as file:
                injected = [line for line in file if "INJECTED" in line]
            os.unlink(traced)
            said = out.stderr.decode()
            when = f"{name}, {error} at call {number} ({injected[0].strip()[:150] if injected else ''})"
            if out.returncode < 0 or out.returncode > 6:
                fault(when, "ends with", out.returncode, said)
            spoken = said + out.stdout.decode()
            # Each thread counts its own calls, so that what it says may fail, too.
            is_dumb = any("write(1," in line or "write(2," in line for line in injected)
            if out.returncode and not is_dumb and not any(
                    word in spoken for word in ("Cannot", "disk", "No space left", "connection", "error", "git init failed")):
                fault(when, "fails and does not say why:", out.returncode, spoken)
            found = home.shown()
            is_done = True
            for id in before.keys() | after.keys() | found.keys():
                # An address is saved before its text.
                is_saved = name == "add-html" and out.returncode and '"pending"' in found.get(id, "")
                if found.get(id) not in (before.get(id), after.get(id)) and not is_saved:
                    fault(when, "leaves", found.get(id, "nothing")[:300], "of", before.get(id, "nothing")[:300])
                is_done = is_done and found.get(id) == after.get(id)
            if out.returncode == 0 and not is_done:
                fault(when, "is done by its status, and is not")
            # A repair that failed leaves the damage, and every article as it was.
            if not is_done or name == "doctor" and out.returncode:
                out = home.run(*words)
                if out.returncode:
                    fault(when, "run again ends with", out.returncode, out.stderr.decode())
                if home.shown() != after:
                    fault(when, "run again is not completed")
            home.expect_sound(when)
            if not injected:
                break
            count += 1
        else:
            fault(name, "makes more calls than were tried")
    return count


def calls(root):
    total = 0
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        tasks = {pool.submit(fail_calls, root, *command): command[0] for command in commands()}
        for task in concurrent.futures.as_completed(tasks):
            count = task.result()
            total += count
            say(f"calls: {tasks[task]}: {count} failed")
    say(f"calls: {total} in all")


def main():
    root = tempfile.mkdtemp(prefix="luego-faults-")
    try:
        calls(root)
    finally:
        shutil.rmtree(root, ignore_errors=True)
    say(f"{len(faults)} faults")
    sys.exit(1 if faults else 0)


main()
