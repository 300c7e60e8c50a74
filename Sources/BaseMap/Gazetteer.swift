import Foundation
import Geodesy

/// The world's towns with more than 5 000 inhabitants, and smaller settlements in remote areas.
///
/// The initialiser decodes all columns, which takes a few tens of milliseconds. Names in non-Latin
/// scripts are decoded during the first search for such a name.
public struct Gazetteer: Sendable {
  /// A town's data, together with its index in the gazetteer.
  public struct Town: Hashable, Sendable {
    public let index: Int
    public let name: String
    public let coordinate: Coordinate
    /// The ISO 3166 code of the town's country.
    public let countryCode: String
    public let country: String
    /// The name of the town's region (a country's largest administrative division, such as a state
    /// or canton). Nil if the region is unknown.
    public let region: String?
    /// The identifier of the town's time zone, such as `Europe/Zurich`.
    public let timeZone: String
  }

  public let count: Int
  /// The towns' latitudes, in degrees.
  public let latitudes: [Double]
  /// The towns' longitudes, in degrees.
  public let longitudes: [Double]
  /// Each town's importance, from 0 (most important) to 11 (least important).
  public let ranks: [UInt8]
  private let populations: [Int]
  private let countryNumbers: [Int]
  private let zoneNumbers: [Int]
  /// Each town's region number, starting at 1. The number is 0 if the region is unknown.
  private let regionNumbers: [Int]
  private let regions: [String]
  private let countries: [[String]]
  private let zones: [String]
  private let text: [UInt8]
  /// The byte range of each town's line in `text`. A line contains the town's name and its other
  /// Latin spellings, separated by `|`.
  private let lines: [Range<Int>]
  /// The index of the first town in each 1° cell, row by row from the south-west. The last element
  /// is the number of towns.
  private let cells: [Int]
  /// The towns' names in non-Latin scripts.
  let scripts: ScriptNames

  /// Decodes the gazetteer in a base map file.
  ///
  /// - Throws: ``BaseMapError`` if the list of towns is damaged.
  public init(_ file: BaseMapFile) throws {
    let index = file.gazetteerIndex
    let columns = index.columns.compactMap { pair -> [UInt8]? in
      file.bytes(pair[0]..<pair[0] + pair[1]) { Zlib.inflated($0, atMost: 16 << 20) }
    }
    guard columns.count == index.columns.count,
      let xs = Self.sums(columns[1], index.count), let ys = Self.sums(columns[2], index.count),
      let populations = Self.numbers(columns[3], index.count), columns[4].count == index.count,
      let countryNumbers = Self.numbers(columns[5], index.count),
      let zoneNumbers = Self.numbers(columns[6], index.count),
      let regionNumbers = Self.numbers(columns[7], index.count),
      regionNumbers.allSatisfy((0...index.regions.count).contains),
      countryNumbers.allSatisfy(index.countries.indices.contains),
      zoneNumbers.allSatisfy(index.zones.indices.contains),
      xs.allSatisfy((0...3_600_000).contains), ys.allSatisfy((0...1_800_000).contains),
      let lines = Self.lines(of: columns[0], index.count),
      let scripts = ScriptNames(file)
    else {
      throw BaseMapError(
        code: .damaged, path: file.path,
        message: "the list of towns is damaged; install the program again")
    }
    count = index.count
    longitudes = xs.map { Double($0) / 10_000 - 180 }
    latitudes = ys.map { Double($0) / 10_000 - 90 }
    self.populations = populations
    ranks = columns[4].map { $0 & 127 }
    self.countryNumbers = countryNumbers
    self.zoneNumbers = zoneNumbers
    self.regionNumbers = regionNumbers
    regions = index.regions
    countries = index.countries
    zones = index.zones
    text = columns[0]
    self.lines = lines
    self.scripts = scripts
    // The towns are sorted by cells: cells[n] becomes the index of the first town in cell n.
    var cells = [Int](repeating: 0, count: 360 * 180 + 1)
    for town in xs.indices { cells[Self.cell(xs[town], ys[town]) + 1] += 1 }
    for cell in 1..<cells.count { cells[cell] += cells[cell - 1] }
    self.cells = cells
  }

  private static func cell(_ x: Int, _ y: Int) -> Int {
    min(y / 10_000, 179) * 360 + min(x / 10_000, 359)
  }

  // MARK: Decoding

