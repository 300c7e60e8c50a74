import CartographerCore
import Foundation
import Geodesy
import Synchronization

/// The time of the clock in tests: 2026-07-11T12:00:00Z.
let testTime = Date(timeIntervalSinceReferenceDate: 805_464_000)

extension Library {
  static func temporary() async throws -> Library {
    try await open(at: .memory, clock: { testTime })
  }

  static func file(_ url: URL, readOnly: Bool = false) async throws -> Library {
    try await open(at: .file(url), readOnly: readOnly, clock: { testTime })
  }

  /// A library with two places, a track of three points in one segment, a route, and two groups;
  /// the first group holds all but the route.
  static func sample(at location: StoreLocation = .memory) async throws -> Library {
    let library = try await open(at: location, clock: { testTime })
    let trip = try await library.apply(.createGroup(name: "Trip", members: [])).created
    _ = try await library.apply(.createGroup(name: "Empty", members: []))
    _ = try await library.apply(
      .addPlace(
        name: "Refuge", Coordinate(latitude: 45.9, longitude: 6.9), elevationMetres: 2_000,
        groups: trip))
    _ = try await library.apply(
      .addPlace(
        name: "Zürich", Coordinate(latitude: 47.4, longitude: 8.5), elevationMetres: nil,
        groups: trip))
    _ = try await library.apply(
      .addPath(
        name: "Col du Bonhomme", kind: .track,
        points: [45.7, 45.71, 45.72].map { Coordinate(latitude: $0, longitude: 6.7) },
        groups: trip))
    _ = try await library.apply(
      .addPath(
        name: "Plan", kind: .route,
        points: (0..<4).map { Coordinate(latitude: 45.8, longitude: 6.8 + Double($0) / 100) },
        groups: []))
    return library
  }

  func geometry(_ id: ItemID) async throws -> PathGeometry? {
    try await geometries(of: [id]).first
  }
}

extension Library {
  /// A library whose clock advances at each reading, since imports are distinguished by their
  /// times.
  static func ticking() async throws -> Library {
    let ticks = Mutex(0.0)
    return try await open(at: .memory) {
      ticks.withLock { tick in
        tick += 1
        return testTime.addingTimeInterval(tick)
      }
    }
  }
}
