"""What a power cut could have left of a folder, from the record that powercut.so wrote.

A file system promises less than programs like to think: what was written is on the disk when a synchronisation of the file
has ended, and a new, changed or removed name when one of its folder has. Of the rest, any sector of 512 bytes may have any
of the contents it has had since, and a file any of the sizes; sectors that were never written may hold what an older file
left there."""
import mmap
import os
import random
import shutil
import struct
import tempfile

SECTOR = 512
HEAD = struct.Struct("<IIQQ")  # see struct record in powercut.c
HOWS = ("nothing", "everything", "prefix", "some", "torn")


class File:
    """Bytes on the disk, and what was done since, in order: (event, offset, bytes), or (event, size, None)."""

    def __init__(self, data=b""):
        self.data, self.since, self.mapped = bytearray(data), [], False


class Folder:
    pass


def apply(data, offset, new):
    """A write, or a change of size."""
    if new is None:
        if offset < len(data):
            del data[offset:]
        else:
            data.extend(bytes(offset - len(data)))
        return
    if offset > len(data):
        data.extend(bytes(offset - len(data)))
    data[offset:offset + len(new)] = new


def torn(file, rng, stale):
    """Each sector as it was after any number of the writes, and one of the sizes. stale: what was never written may be
    anything."""
    sizes, data, versions = [len(file.data)], bytearray(file.data), {}
    n, size = len(file.since), len(file.data)
    for i, (_, offset, new) in enumerate(file.since):
        size = offset if new is None else max(size, offset + len(new))
        sizes.append(size)
        end = max(sizes) if new is None else offset + len(new)
        at = offset
        while at < end:
            sector, stop = at // SECTOR, min(end, (at // SECTOR + 1) * SECTOR)
            if sector not in versions:
                versions[sector] = rng.choice((0, n, rng.randint(0, n)))
            if i < versions[sector]:
                apply(data, at, bytes(stop - at) if new is None else new[at - offset:stop - offset])
            elif stale and at >= len(data) and new is not None and rng.random() < 0.3:
                apply(data, at, rng.randbytes(stop - at))
            at = stop
    apply(data, rng.choice((sizes[0], sizes[-1], rng.choice(sizes))), None)
    return data


class Record:
    """The folder as the record tells it. linux: synchronising anything also keeps all names so far, and what was never
    written is zero, as the journals of ext4 and XFS have it; otherwise only synchronising a folder keeps its names."""

    def __init__(self, before, path, linux=False):
        self.names = dict(before)   # on the disk
        self.now = dict(before)     # as the program sees them
        self.since = []             # what was done to names: (event, folder, {name: file or None})
        self.files, self.begun, self.linux, self.n = {}, {}, linux, 0
        with open(path, "rb") as file:
            text = file.read()
        at = 0
        while at + HEAD.size <= len(text):
            event, size, number, value = HEAD.unpack_from(text, at)
            at += HEAD.size
            self.take(chr(event), number, value, text[at:at + size])
            at += size
            self.n += 1

    def rename(self, changes):
        self.since.append((self.n, os.path.dirname(next(reversed(changes))) or ".", changes))
        for name, file in changes.items():
            if file is None:
                self.now.pop(name, None)
            else:
                self.now[name] = file

    def take(self, event, number, value, data):
        if event == "O":
            self.opened(number, value, os.fsdecode(data))
        elif event == "W":
            self.files[number].since.append((self.n, value, data))
        elif event == "T":
            self.files[number].since.append((self.n, value, None))
        elif event == "B":
            self.begun[number, value] = self.n
        elif event == "S":
            self.synchronised(self.files[number], self.begun.pop((number, value)))
        elif event == "P":
            self.files[number].mapped = True
        elif event in "RL":
            old, new = os.fsdecode(data).split("\0")
            if old not in self.now:  # written through the C library's streams, as caches are
                return
            self.rename({old: None if event == "R" else self.now[old], new: self.now[old]})
        elif event in "UD":
            self.rename({os.fsdecode(data): None})
        elif event == "M":
            self.files[number] = Folder()
            self.rename({os.fsdecode(data): self.files[number]})
        else:
            raise ValueError(f"event {event!r}")

    def opened(self, number, made, name):
        if name == ".":
            self.files[number] = self.now.setdefault(".", Folder())
        elif made:
            self.files[number] = File()
            self.rename({name: self.files[number]})
        else:
            self.files[number] = self.now[name]

    def synchronised(self, file, begun):
        if isinstance(file, File):
            while file.since and file.since[0][0] < begun:
                _, offset, new = file.since.pop(0)
                apply(file.data, offset, new)
        folder = next((name for name, one in self.now.items() if one is file), None)
        left = []
        for event, where, changes in self.since:
            if event < begun and (self.linux or isinstance(file, Folder) and where == folder):
                self.put(self.names, changes)
            else:
                left.append((event, where, changes))
        self.since = left

    @staticmethod
    def put(names, changes):
        for name, file in changes.items():
            if file is None:
                names.pop(name, None)
            else:
                names[name] = file

    def left(self, how, rng):
        """{name: bytes, or None of a folder} as the cut leaves it."""
        last = self.n if how == "everything" else rng.randint(0, self.n) if how == "prefix" else 0
        names, lost = dict(self.names), set()
        for event, _, changes in self.since:
            stays = rng.random() < 0.5 and not lost & set(changes) if how in ("some", "torn") else event < last
            if stays:
                self.put(names, changes)
            else:
                lost |= set(changes)
        found = {name: self.content(file, how, rng, last) for name, file in names.items() if name != "."}
        return {name: data for name, data in found.items() if self.has_folder(name, found)}

    @staticmethod
    def has_folder(name, found):
        while name := os.path.dirname(name):
            if name not in found:
                return False
        return True

    def content(self, file, how, rng, last):
        if isinstance(file, Folder):
            return None
        if file.mapped:  # shared memory: whatever happened to be written back
            size = len(torn(file, rng, False))
            return rng.choice((bytes(size), rng.randbytes(size), b""))
        if how == "torn":
            return torn(file, rng, not self.linux)
        data = bytearray(file.data)
        for event, offset, new in file.since:
            if rng.random() < 0.5 if how == "some" else event < last:
                apply(data, offset, new)
        return data


