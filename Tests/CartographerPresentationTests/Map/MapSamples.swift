import CartographerCore
import Foundation
import Geodesy
import TerminalUI

@testable import CartographerPresentation

/// A small invented valley for the map tests.
enum MapSamples {
  /// A winding walk up a valley and over a pass, with a gap, and its elevations.
  static let trail: TrackColumns = {
    var latitudes: [Double] = []
    var longitudes: [Double] = []
    var elevations: [Double] = []
    for index in 0..<800 {
      let share = Double(index) / 799
      latitudes.append(45.80 + 0.06 * share + 0.006 * sin(share * 21))
      longitudes.append(6.70 + 0.11 * share + 0.009 * cos(share * 17) - 0.02 * sin(share * 3))
      elevations.append(1_180 + 1_300 * sin(share * 2.6) * sin(share * 2.6) + 20 * sin(share * 40))
    }
    return TrackColumns(
      latitudes: latitudes, longitudes: longitudes, elevations: elevations,
      times: elevations.map { _ in .nan }, segmentStarts: [0, 500])
  }()

  /// A loop that crosses the trail.
  static let loop: [Coordinate] = (0...90).map { step in
    let angle = Double(step) / 90 * 2 * .pi
    return Coordinate(
      latitude: 45.832 + 0.014 * sin(angle), longitude: 6.752 + 0.026 * cos(angle))
  }

  static let names = [
    "Les Contamines", "Col du Bonhomme", "Refuge de la Croix", "Notre-Dame de la Gorge", "日本峠",
    "Abri \u{202E}caché", "Source",
  ]

  static let places: [MapPlace] = names.enumerated().compactMap { number, name in
    let index = number * 120 + 20
    return MapPlace(
      id: ItemID(.location, Int64(number + 1)),
      coordinate: Coordinate(
        latitude: trail.latitudes[index] + 0.0004, longitude: trail.longitudes[index] + 0.001),
      label: DisplayText(name), colour: number == 2 ? "#CC3300" : nil)
  }

  static var scene: MapScene {
    MapScene(
      paths: [
        MapPath(id: ItemID(.path, 1), shape: PathShape(trail)),
        MapPath(id: ItemID(.path, 2), shape: PathShape(loop)),
      ],
      places: places, selected: ItemID(.path, 1), marked: [ItemID(.location, 3)])
  }
}
