import CartographerCore
import Foundation
import Geodesy

/// A small library with the paths, places and groups of a trip, the same in every test.
enum SampleLibrary {
  static let alps = ItemID(.group, 1)
  static let tmb = ItemID(.group, 2)
  static let bonhomme = ItemID(.path, 3)

  private static let names = [
    "Aletsch traverse", "Bernina morning", "Col du Bonhomme", "Dents du Midi", "Eiger trail",
    "Faulhorn ridge", "Grimsel loop", "Haute Route d1", "Haute Route d2", "Haute Route d3",
    "Jungfrau approach", "Klausen descent", "Zürich lakeside", "富士山 walk",
  ]

  static func content() -> FakeLibrary.Content {
    var content = FakeLibrary.Content(snapshot: LibrarySnapshot(revision: 1))
    let day = Date(timeIntervalSinceReferenceDate: 805_000_000)
    for (position, name) in names.enumerated() {
      let id = ItemID(.path, Int64(position + 1))
      let count = 40 + position * 12
      content.points[id] = points(count, position)
      content.elevations[id] = (0..<count).map { step -> Double in
        let valley = 1_400 + Double(position) * 40
        let climb: Double = 900 * sin(Double(step) / Double(count) * Double.pi)
        return valley + climb + 30 * sin(Double(step) * 0.9)
      }
      content.times[id] = (0..<count).map { step -> Double in
        805_000_000 + Double(position) * 86_400 + Double(step) * 90
      }
      content.snapshot.paths.append(
        PathSnapshot(
          id: id, kind: .track, name: name, created: day,
          groups: position % 3 == 0 ? [alps] : position == 2 ? [alps, tmb] : [],
          pointCount: count))
    }
    let places: [(String, Double, Double, Double?)] = [
      ("Les Contamines", 45.822, 6.727, 1_167), ("Refuge de la Croix", 45.726, 6.715, 2_433),
      ("Notre-Dame de la Gorge", 45.795, 6.72, 1_210), ("Hôtel du Col", 45.745, 6.765, nil),
      ("Camp I 🏕", 45.76, 6.69, 1_980),
    ]
    for (position, place) in places.enumerated() {
      content.snapshot.places.append(
        PlaceSnapshot(
          id: ItemID(.location, Int64(position + 1)), name: place.0,
          notes: position == 3 ? "Booked for two nights" : "",
          coordinate: Coordinate(latitude: place.1, longitude: place.2),
          elevationMetres: place.3, created: day, groups: position < 3 ? [alps] : []))
    }
    content.snapshot.groups = [
      GroupSnapshot(
        id: alps, name: "Alps 2026", colour: "#2F6FDE", created: day, placeCount: 3, pathCount: 6),
      GroupSnapshot(id: tmb, name: "TMB", created: day, placeCount: 0, pathCount: 1),
    ]
    return content
  }

  private static func points(_ count: Int, _ position: Int) -> [Coordinate] {
    (0..<count).map { step in
      let share = Double(step) / Double(count - 1)
      let turn = Double(position) * 0.7
      let north: Double = 0.010 * Double(position) + 0.09 * share * cos(turn)
      let east: Double = 0.012 * Double(position) + 0.12 * share * sin(turn + 0.8)
      return Coordinate(
        latitude: 45.70 + north + 0.006 * sin(share * 14),
        longitude: 6.65 + east + 0.008 * cos(share * 11))
    }
  }
}
