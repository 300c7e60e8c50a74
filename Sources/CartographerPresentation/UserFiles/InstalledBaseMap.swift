import BaseMap
import Foundation
import Geodesy
import TerminalUI

/// The base map that is installed with the program.
package struct InstalledBaseMap: Sendable {
  package let file: BaseMapFile

  /// Opens the base map of the running program.
  ///
  /// - Throws: `BaseMapError`.
  package init() throws {
    try self.init(ofProgram: URL(filePath: "/proc/self/exe").resolvingSymlinksInPath())
  }

  /// Opens the base map for a program: `../share/cartographer/world.basemap`, relative to the program's
  /// folder, or `Resources/world.basemap` for a program in a checkout's build folder.
  ///
  /// - Parameter program: The program's file, with symbolic links resolved.
  /// - Throws: `BaseMapError`.
  package init(ofProgram program: URL) throws {
    let folder = program.deletingLastPathComponent()
    let installed = folder.deletingLastPathComponent()
      .appending(path: "share/cartographer/world.basemap")
    var candidates = [installed]
    // The build folder is up to four levels below the checkout: .build/<platform>/debug.
    var parent = folder
    for _ in 0..<4 {
      parent = parent.deletingLastPathComponent()
      candidates.append(parent.appending(path: "Resources/world.basemap"))
    }
    let found = candidates.first { FileManager.default.fileExists(atPath: $0.path) }
    file = try BaseMapFile(found ?? installed)
  }

  /// Reads the blocks with the given scale that touch a box. A box with `west > east` crosses the
  /// antimeridian.
  ///
  /// - Throws: `BaseMapError` with the code `damaged`.
  package func pieces(
    of scale: BaseMapLayer.Scale, touching bounds: GeoBounds
  ) throws -> [BaseMapPiece] {
    try file.blocks(of: scale, touching: bounds).compactMap {
      try file.block($0).map(BaseMapPiece.init)
    }
  }

  /// Reads the towns and the countries.
  ///
  /// - Throws: `BaseMapError` with the code `damaged`.
  package func towns() throws -> BaseMapTowns {
    BaseMapTowns(try Gazetteer(file), countries: file.countryLabels)
  }

  /// Reads the blocks, towns and countries that a map view shows.
  ///
  /// - Throws: `BaseMapError` with the code `damaged`.
  package func scene(for viewport: MapViewport, in size: Size) throws -> BaseMapScene {
    var scene = BaseMapScene()
    scene.pieces = try pieces(
      of: BaseMapScene.scale(for: viewport), touching: BaseMapScene.bounds(of: viewport, in: size))
    scene.towns = try towns()
    return scene
  }
}
