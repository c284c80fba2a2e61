#!/usr/bin/env python3
"""Libraries on several machines, kept together by file syncers: sync.py LUEGO [NAME...].

Every change that luego acknowledged on any machine must be on all of them in the end, all must show the same and hold
the same bytes, no machine may write a file of another, nothing may be left over, and nothing may be written any more.
A syncer that is not installed is passed over.
The status is 1 where one of that is not so, and 75 where a syncer did not come to an end in time.
Each machine is a home directory; nothing leaves this host.
"""
import glob, hashlib, json, os, random, re, shutil, subprocess, sys, tempfile, threading, time, urllib.request

LUEGO = os.path.abspath(sys.argv[1])
NAMES = sys.argv[2:] or ["shared", "repair", "rsync", "unison", "rclone", "git", "syncthing", "syncthing3"]
SCALE = float(os.environ.get("LUEGO_SYNC_SCALE", "1"))
ARTICLES, APART, TOGETHER = int(300 * SCALE), int(500 * SCALE), int(2400 * SCALE)
# What belongs to a machine or to its syncer.
OWN = re.compile(r"^(\.stfolder.*|\.stignore|\.luego|\.lock|\.stversions)(/|$)|(.*/)?\.syncthing\.[^/]*\.tmp$")
random.seed(1)


class Machine:
    def __init__(self, root, number, library=None):
        self.number, self.home = number, f"{root}/{number}"
        self.library = library or f"{self.home}/library"
        os.makedirs(self.home)
        self.environment = {
            "HOME": self.home, "PATH": os.environ["PATH"], "LANG": "C.UTF-8", "TERM": "xterm-256color", "TZ": "UTC",
            **{f"XDG_{kind}_HOME": f"{self.home}/{kind.lower()}" for kind in ("DATA", "CACHE", "CONFIG", "STATE")}}
        self.tags, self.added, self.refused, self.written = [], [], [], []

    def luego(self, *arguments):
        return subprocess.run([LUEGO, "--library", self.library, *arguments], env=self.environment,
                              stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=120)

    def change(self, ids, count, word):
        """Makes changes one after another, and remembers those that were acknowledged."""
        for number in range(count):
            tag = f"{word}{self.number}n{number}"
            if number % 10 == 9:
                address = f"https://{word}{self.number}.example/{number}"
                arguments = ["add", "--no-fetch", "-t", tag, address]
                done = self.luego(*arguments)
                if done.returncode == 0:
                    self.added.append((address, tag))
            else:
                article = random.choice(ids)
                arguments = ["tag", article, "+" + tag]
                done = self.luego(*arguments)
                if done.returncode == 0:
                    self.tags.append((article, tag))
            if done.returncode:
                self.refused.append((arguments, done.stderr.strip()))

    def apart(self, ids, count, word):
        """Makes changes while nothing else touches the library, and looks whether files of others were written."""
        before = self.others()
        self.change(ids, count, word)
        after = self.others()
        self.written += sorted(path for path in before.keys() | after.keys() if before.get(path) != after.get(path))

    def others(self):
        """The files that other machines wrote, and their bytes."""
        own = self.name()
        return {path: digest for path, (digest, _, _) in self.tree().items()
                if re.match("(articles|machines)/", path) and f".{own}." not in path and path != f"machines/{own}.json"}

    def name(self):
        for path in glob.glob(f"{self.home}/state/luego/*/machine.json"):
            return json.load(open(path))["name"]

    def records(self):
        """What the machine shows of each article, the trash included."""
        listed = self.luego("list", "--json", "in:all")
        records = [json.loads(line) for line in listed.stdout.splitlines() if line]
        return {record["id"]: record for record in records}

    def tree(self):
        """The bytes of all files that are to be the same everywhere, and which versions of them these are."""
        found = {}
        for directory, _, names in os.walk(self.library):
            for name in names:
                path = os.path.join(directory, name)
                short = os.path.relpath(path, self.library)
                if OWN.match(short):
                    continue
                try:
                    status = os.stat(path)
                    found[short] = (hashlib.sha256(open(path, "rb").read()).hexdigest(), status.st_mtime_ns, status.st_ino)
                except OSError:
                    found[short] = ("gone", 0, 0)
        return found


def contents(tree):
    """The bytes of files by name; `luego sync` takes no machine's token along."""
    return {name: value[0] for name, value in tree.items() if not name.startswith("machines/")}


def begin(root, count, library=None):
    machines = [Machine(root, number, library) for number in range(count)]
    first = machines[0]
    assert first.luego("add", "--no-fetch", *[f"https://start.example/{n}" for n in range(ARTICLES)]).returncode == 0
    return machines, sorted(first.records())


