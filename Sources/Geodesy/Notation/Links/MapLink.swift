import Foundation

/// A link to a position in OpenStreetMap, Google Maps, Apple Maps or Organic Maps.
///
/// The position is decoded from the link's text. No link is ever opened, so short links whose
/// position is known only to a server are rejected.
struct MapLink {
  private let service: Service
  private let parts: LinkParts

  private enum Service {
    case openStreetMap
    case googleMaps
    case appleMaps
    case organicMaps
    /// A link to an unsupported site, or a Google Maps or Apple Maps short link.
    case unsupported(reason: String)
  }

  /// Creates a link from text. Fails if the text is not a link.
  init?(_ text: String) {
    guard let parts = LinkParts(text), let service = Self.service(of: parts) else { return nil }
    self.parts = parts
    self.service = service
  }

  private static func service(of parts: LinkParts) -> Service? {
    let host = parts.host
    func isHost(_ names: String...) -> Bool {
      names.contains { host == $0 || host.hasSuffix(".\($0)") }
    }
    if ["om", "ge0"].contains(parts.scheme) { return .organicMaps }
    if isHost("openstreetmap.org", "osm.org", "openstreetmap.de") { return .openStreetMap }
    if isHost("omaps.app", "ge0.me", "comaps.app") { return .organicMaps }
    if isHost("maps.apple.com") { return .appleMaps }
    if isHost("goo.gl", "maps.apple", "share.google") {
      return .unsupported(
        reason: "the short link does not contain a position; open it and copy the full URL")
    }
    if host.split(separator: ".").contains("google") { return .googleMaps }
    guard parts.hasScheme else { return nil }
    return .unsupported(
      reason: """
        links of \(host.isEmpty ? "this kind" : host) are not supported; use a link from \
        OpenStreetMap, Google Maps, Apple Maps or Organic Maps, or write the position
        """)
  }

  /// Returns the position in the link, and also the map's centre if the link contains one. A pin
  /// or a search result is preferred to the map's centre.
  ///
  /// - Throws: ``CoordinateParseError`` if the link does not include a position.
  func readings() throws(CoordinateParseError) -> [CoordinateReading] {
    let found: Coordinate?
    let centre: Coordinate?
    switch service {
    case .openStreetMap: (found, centre) = (openStreetMapPosition, openStreetMapCentre)
    case .googleMaps:
      (found, centre) = (googlePosition, googleCentre ?? parts.position(["ll", "center", "sll"]))
    case .appleMaps:
      found = parts.position(["coordinate", "ll", "q", "center", "daddr", "sll", "saddr"])
      centre = parts.position(["center", "ll", "sll"])
    case .organicMaps:
      (found, centre) = (parts.position(["ll", "cll"]) ?? organicMapsPosition, nil)
    case .unsupported(let reason):
      throw CoordinateParseError(code: .noPosition, message: reason)
    }
    guard let found else {
      throw CoordinateParseError(
        code: .noPosition,
        message: """
          the link contains no position; copy a link with a pin or the map's position, or write \
          the position, as in 45.7251, 6.7104
          """)
    }
    return CoordinateReading.different(
      CoordinateReading(found, name: "marked position"),
      centre.map { CoordinateReading($0, name: "map's centre") })
  }

  // MARK: OpenStreetMap

  /// The position in an OpenStreetMap link: its pin, search text, destination or map centre.
  /// Examples are `?mlat=45.7&mlon=6.7`, `#map=15/45.7/6.7` and `/go/0GAjIv8h`.
  private var openStreetMapPosition: Coordinate? {
    if let pin = parts.position(latitude: "mlat", longitude: "mlon") { return pin }
    if let destination = parts.query["route"]?.split(separator: ";").last,
      let position = LinkParts.position(of: String(destination))
    {
      return position
    }
    if let found = parts.position(["query", "to", "from"])
      ?? parts.position(latitude: "lat", longitude: "lon")
    {
      return found
    }
    if let centre = openStreetMapCentre { return centre }
    guard parts.path.count >= 2, parts.path[0] == "go" else { return nil }
    return Self.quadTilePosition(of: parts.path[1])
  }

  /// The map's centre in an OpenStreetMap link, such as `#map=15/45.7/6.7`.
  private var openStreetMapCentre: Coordinate? {
    let fragment = LinkParts.parameters(of: parts.fragment)
    guard let map = fragment["map"]?.split(separator: "/"), map.count == 3 else { return nil }
    return LinkParts.position(of: "\(map[1]),\(map[2])")
  }

