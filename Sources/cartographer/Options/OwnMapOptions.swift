import ArgumentParser
import CartographerCore
import CartographerPresentation
import Foundation

/// The options that specify the user's own maps.
struct OwnMapOptions: ParsableArguments {
  @Option(
    name: .customLong("map"),
    help: ArgumentHelp(
      """
      Draw the vector tiles of this PMTiles or MBTiles file below the items, in addition to the files \
      of the setting `maps`. Can be repeated.
      """, valueName: "file"),
    completion: .file(extensions: ["pmtiles", "mbtiles"]))
  var maps: [String] = []

  @Option(
    name: .customLong("layer"),
    help: ArgumentHelp(
      "Draw the content of this GeoJSON, KML or GPX file without importing it. Can be repeated.",
      valueName: "file"),
    completion: .file(extensions: ImportableFile.extensions))
  var layers: [String] = []

  @Option(
    help: ArgumentHelp(
      """
      Draw contours and shading from the .hgt terrain tiles in this folder (default: the setting \
      `tiles`).
      """, valueName: "folder"),
    completion: .directory)
  var relief: String?

  var isGiven: Bool { !maps.isEmpty || !layers.isEmpty || relief != nil }

  /// Returns the user's maps from the command's options and the configuration file.
  ///
  /// - Throws: `Failure` if a file or folder given in an option does not exist.
  func userMaps(in session: Session) throws -> UserMaps {
    let named = maps + layers + [relief].compactMap(\.self)
    for path in named
    where !FileManager.default.isReadableFile(atPath: HomeFolder.expanding(path)) {
      throw Failure(
        .noInput, code: "notFound", "'\(path)' does not exist or cannot be read.",
        remedy: "Check its path and its permissions.")
    }
    return UserMaps(
      UserMaps.Sources(
        maps: session.configuredMaps.filter { !maps.contains($0) } + maps, layers: layers))
  }

  func reliefFolder(in session: Session) -> String? {
    relief ?? session.configuration.settings["tiles"].flatMap { $0.isEmpty ? nil : $0 }
  }
}

extension Session {
  /// The map files listed in the configuration file.
  var configuredMaps: [String] {
    var settings = Settings()
    settings.apply(configuration.settings)
    return settings.mapFiles
  }
}