def parallel(*jobs):
    threads = [threading.Thread(target=job) for job in jobs]
    for thread in threads: thread.start()
    for thread in threads: thread.join()


def meet(machines, exchange, limit, **first):
    """Lets machines meet until all hold the same bytes; gives how often that took, or None."""
    for turn in range(1, limit + 1):
        exchange(**first)
        first = {}
        for machine in machines: machine.luego("list", "is:read")
        trees = [contents(machine.tree()) for machine in machines]
        if all(tree == trees[0] for tree in trees): return turn
    return None


def report(name, machines, ids, turns, quiet):
    made = sum(len(machine.tags) + len(machine.added) for machine in machines)
    lost, vanished = set(), set()
    shown = [machine.records() for machine in machines]
    for records in shown:
        addresses = {record.get("url"): record for record in records.values()}
        for machine in machines:
            for article, tag in machine.tags:
                if article not in records: vanished.add(article)
                elif tag not in records[article].get("tags", []): lost.add((article, tag))
            for address, tag in machine.added:
                if address not in addresses: vanished.add(address)
                elif tag not in addresses[address].get("tags", []): lost.add((address, tag))
        vanished |= set(ids) - set(records)
    trees = [machine.tree() for machine in machines]
    proper = re.compile(r"^(library\.json|\.gitignore|machines/[a-z0-9-]+\.json"
                        r"|articles/([0-9a-f]{2})/\2[0-9a-f]{18}\.[a-z0-9-]+\.json|(texts|pictures)/.*)$")
    left = sorted({path for tree in trees for path in tree if not proper.match(path)})
    damaged = sum(path.startswith("damaged/") for tree in trees for path in tree)
    equal = all(contents(tree) == contents(trees[0]) for tree in trees) and all(some == shown[0] for some in shown)
    written = [path for machine in machines for path in machine.written]
    refused = sum(len(machine.refused) for machine in machines)
    print(f"{name:<24}{made:>8}{refused:>9}{len(lost):>6}{len(vanished):>10}{'yes' if equal else 'NO':>7}"
          f"{len(left):>11}{damaged:>9}{len(written):>9}{turns if turns is not None else '-':>7}{quiet if quiet is not None else '-':>8}", flush=True)
    for item in sorted(map(str, lost))[:5] + left[:5] + written[:5] + [f"{a}: {e}" for m in machines for a, e in m.refused[:3]]:
        print("    ", item)
    return not lost and not vanished and equal and not left and not damaged and not written and not quiet


class OutOfTime(Exception): pass