  /// Decodes an OpenStreetMap short link, in which the bits of each character alternate between
  /// longitude and latitude. Source: `lib/short_link.rb` of openstreetmap-website.
  private static func quadTilePosition(of code: String) -> Coordinate? {
    let digits = code.replacing("@", with: "~").prefix { $0 != "-" }
    guard let bits = interleaved(digits, plus: "_", slash: "~"), bits.count > 0 else { return nil }
    let scale = Double(1 << bits.count)
    return Coordinate(
      latitude: Double(bits.second) / scale * 180 - 90,
      longitude: Double(bits.first) / scale * 360 - 180)
  }

  // MARK: Google Maps

  /// The position in a Google Maps link: the pin's position (`!3d45.7!4d6.7`) or, without a pin,
  /// the destination of directions, the position in the place or search text, or else the map's
  /// centre (`@45.7,6.7,15z`).
  private var googlePosition: Coordinate? {
    if let pin = parts.text.firstMatch(of: /!3d(-?[0-9.]+)!4d(-?[0-9.]+)/),
      let position = LinkParts.position(of: "\(pin.1),\(pin.2)")
    {
      return position
    }
    if let start = parts.path.firstIndex(of: "dir") {
      let stops = parts.path[(start + 1)...].prefix { !$0.hasPrefix("@") }
      for stop in stops.reversed() {
        if let position = LinkParts.position(of: stop) { return position }
      }
    }
    let names = ["place", "search"]
    for (name, value) in zip(parts.path, parts.path.dropFirst()) where names.contains(name) {
      if let position = LinkParts.position(of: value) { return position }
    }
    if let found = parts.position([
      "q", "query", "destination", "daddr", "viewpoint", "ll", "center", "sll", "origin", "saddr",
    ]) {
      return found
    }
    return googleCentre
  }

  /// The map's centre in a Google Maps link, such as `@45.7,6.7,15z`.
  private var googleCentre: Coordinate? {
    guard let centre = parts.path.first(where: { $0.hasPrefix("@") }) else { return nil }
    return LinkParts.position(
      of: centre.dropFirst().split(separator: ",").prefix(2).joined(separator: ","))
  }

  // MARK: Organic Maps

  /// The position from a link such as `om://Byqqqqqqqq/Name`. A character for the zoom is followed
  /// by nine characters, each with three bits of the latitude and three bits of the longitude, in
  /// turn. Source: `ge0/parser.cpp` of Organic Maps.
  private var organicMapsPosition: Coordinate? {
    let code =
      parts.scheme == "om" || parts.scheme == "ge0" ? parts.hostAsWritten : parts.path.first ?? ""
    guard code.count == 10,
      let bits = Self.interleaved(code.dropFirst(), plus: "-", slash: "_")
    else { return nil }
    // The decoder of Organic Maps divides the latitude by 2³⁰ − 1 and the longitude by 2³⁰.
    let total = Double(1 << 30)
    let unit = Double(1 << (30 - bits.count))
    return Coordinate(
      latitude: min((Double(bits.first) * unit + unit / 2) / (total - 1) * 180 - 90, 90),
      longitude: (Double(bits.second) * unit + unit / 2) / total * 360 - 180)
  }

  /// Decodes two numbers whose bits are interleaved in Base64 digits. The result also contains the
  /// number of bits in each number.
  private static func interleaved(
    _ digits: Substring, plus: Character, slash: Character
  ) -> (first: Int, second: Int, count: Int)? {
    var (first, second, count) = (0, 0, 0)
    for digit in digits.prefix(10) {
      guard let value = value(ofDigit: digit, plus: plus, slash: slash) else { return nil }
      for bit in [4, 2, 0] {
        first = first << 1 | value >> (bit + 1) & 1
        second = second << 1 | value >> bit & 1
      }
      count += 3
    }
    return (first, second, count)
  }

  private static func value(ofDigit digit: Character, plus: Character, slash: Character) -> Int? {
    guard let byte = digit.asciiValue else { return nil }
    switch digit {
    case plus: return 62
    case slash: return 63
    case "A"..."Z": return Int(byte - UInt8(ascii: "A"))
    case "a"..."z": return Int(byte - UInt8(ascii: "a")) + 26
    case "0"..."9": return Int(byte - UInt8(ascii: "0")) + 52
    default: return nil
    }
  }
}
