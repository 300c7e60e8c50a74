#!/usr/bin/env python3
"""What other programs keep of a GPX file: the table of docs/formats/gpx.md.

    Tests/Peers/run.py [--cartographer PROGRAM] [--into PAGE] [FILE]

Each thing that FILE says (Tests/Fixtures/gpx/torture-1.1.gpx) is a probe: a text, an attribute, a
comment, an instruction, an element that is empty or has children. A program reads the file and
writes GPX 1.1; a probe is kept when the output says the same under the same names, and kept to the
letter when a number or time has the same digits too. Programs that are not installed are left out.
With --into the table of a page is replaced, such as that of docs/formats/gpx.md.
"""
import argparse
import collections
import datetime
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ET

HERE = os.path.dirname(os.path.abspath(__file__))
TORTURE = os.path.join(HERE, "..", "Fixtures", "gpx", "torture-1.1.gpx")
GPX = "http://www.topografix.com/GPX/1/1"
SENSORS = {"hr", "cad", "atemp", "wtemp", "depth", "speed", "course", "bearing", "PowerInWatts",
           "cadence", "temp", "distance", "power"}
POINTS = {"wpt", "rtept", "trkpt"}
GROUPS = ["around the root", "root", "file metadata", "waypoints: fields", "waypoints: links",
          "waypoints: extensions", "routes", "route points", "tracks", "segments",
          "track points: fields", "track points: sensors", "track points: other extensions",
          "extensions of the root", "comments", "processing instructions"]


def split(tag):
    """A tag of ElementTree as (namespace, local name)."""
    uri, _, local = tag[1:].partition("}") if tag.startswith("{") else ("", "", tag)
    return uri, local


def group(path, kind):
    """The row of the table that a probe belongs to."""
    if kind in ("comments", "processing instructions"):
        return kind
    names = [local for _, local in path]
    gpx = [local for uri, local in path if uri == GPX]
    if len(names) == 1:
        return "root"
    extended = "extensions" in gpx
    if names[1] == "metadata":
        return "file metadata"
    if names[1] == "extensions":
        return "extensions of the root"
    if names[1] == "wpt":
        return ("waypoints: extensions" if extended
                else "waypoints: links" if "link" in names else "waypoints: fields")
    if names[1] == "rte":
        return "route points" if "rtept" in gpx else "routes"
    if "trkpt" in gpx:
        if not extended:
            return "track points: fields"
        return ("track points: sensors" if names[-1] in SENSORS
                else "track points: other extensions")
    return "segments" if "trkseg" in gpx else "tracks"


def probes(text):
    """Everything a document says: (group, names from the root, kind, value)."""
    parser = ET.XMLPullParser(["start", "end", "comment", "pi"])
    parser.feed(text)
    parser.close()
    path, found = [], []
    stack = []

    for event, node in parser.read_events():
        if event == "start":
            if stack:
                stack[-1] += 1
            path.append(split(node.tag))
            stack.append(0)
        elif event == "end":
            names = tuple(path)
            children = stack.pop()
            value = node.text or ""
            structural = children or names[-1][1] in POINTS | {"trkseg", "trk", "rte", "extensions"}
            for key, attribute in node.attrib.items():
                found.append((group(names, ""), names + (split(key),), "attribute", attribute))
            if not structural or value.strip():
                found.append((group(names, ""), names, "text", value))
            else:
                found.append((group(names, ""), names, "element", ""))
            path.pop()
        else:
            kind = "comments" if event == "comment" else "processing instructions"
            if stack:
                stack[-1] += 1
            found.append((kind, tuple(path), kind, node.text or ""))
    return found


