import CartographerCore

extension Library {
  /// Returns the sample library with stops that have only titles: the letters A, B, C and so on.
  ///
  /// - Parameter days: The day of each stop.
  static func planned(days: [Int]) async throws -> (library: Library, stops: [StopID]) {
    let library = try await Library.sample()
    var stops: [StopID] = []
    for (index, day) in days.enumerated() {
      let letter = String(UnicodeScalar(UInt8(65 + index)))
      stops += try await library.apply(
        .itinerary(of: ItemID(.group, 1), .add([.title(letter)], at: .day(day)))
      ).createdStops
    }
    return (library, stops)
  }
}
