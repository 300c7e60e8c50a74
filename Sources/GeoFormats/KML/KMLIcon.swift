/// Functions that convert between Google Earth icons and the symbol names in GPX files.
enum KMLIcon {
  private static let base = "http://maps.google.com/mapfiles/kml/"

  /// Each icon's path, relative to ``base`` and without the file name extension, and the name of
  /// the icon's symbol. If several icons represent the same symbol, the first of these icons is
  /// written.
  private static let pairs: [(icon: String, symbol: String)] = [
    ("shapes/airports", "Airport"), ("shapes/arrow", "Navaid, Green"),
    ("shapes/bars", "Bar"), ("shapes/bus", "Ground Transportation"),
    ("shapes/campground", "Campground"), ("shapes/camera", "Scenic Area"),
    ("shapes/caution", "Danger Area"), ("shapes/coffee", "Coffee"),
    ("shapes/convenience", "Convenience Store"), ("shapes/cycling", "Bike Trail"),
    ("shapes/dining", "Restaurant"), ("shapes/dollar", "Bank"),
    ("shapes/ferry", "Ferry"), ("shapes/firedept", "Fire Department"),
    ("shapes/fishing", "Fishing Area"), ("shapes/flag", "Flag, Blue"),
    ("shapes/gas_stations", "Gas Station"), ("shapes/golf", "Golf Course"),
    ("shapes/grocery", "Shopping Center"), ("shapes/heliport", "Heliport"),
    ("shapes/hiker", "Trail Head"), ("shapes/homegardenbusiness", "Residence"),
    ("shapes/hospitals", "Medical Facility"), ("shapes/info", "Information"),
    ("shapes/info-i", "Information"), ("shapes/lodging", "Lodging"),
    ("shapes/marina", "Marina"), ("shapes/mountains", "Summit"),
    ("shapes/motorcycling", "ATV"), ("shapes/movies", "Movie Theater"),
    ("shapes/museum", "Museum"), ("shapes/parking_lot", "Parking Area"),
    ("shapes/parks", "Park"), ("shapes/pharmacy_rx", "Pharmacy"),
    ("shapes/phone", "Telephone"), ("shapes/picnic", "Picnic Area"),
    ("shapes/police", "Police Station"), ("shapes/post_office", "Post Office"),
    ("shapes/ranger_station", "Lodge"), ("shapes/rail", "Train Station"),
    ("shapes/sailing", "Boat Ramp"), ("shapes/schools", "School"),
    ("shapes/shopping", "Shopping Center"), ("shapes/ski", "Skiing Area"),
    ("shapes/snack_bar", "Fast Food"), ("shapes/swimming", "Swimming Area"),
    ("shapes/toilets", "Restroom"), ("shapes/trail", "Trail Head"),
    ("shapes/truck", "Truck Stop"), ("shapes/water", "Drinking Water"),
    ("shapes/wheel_chair_accessible", "Wheelchair"), ("shapes/woman", "Restroom"),
    ("pushpin/blue-pushpin", "Pin, Blue"), ("pushpin/grn-pushpin", "Pin, Green"),
    ("pushpin/red-pushpin", "Pin, Red"), ("pushpin/ylw-pushpin", "Pin, Yellow"),
    ("paddle/blu-circle", "Circle, Blue"), ("paddle/grn-circle", "Circle, Green"),
    ("paddle/red-circle", "Circle, Red"), ("paddle/blu-square", "Block, Blue"),
    ("paddle/grn-square", "Block, Green"), ("paddle/red-square", "Block, Red"),
    ("paddle/blu-diamond", "Diamond, Blue"), ("paddle/grn-diamond", "Diamond, Green"),
    ("paddle/red-diamond", "Diamond, Red"),
  ]

  private static let symbols = Dictionary(pairs.map { ($0.icon, $0.symbol) }) { first, _ in first }
  private static let icons = Dictionary(pairs.map { ($0.symbol, $0.icon) }) { first, _ in first }

  /// Returns the symbol name for the icon with the given URL. For an icon of another program, this
  /// is the name of the image file, or nil if the URL contains no file name.
  static func symbol(_ address: String) -> String? {
    let path = address.prefix { $0 != "?" && $0 != "#" }
    let parts = path.split(separator: "/")
    guard let file = parts.last else { return nil }
    let stem = file.lastIndex(of: ".").map { String(file[..<$0]) } ?? String(file)
    if address.contains("mapfiles/kml/"), parts.count > 1,
      let known = symbols["\(parts[parts.count - 2])/\(stem)"]
    {
      return known
    }
    return stem.isEmpty ? nil : stem
  }

  /// Returns the URL of Google Earth's icon for the given symbol. Returns nil if there is no such
  /// icon.
  static func address(_ symbol: String) -> String? {
    icons[symbol].map { "\(base)\($0).png" }
  }
}