  /// Decodes zigzag-encoded, variable-length integers with seven bits per byte. Returns nil if the
  /// data are damaged.
  private static func numbers(_ bytes: [UInt8], _ count: Int) -> [Int]? {
    var numbers: [Int] = []
    numbers.reserveCapacity(count)
    var (value, shift) = (0, 0)
    for byte in bytes {
      value |= Int(byte & 127) << shift
      shift += 7
      if byte < 128 {
        numbers.append(value & 1 == 0 ? value >> 1 : -(value >> 1) - 1)
        (value, shift) = (0, 0)
      } else if shift > 35 {
        return nil
      }
    }
    return numbers.count == count && shift == 0 ? numbers : nil
  }

  /// Decodes delta-encoded numbers: each number is stored as its difference from the previous one.
  /// Returns nil if the data are damaged.
  static func sums(_ bytes: [UInt8], _ count: Int) -> [Int]? {
    guard var numbers = numbers(bytes, count) else { return nil }
    for index in numbers.indices.dropFirst() { numbers[index] &+= numbers[index - 1] }
    return numbers
  }

  private static func lines(of text: [UInt8], _ count: Int) -> [Range<Int>]? {
    var lines: [Range<Int>] = []
    lines.reserveCapacity(count)
    text.withUnsafeBytes { bytes in
      var start = 0
      while start < bytes.count, let rest = bytes.baseAddress?.advanced(by: start),
        let newline = memchr(rest, Int32(UInt8(ascii: "\n")), bytes.count - start)
      {
        let end = start + (UnsafeRawPointer(newline) - rest)
        lines.append(start..<end)
        start = end + 1
      }
      lines.append(start..<bytes.count)
    }
    return lines.count == count ? lines : nil
  }

  // MARK: Towns

  public subscript(index: Int) -> Town {
    let country = countries[countryNumbers[index]]
    return Town(
      index: index, name: name(of: index),
      coordinate: Coordinate(latitude: latitudes[index], longitude: longitudes[index]),
      countryCode: country[0], country: country[1],
      region: regionNumbers[index] == 0 ? nil : regions[regionNumbers[index] - 1],
      timeZone: zones[zoneNumbers[index]])
  }

  /// The ISO 3166 codes and the names of all countries, and the names of all regions.
  public var areaNames: [String] { countries.flatMap { $0 } + regions }

  /// Returns whether two towns are in the same country.
  public func areInSameCountry(_ one: Int, _ other: Int) -> Bool {
    countryNumbers[one] == countryNumbers[other]
  }

  /// Returns whether two towns are in the same region. If either region is unknown, compares the
  /// countries instead.
  public func areInSameRegion(_ one: Int, _ other: Int) -> Bool {
    countryNumbers[one] == countryNumbers[other] && regionNumbers[one] == regionNumbers[other]
  }

  /// Returns a town's population, rounded to two significant digits. Returns 0 if the population is
  /// unknown.
  public func population(of index: Int) -> Int { populations[index] }

  public func name(of index: Int) -> String {
    let line = text[lines[index]]
    return String(decoding: line.prefix { $0 != UInt8(ascii: "|") }, as: UTF8.self)
  }