class Disk:
    """A folder whose program can be cut off. ignore: names that are no business of the program."""

    def __init__(self, folder, library, ignore=("log",), linux=False, owner=None):
        self.folder, self.library, self.ignore, self.linux, self.owner = folder, library, ignore, linux, owner
        self.work = tempfile.mkdtemp(prefix="levelwright-cut-")
        self.record, self.control = self.work + "/record", self.work + "/control"
        self.before = None
        self.begin()

    def begin(self):
        """What is there now is on the disk."""
        self.before = self.look()
        for path, data in ((self.record, b""), (self.control, bytes(24))):
            with open(path, "wb") as file:
                file.write(data)
            if self.owner:
                shutil.chown(path, self.owner)
        if self.owner:
            os.chmod(self.work, 0o755)

    def environment(self, lie=False):
        found = {"LD_PRELOAD": self.library, "POWERCUT_FOLDER": self.folder, "POWERCUT_RECORD": self.record,
                 "POWERCUT_CONTROL": self.control}
        return {**found, "POWERCUT_SYNC": "lie"} if lie else found

    def look(self):
        found = {".": Folder()}
        for where, folders, files in os.walk(self.folder):
            place = os.path.relpath(where, self.folder)
            for name in folders:
                found[os.path.normpath(os.path.join(place, name))] = Folder()
            for name in files:
                path = os.path.normpath(os.path.join(place, name))
                if path not in self.ignore and not os.path.islink(os.path.join(where, name)):
                    with open(os.path.join(where, name), "rb") as file:
                        found[path] = File(file.read())
        return found

    def numbers(self, change=None):
        """Of the control file: events so far, the event that ends all, whether all has ended."""
        with open(self.control, "r+b") as file, mmap.mmap(file.fileno(), 24) as shared:
            if change:
                shared[change[0]:change[0] + 8] = struct.pack("<Q", change[1])
            return struct.unpack("<QQQ", shared)

    def n_events(self):
        return self.numbers()[0]

    def die_in(self, n):
        """The power goes at the n-th event from now."""
        self.numbers((8, self.n_events() + n))

    def cut(self):
        """It is gone."""
        self.numbers((16, 1))

    def read(self):
        return Record(self.before, self.record, self.linux)

    def differs(self, record):
        """Names whose bytes are not what the record says: something was written past the library."""
        real, told = self.look(), record.left("everything", random.Random(0))
        mapped = {name for name, file in record.now.items() if isinstance(file, File) and file.mapped}
        return sorted(name for name in (set(real) | set(told)) - mapped - {"."}
                      if (real[name].data if isinstance(real.get(name), File) else None)
                      != (told[name] if told.get(name) is None else bytearray(told[name]))
                      or (name in real) != (name in told))

    def leave(self, left):
        """Makes the folder so, as the next start finds it."""
        for name, file in sorted(self.look().items(), reverse=True):
            path = os.path.join(self.folder, name)
            if isinstance(file, File):
                if left.get(name) is None:
                    os.remove(path)
            elif name != "." and name not in left:
                os.rmdir(path)
        same = self.look()
        for name, data in sorted(left.items()):
            path = os.path.join(self.folder, name)
            if data is None:
                os.makedirs(path, mode=0o700, exist_ok=True)
                if self.owner:
                    shutil.chown(path, self.owner, self.owner)
                continue
            if isinstance(same.get(name), File) and same[name].data == data:
                continue
            with open(path, "wb") as file:
                file.write(data)
            os.chmod(path, 0o600)
            if self.owner:
                shutil.chown(path, self.owner, self.owner)
        self.begin()

    def close(self):
        shutil.rmtree(self.work, ignore_errors=True)