def meaning(probe):
    """A probe with its number or time in one spelling."""
    group_, names, kind, value = probe
    text = value.strip()
    if re.fullmatch(r"[-+]?(\d+\.?\d*|\.\d+)", text):
        return group_, names, kind, "%.7g" % float(text) if abs(float(text)) < 1e15 else text
    match = re.fullmatch(
        r"(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(\.\d+)?(Z|[-+]\d\d:\d\d)?", text)
    if match:
        hour = int(match[4])
        try:
            moment = datetime.datetime(*(int(match[i]) for i in (1, 2, 3)), hour % 24,
                                       int(match[5]), int(match[6]))
            zone = match[8] or "Z"
            minutes = 0 if zone == "Z" else int(zone[1:3]) * 60 + int(zone[4:6])
            moment -= datetime.timedelta(minutes=-minutes if zone.startswith("-") else minutes)
            moment += datetime.timedelta(days=hour // 24)
            return group_, names, kind, f"{moment.isoformat()}{float(match[7] or 0):.3f}"
        except (OverflowError, ValueError):
            pass
    return group_, names, kind, " ".join(text.split())


def kept(before, after):
    """How many probes of each group are in the output too."""
    left, right = collections.Counter(before), collections.Counter(after)
    both = left & right
    count = collections.Counter()
    for (group_, *_), number in both.items():
        count[group_] += number
    return count


def tamed(text):
    """A document without anything in its attributes that has to be escaped."""
    def plain(match):
        return match[1] + b'"' + re.sub(rb'&#?\w+;|"', b"+", match[2] or match[3] or b"") + b'"'

    start = text.index(b"<gpx")
    return text[:start] + re.sub(
        rb"""(\s[\w:.-]+\s*=\s*)(?:"([^"<]*)"|'([^'<]*)')""", plain, text[start:])


def declared(text):
    """A document with every prefix declared that it uses, so that it can be read at all.

    Names like `<http://example.org/x:y>` become ones with a declaration of their own.
    """
    text = re.sub(rb"<(https?://[^ >]*):([\w.-]+)", rb'<\2 xmlns="\1"', text)
    text = re.sub(rb"</https?://[^ >]*:", b"</", text)
    text = re.sub(rb" https?://[^ >=\"]*:([\w.-]+)=", rb" \1=", text)
    used = set(re.findall(rb"[</ ]([A-Za-z_][\w.-]*):[A-Za-z_]", text)) - {b"xml", b"xmlns"}
    root = re.search(rb"<gpx\b[^>]*", text)
    if not root:
        return text
    missing = sorted(prefix for prefix in used if b"xmlns:" + prefix + b"=" not in root[0])
    names = b"".join(b' xmlns:%s="urn:undeclared:%s"' % (prefix, prefix) for prefix in missing)
    return text[:root.start() + 4] + names + text[root.start() + 4:]


def read(path):
    with open(path, "rb") as file:
        return file.read()


def run(command):
    return subprocess.run(command, capture_output=True, text=True, timeout=120)


def gpsbabel(source, target, *options):
    result = run(["gpsbabel", "-i", "gpx", "-f", source, "-o",
                  ",".join(["gpx", "gpxver=1.1", *options]), "-F", target])
    return result.returncode == 0, result.stderr


def garmin(source, target):
    return gpsbabel(source, target, "garminextensions")


def ogr2ogr(source, target):
    result = run(["ogr2ogr", "-f", "GPX", "-dsco", "GPX_USE_EXTENSIONS=YES", target, source,
                  "waypoints", "routes", "tracks"])
    return result.returncode == 0, result.stderr


def gpxpy(source, target):
    program = ("import gpxpy, sys\n"
               "gpx = gpxpy.parse(open(sys.argv[1], encoding='utf-8'))\n"
               "open(sys.argv[2], 'w', encoding='utf-8').write(gpx.to_xml(version='1.1'))\n")
    result = run([sys.executable, "-c", program, source, target])
    return result.returncode == 0, result.stderr


def cartographer(program):
    def convert(source, target):
        store = ["--store", target + ".store"]
        result = run([program, *store, "--json", "import", source])
        if result.returncode:
            return False, result.stderr
        record = json.loads(result.stdout)["files"][0]["import"]
        result = run([program, *store, "export", "--import", record, "--output", target, "--force"])
        return result.returncode == 0, result.stderr
    return convert


def programs(path):
    """The programs that are here: (name with version, how to convert)."""
    found = []
    if path:
        found.append(("Cartographer", cartographer(path)))
    if run([sys.executable, "-c", "import gpxpy"]).returncode == 0:
        version = run([sys.executable, "-c", "from importlib.metadata import version\n"
                       "print(version('gpxpy'))"]).stdout.strip()
        found.append((f"gpxpy {version}", gpxpy))
    if shutil.which("gpsbabel"):
        version = run(["gpsbabel", "-V"]).stdout.split()[-1]
        found.append((f"GPSBabel {version}", gpsbabel))
        found.append(("GPSBabel, garminextensions", garmin))
    if shutil.which("ogr2ogr"):
        version = run(["ogr2ogr", "--version"]).stdout.split(",")[0].split()[-1]
        found.append((f"ogr2ogr {version}", ogr2ogr))
    return found


def replace(page, table):
    """Puts a table into a page in the place of the one that begins as it does."""
    with open(page, encoding="utf-8") as file:
        lines = file.read().split("\n")
    first = next((place for place, line in enumerate(lines) if line.startswith("| what | probes |")),
                 None)
    if first is None:
        sys.exit(f"{page} has no table that begins with | what | probes |")
    last = first
    while last < len(lines) and lines[last].startswith("|"):
        last += 1
    with open(page, "w", encoding="utf-8") as file:
        file.write("\n".join(lines[:first] + table + lines[last:]))


def main():
    arguments = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    arguments.add_argument("--cartographer", help="the program built")
    arguments.add_argument("--into", metavar="PAGE", help="the page whose table is replaced")
    arguments.add_argument("file", nargs="?", default=TORTURE)
    arguments = arguments.parse_args()
    before = probes(read(arguments.file))
    total = collections.Counter(probe[0] for probe in before)
    columns, notes = [], []
    with tempfile.TemporaryDirectory() as folder:
        for name, convert in programs(arguments.cartographer):
            target = os.path.join(folder, f"{len(columns)}.gpx")
            succeeded, errors = convert(arguments.file, target)
            if not succeeded or not os.path.exists(target):
                notes.append(f"{name} refused the file: {errors.strip().splitlines()[-1:]}")
                columns.append((name, collections.Counter(), collections.Counter()))
                continue
            source, text = before, read(target)
            try:
                after = probes(text)
            except ET.ParseError as error:
                notes.append(f"{name}: the output is not well-formed ({error}); counted on a copy "
                             "of the file without & < \" in attributes, prefixes declared for it")
                copy = os.path.join(folder, "tamed.gpx")
                with open(copy, "wb") as file:
                    file.write(tamed(read(arguments.file)))
                convert(copy, target)
                source = probes(read(copy))
                try:
                    after = probes(declared(read(target)))
                except ET.ParseError as second:
                    notes.append(f"{name}: that output cannot be read either ({second})")
                    after = []
            columns.append((name, kept(map(meaning, source), map(meaning, after)),
                            kept(source, after)))
    table = ["| what | probes | " + " | ".join(name for name, _, _ in columns) + " |",
             "|---|---|" + "---|" * len(columns)]
    for row in [row for row in GROUPS if total[row]]:
        cells = [f"{sense[row]}" + (f" ({letter[row]})" if letter[row] != sense[row] else "")
                 for _, sense, letter in columns]
        table.append(f"| {row} | {total[row]} | " + " | ".join(cells) + " |")
    cells = [f"{sum(sense.values())} ({sum(letter.values())})" for _, sense, letter in columns]
    table.append(f"| all | {sum(total.values())} | " + " | ".join(cells) + " |")
    if arguments.into:
        replace(arguments.into, table)
    print("\n".join(table))
    print("\nIn brackets: to the letter.")
    for note in notes:
        print(f"- {note}")


if __name__ == "__main__":
    main()