  /// Calls a closure with the line that lists a town's name and other spellings, separated by `|`.
  func withLine<Result>(_ index: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Result)
    -> Result
  {
    text.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[lines[index]])) }
  }

  /// Returns a town's name followed by its other Latin spellings.
  public func spellings(of index: Int) -> [String] {
    String(decoding: text[lines[index]], as: UTF8.self).split(separator: "|").map(String.init)
  }

  /// Calls a closure with the index of each town in the given bounding box, one grid cell after
  /// another.
  ///
  /// - Parameter bounds: The bounding box, which crosses the antimeridian if `west > east`.
  /// - Complexity: O(*c* + *t*) for *c* cells of 1° in the box and *t* towns in these cells.
  public func forEach(in bounds: GeoBounds, _ body: (Int) -> Void) {
    let rows =
      Self.degrees(
        bounds.south + 90, 179)...max(
        Self.degrees(bounds.north + 90, 179), Self.degrees(bounds.south + 90, 179))
    let parts: [(Double, Double)] =
      bounds.west <= bounds.east
      ? [(bounds.west, bounds.east)] : [(bounds.west, 180), (-180, bounds.east)]
    for row in rows {
      for (west, east) in parts {
        let first = row * 360 + Self.degrees(west + 180, 359)
        let last = row * 360 + Self.degrees(east + 180, 359)
        guard first <= last else { continue }
        for town in cells[first]..<cells[last + 1]
        where latitudes[town] >= bounds.south && latitudes[town] <= bounds.north
          && longitudes[town] >= west && longitudes[town] <= east
        { body(town) }
      }
    }
  }

  private static func degrees(_ value: Double, _ most: Int) -> Int {
    value.isFinite ? min(max(Int(value.rounded(.down)), 0), most) : 0
  }

  /// Returns a town's estimated radius in metres, assuming 8 000 inhabitants per square kilometre.
  private func cityRadius(of town: Int) -> Double {
    1_000 * (Double(populations[town]) / 8_000 / .pi).squareRoot()
  }

  /// Returns the distance in metres from a coordinate to a town, computed with the haversine
  /// formula (Sinnott 1984) on a sphere with the Earth's mean radius. The result differs from the
  /// geodesic distance by at most 0.6 %.
  private func sphereMetres(from coordinate: Coordinate, to town: Int) -> Double {
    let radians = Double.pi / 180
    let north = sin((latitudes[town] - coordinate.latitude) / 2 * radians)
    let east = sin((longitudes[town] - coordinate.longitude) / 2 * radians)
    let haversine =
      north * north + cos(coordinate.latitude * radians) * cos(latitudes[town] * radians) * east
      * east
    return 2 * 6_371_008.8 * asin(min(haversine, 1).squareRoot())
  }

  /// Returns the indices of the towns whose centres are within the given distance of a coordinate,
  /// nearest first.
  ///
  /// - Parameter metres: The maximum distance in metres, at most 100 km.
  ///   Distances are measured on a sphere and differ from geodesic distances by at most 0.6 %.
  public func towns(within metres: Double, of coordinate: Coordinate) -> [Int] {
    // A degree of latitude is at least 110.5 km long. A degree of longitude shrinks towards the
    // poles.
    let reach = metres / 110_000
    let across = min(reach / max(cos(coordinate.latitude * .pi / 180), 0.01), 90)
    let west = coordinate.longitude - across
    let east = coordinate.longitude + across
    let box = GeoBounds(
      south: max(coordinate.latitude - reach, -90), west: west < -180 ? west + 360 : west,
      north: min(coordinate.latitude + reach, 90), east: east > 180 ? east - 360 : east)
    var found: [(index: Int, metres: Double)] = []
    forEach(in: box) { town in
      let distance = sphereMetres(from: coordinate, to: town)
      if distance <= metres { found.append((town, distance)) }
    }
    return found.sorted { ($0.metres, $0.index) < ($1.metres, $1.index) }.map(\.index)
  }

  /// Returns the town nearest to a coordinate, with its distance in metres. Returns nil if every
  /// town is more than 990 km away. Within a large city, returns the city rather than one of its
  /// districts or suburbs.
  public func nearest(to coordinate: Coordinate) -> (town: Town, metres: Double)? {
    for reach in [0.5, 2, 9] {
      // A degree of longitude shrinks towards the poles.
      let across = min(reach / max(cos(coordinate.latitude * .pi / 180), 0.01), 180)
      var best: (index: Int, metres: Double)?
      var city: (index: Int, metres: Double)?
      var west = coordinate.longitude - across
      var east = coordinate.longitude + across
      if across >= 180 { (west, east) = (-180, 180) }
      if west < -180 { west += 360 }
      if east > 180 { east -= 360 }
      let box = GeoBounds(
        south: max(coordinate.latitude - reach, -90), west: west,
        north: min(coordinate.latitude + reach, 90), east: east)
      forEach(in: box) { town in
        // Most towns in the box are too far away. A lower bound of the distance takes far less time
        // to compute.
        guard
          0.99 * sphereMetres(from: coordinate, to: town)
            < max(best?.metres ?? .infinity, cityRadius(of: town))
        else { return }
        let metres = Geodesic.distanceMetres(
          latitude: coordinate.latitude, longitude: coordinate.longitude,
          toLatitude: latitudes[town], longitude: longitudes[town])
        if metres < best?.metres ?? .infinity { best = (town, metres) }
        if metres < cityRadius(of: town),
          populations[town] > city.map({ populations[$0.index] }) ?? 0
        {
          city = (town, metres)
        }
      }
      if let found = best, let city, populations[city.index] >= 5 * populations[found.index] {
        best = city
      }
      // A town farther away than the box reaches may not be the nearest one.
      if let best, best.metres <= reach * 110_000 { return (self[best.index], best.metres) }
    }
    return nil
  }
}
