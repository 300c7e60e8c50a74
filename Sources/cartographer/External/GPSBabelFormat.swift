/// A file format of GPSBabel, as listed by `gpsbabel -^3`.
struct GPSBabelFormat: Equatable {
  let name: String
  let fileExtensions: [String]
  /// Six characters, such as `rwrw--`, that indicate whether GPSBabel can read and write waypoints,
  /// tracks and routes in the format.
  private let abilities: [Character]

  /// Parses GPSBabel's list of formats. The line for a file format contains its kind, abilities,
  /// name and extensions.
  static func list(_ output: String) -> [GPSBabelFormat] {
    output.split(separator: "\n").compactMap { line in
      let columns = line.split(separator: "\t", omittingEmptySubsequences: false)
      guard columns.count > 3, columns[0] == "file" || columns[0] == "internal",
        columns[1].count == 6
      else { return nil }
      return GPSBabelFormat(
        name: String(columns[2]),
        fileExtensions: columns[0] == "file"
          ? columns[3].split(separator: "/").map(String.init) : [],
        abilities: Array(columns[1]))
    }
  }

  var canRead: Bool { abilities.contains("r") }
  var canWrite: Bool { abilities.contains("w") }

  /// The GPSBabel options that convert routes and tracks to a kind of data that the format can
  /// hold.
  var writingFilters: [String] {
    let (tracks, routes) = (abilities[3] == "w", abilities[5] == "w")
    return switch (tracks, routes) {
    case (true, true): []
    case (true, false): ["-x", "transform,trk=rte,del"]
    case (false, true): ["-x", "transform,rte=trk,del"]
    case (false, false) where abilities[1] == "w":
      ["-x", "transform,wpt=rte,del", "-x", "transform,wpt=trk,del"]
    case (false, false): []
    }
  }

  /// The GPSBabel options for the unicsv format. A unicsv file contains only waypoints (the
  /// default), only tracks or only routes. With these options, all points are written as tracks, so
  /// that no fields are lost and unnamed points stay unnamed.
  static let unicsvFilters = ["-x", "transform,trk=wpt,del", "-x", "transform,trk=rte,del", "-t"]
}