def turns(name, root, exchange_of, limit=12):
    """A syncer that is run by hand or by a timer: apart, met; then meetings while changes are made.

    The first of the last meetings is thorough: rclone takes what changes while it runs for what it has brought over, and does
    not look at it again by itself.
    """
    machines, ids = begin(root, 2)
    exchange = exchange_of(machines, root)
    exchange()
    meet(machines, exchange, 5)
    parallel(*[lambda m=m: m.apart(ids, APART, "apart") for m in machines])
    meet(machines, exchange, 8)
    done = threading.Event()
    def keep_meeting():
        while not done.is_set(): exchange()
    syncer = threading.Thread(target=keep_meeting)
    syncer.start()
    parallel(*[lambda m=m: m.change(ids, TOGETHER // 4, "beside") for m in machines])
    done.set()
    syncer.join()
    return report(name, machines, ids, meet(machines, exchange, limit, thorough=True), None)


def run(*command, **more): return subprocess.run(command, capture_output=True, text=True, timeout=300, **more)


def rsync(machines, root):
    a, b = (machine.library for machine in machines)
    def exchange(thorough=False):
        run("rsync", "-au", a + "/", b + "/")
        run("rsync", "-au", b + "/", a + "/")
    return exchange


def git(machines, root):
    run("git", "init", "-q", "--bare", root + "/origin")
    def exchange(thorough=False):
        for machine in machines: machine.luego("sync", "git", root + "/origin")
    return exchange


def shared(name, root):
    """Two machines that write into one directory at the same time."""
    machines, ids = begin(root, 2, root + "/library")
    parallel(*[lambda m=m: m.change(ids, APART, "beside") for m in machines])
    return report(name, machines, ids, None, None)


def unison(machines, root):
    environment = {**os.environ, "UNISON": root + "/unison", "HOME": root}
    a, b = (machine.library for machine in machines)
    return lambda thorough=False: run("unison", a, b, "-batch", "-auto", "-prefer", "newer", "-times", "-ui", "text",
                       "-ignore", "Path .luego", env=environment)


def rclone(machines, root):
    a, b = (machine.library for machine in machines)
    begun = []
    def exchange(thorough=False):
        os.makedirs(b, exist_ok=True)
        def bisync(*more):
            return run("rclone", "bisync", a, b, "--workdir", root + "/rclone", "--config", "/dev/null",
                       "--filters-file", root + "/filters", *more)
        open(root + "/filters", "w").write("- /.luego/**\n")
        # After a run that failed it asks for --resync, which takes the first side's version of each file, be it older.
        if thorough:
            for one, other in ((a, b), (b, a)):
                run("rclone", "copy", "--update", "--filter-from", root + "/filters", one, other)
        if begun and not thorough: bisync()
        else: bisync("--resync", "--checksum")
        begun.append(True)
    return exchange


class Syncthing:
    def __init__(self, machine, port):
        self.machine, self.port, self.key = machine, port, f"key{machine.number}"
        self.home = machine.home + "/syncthing"
        run("syncthing", "generate", "--home", self.home)
        self.device = run("syncthing", "--device-id", "--home", self.home).stdout.strip()

    def start(self, all, receive=0):
        """With how many KiB/s it receives at most; 0 for any."""
        os.makedirs(self.machine.library, exist_ok=True)
        os.makedirs(self.machine.library + "/.stfolder", exist_ok=True)
        devices = "".join(f'<device id="{s.device}" name="{s.port}" introducer="false"><address>tcp://127.0.0.1:{s.port}</address>'
                          '<paused>false</paused></device>' for s in all)
        shares = "".join(f'<device id="{s.device}"/>' for s in all)
        open(self.home + "/config.xml", "w").write(f"""<configuration version="35">
<folder id="library" label="library" path="{self.machine.library}" type="sendreceive" rescanIntervalS="20"
 fsWatcherEnabled="true" fsWatcherDelayS="1" ignorePerms="false">{shares}<filesystemType>basic</filesystemType>
 <minDiskFree unit="%">0</minDiskFree></folder>{devices}
<gui enabled="true" tls="false"><address>127.0.0.1:{self.port + 100}</address><apikey>{self.key}</apikey></gui>
<options><listenAddress>tcp://127.0.0.1:{self.port}</listenAddress><globalAnnounceEnabled>false</globalAnnounceEnabled>
<localAnnounceEnabled>false</localAnnounceEnabled><relaysEnabled>false</relaysEnabled><natEnabled>false</natEnabled>
<startBrowser>false</startBrowser><urAccepted>-1</urAccepted><autoUpgradeIntervalH>0</autoUpgradeIntervalH>
<maxRecvKbps>{receive}</maxRecvKbps><limitBandwidthInLan>true</limitBandwidthInLan>
<crashReportingEnabled>false</crashReportingEnabled><reconnectionIntervalS>2</reconnectionIntervalS></options></configuration>""")
        self.process = subprocess.Popen(["syncthing", "serve", "--home", self.home, "--no-browser", "--no-restart", "--no-upgrade",
                                         "--logfile", self.home + "/log"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                        env={**os.environ, "HOME": self.machine.home, "STNOUPGRADE": "1"})

    def ask(self, path, method="GET"):
        request = urllib.request.Request(f"http://127.0.0.1:{self.port + 100}/rest/{path}", headers={"X-API-Key": self.key}, method=method)
        return urllib.request.urlopen(request, timeout=20).read()

    def scan(self):
        try: self.ask("db/scan?folder=library", "POST")
        except OSError: pass

    def stop(self):
        self.process.terminate()
        self.process.wait()


def await_equal(machines, nodes, limit, quiet_seconds=20):
    """Waits until all trees are equal and stay as they are; gives (seconds until equal, writes in the quiet time).

    The quiet time is what is measured. Trees may be equal for a moment between two changes, or before what came is
    merged, so a quiet time with writes is begun again in the first half of the limit, and said so: many of them are a
    fault of their own."""
    start = time.time()
    while time.time() - start < limit:
        trees = [machine.tree() for machine in machines]
        if len(trees[0]) > 1 and all(contents(tree) == contents(trees[0]) for tree in trees):
            took = int(time.time() - start)
            time.sleep(quiet_seconds)
            after = [machine.tree() for machine in machines]
            writes = sum(old.get(path) != new.get(path) for old, new in zip(trees, after) for path in set(old) | set(new))
            if writes == 0 or time.time() - start > limit / 2: return took, writes
            print(f"{writes} writes in the quiet time after {took} s; begun again", flush=True)
            continue
        time.sleep(1)
        for node in nodes: node.scan()
    raise OutOfTime


def syncthing(name, root, count):
    machines, ids = begin(root, count)
    nodes = [Syncthing(machine, 22900 + 200 * (count - 2) + machine.number) for machine in machines]
    socket = f"luego-sync-{os.getpid()}-{count}"
    tmux = lambda *words: run("tmux", "-L", socket, "-f", "/dev/null", *words)
    def interface(machine):
        words = [f"{key}={value}" for key, value in machine.environment.items()]
        tmux("new-session", "-d", "-s", f"m{machine.number}", "-x", "120", "-y", "36", "env", "-i", *words,
             LUEGO, "--library", machine.library)
    try:
        for node in nodes: node.start(nodes)
        await_equal(machines, nodes, 120, 0)
        for node in nodes: node.stop()
        parallel(*[lambda m=m: m.apart(ids, APART, "apart") for m in machines])
        for machine in machines: interface(machine)
        for node in nodes: node.start(nodes)
        await_equal(machines, nodes, 300, 0)
        parallel(*[lambda m=m: m.change(ids, TOGETHER // count, "beside") for m in machines])
        seconds, writes = await_equal(machines, nodes, 300)
        return report(name, machines, ids, seconds, writes)
    finally:
        tmux("kill-server")
        for node in nodes:
            if hasattr(node, "process"): node.stop()


def repair(name, root):
    """`doctor --repair` on a machine to which a library with texts is just coming, until all of it is there."""
    machines, _ = begin(root, 2)
    origin, other = machines
    pages = [f"{root}/page{number}.html" for number in range(ARTICLES)]
    for number, page in enumerate(pages):
        text = f"Sentence number {number} of a page that has a text to lose. " * 40
        open(page, "w").write(f"<!doctype html><title>Page {number}</title><article><h1>Page {number}</h1><p>{text}</p></article>")
    assert origin.luego("add", *pages).returncode == 0
    before = contents(origin.tree())
    nodes = [Syncthing(machine, 22700 + machine.number) for machine in machines]
    try:
        for node in nodes: node.start(nodes, receive=100 if node is nodes[1] else 0)
        repairs, end = 0, time.time() + 300
        while len(other.tree()) < len(before) and time.time() < end:
            if other.records():
                other.luego("doctor", "--repair")
                repairs += 1
        if repairs == 0: raise OutOfTime
        seconds, writes = await_equal(machines, nodes, 120)
        after = contents(origin.tree())
        harmed = sorted(path for path in before.keys() | after.keys() if before.get(path) != after.get(path))
        print(f"{name:<24}{repairs} repairs, {len(before)} files, {len(harmed)} changed on the first machine; "
              f"equal after {seconds} s, {writes} writes then", flush=True)
        for path in harmed[:5]: print("     ", path)
        return not harmed and writes == 0
    finally:
        for node in nodes:
            if hasattr(node, "process"): node.stop()


ALL = {
    "shared": ("true", lambda root: shared("one directory", root)),
    "repair": ("syncthing", lambda root: repair("doctor in a first sync", root)),
    "rsync": ("rsync", lambda root: turns("rsync -au both ways", root, rsync, limit=50)),
    "unison": ("unison", lambda root: turns("unison -prefer newer", root, unison)),
    "rclone": ("rclone", lambda root: turns("rclone bisync", root, rclone)),
    "git": ("git", lambda root: turns("luego sync git", root, git)),
    "syncthing": ("syncthing", lambda root: syncthing("Syncthing, 2 machines", root, 2)),
    "syncthing3": ("syncthing", lambda root: syncthing("Syncthing, 3 machines", root, 3)),
}
print(f"{'':<24}{'changes':>8}{'refused':>9}{'lost':>6}{'vanished':>10}{'equal':>7}{'left over':>11}{'damaged':>9}{'foreign':>9}{'turns':>7}{'writes':>8}")
good = ended = True
for name in NAMES:
    program, work = ALL[name]
    if not shutil.which(program):
        print(f"{program}: not installed")
        continue
    root = tempfile.mkdtemp(prefix=f"luego-{name}-")
    try:
        result = work(root)
        good = good and result
    except OutOfTime:
        result, ended = False, False
        print(f"{name}: it did not come to an end in time")
    if result: shutil.rmtree(root)
    else: print("     kept:", root)
sys.exit(1 if not good else 0 if ended else 75)
