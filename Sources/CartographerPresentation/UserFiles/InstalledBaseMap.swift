import BaseMap
import Foundation
import Geodesy
import Synchronization
import TerminalUI

/// The base map that is installed with the program.
package struct InstalledBaseMap: Sendable {
  package let file: BaseMapFile
  private let decoded = Decoded()

  /// A cache for the decoded towns, filled when the towns are first read.
  private final class Decoded: Sendable {
    let towns = Mutex<BaseMapTowns?>(nil)
  }

  /// Opens a program's base map: the installed file `world.basemap` or, in a checkout,
  /// `Resources/world.basemap`.
  ///
  /// - Parameter program: The program's file, with symbolic links resolved.
  /// - Throws: `BaseMapError` if the base map cannot be opened.
  package init(ofProgram program: URL = ProgramFiles.program) throws {
    let places = ProgramFiles.places(
      "world.basemap", inCheckout: "Resources/world.basemap", of: program)
    let found = places.first { FileManager.default.fileExists(atPath: $0.path) }
    file = try BaseMapFile(found ?? places[0])
  }

  /// Reads the base-map blocks at the given scale that touch a box. A box with `west > east`
  /// crosses the antimeridian.
  ///
  /// - Throws: `BaseMapError` with the code `damaged`.
  package func pieces(
    of scale: BaseMapLayer.Scale, touching bounds: GeoBounds
  ) throws -> [BaseMapPiece] {
    try file.blocks(of: scale, touching: bounds).compactMap {
      try file.block($0).map(BaseMapPiece.init)
    }
  }

  /// Returns the base map's towns and countries. The first call decodes them.
  ///
  /// - Throws: `BaseMapError` with the code `damaged`.
  package func towns() throws -> BaseMapTowns {
    try decoded.towns.withLock { towns in
      let known = try towns ?? BaseMapTowns(Gazetteer(file), countries: file.countryLabels)
      towns = known
      return known
    }
  }

  /// Reads the blocks, towns and countries that a map view shows.
  ///
  /// - Throws: `BaseMapError` with the code `damaged`.
  package func scene(for viewport: MapViewport, in size: Size) throws -> BaseMapScene {
    var scene = BaseMapScene()
    let area = BaseMapScene.bounds(of: viewport, in: size)
    scene.receive(try pieces(of: BaseMapScene.scale(for: viewport), touching: area), of: area)
    scene.towns = try towns()
    return scene
  }
}
