/// The order of an itinerary's stops during an edit.
///
/// The stops are always in day order. Stops that are not moved keep their order keys, and moved
/// stops are assigned order keys between those of their neighbours. If no such key is free, all
/// stops are renumbered.
package struct ItineraryOrder {
  package struct Stop: Equatable {
    package let key: Int64
    /// The stop's order key. Nil until a key is assigned.
    package var index: Int64?
    package var day: Int

    package init(key: Int64, index: Int64?, day: Int) {
      self.key = key
      self.index = index
      self.day = day
    }
  }

  /// The distance between the order keys of successive stops after renumbering.
  static let step: Int64 = 1_024

  package private(set) var stops: [Stop]

  /// Creates an order from the given stops.
  ///
  /// - Parameter stops: The stops, in itinerary order.
  package init(_ stops: [Stop]) { self.stops = stops }

  func contains(_ key: Int64) -> Bool { stops.contains { $0.key == key } }

  /// Removes stops from the itinerary, and returns them in itinerary order.
  @discardableResult
  package mutating func remove(_ keys: Set<Int64>) -> [Stop] {
    let removed = stops.filter { keys.contains($0.key) }
    stops.removeAll { keys.contains($0.key) }
    return removed
  }

  /// Inserts stops at a position, and assigns them to that position's day.
  ///
  /// - Precondition: If the position refers to another stop, that stop is in the itinerary.
  package mutating func put(_ added: [Stop], at position: ItineraryPosition) {
    let index: Int
    let day: Int
    switch position {
    case .end: (index, day) = (stops.count, stops.last?.day ?? 1)
    case .day(let number):
      (index, day) = (stops.firstIndex { $0.day > number } ?? stops.count, number)
    case .before(let id):
      index = stops.firstIndex { $0.key == id.key } ?? stops.count
      day = index < stops.count ? stops[index].day : stops.last?.day ?? 1
    case .after(let id):
      let anchor = stops.firstIndex { $0.key == id.key } ?? stops.count - 1
      (index, day) = (anchor + 1, anchor >= 0 ? stops[anchor].day : 1)
    }
    stops.insert(
      contentsOf: added.map { Stop(key: $0.key, index: nil, day: day) }, at: index)
  }

  /// Moves each of the stops by one position. At the edge of a day, a stop moves into the
  /// neighbouring day instead. If one of the stops is already at the end of the itinerary towards
  /// which the stops would move, no stop moves.
  package mutating func carry(_ keys: Set<Int64>, _ direction: ItineraryDirection) {
    let step = direction.step
    let moved = stops.indices.filter { keys.contains(stops[$0].key) }
    // The stop at the front moves first, so that successive stops stay together.
    let ordered = step > 0 ? moved.reversed() : moved
    guard let front = ordered.first, stops.indices.contains(front + step) else { return }
    for index in ordered {
      if stops[index].day == stops[index + step].day {
        stops[index].index = nil
        stops.swapAt(index, index + step)
      } else {
        stops[index].day = stops[index + step].day
      }
    }
  }

  /// Assigns stops to a day, and reorders the stops only if the days would otherwise be out of
  /// order.
  package mutating func setDay(_ keys: Set<Int64>, to day: Int) {
    setDays(of: keys) { _ in day }
  }

  /// Assigns each of the stops to the next or previous day, and reorders the stops only if the days
  /// would otherwise be out of order.
  package mutating func shiftDay(_ keys: Set<Int64>, _ direction: ItineraryDirection) {
    setDays(of: keys) { $0 + direction.step }
  }

  private mutating func setDays(of keys: Set<Int64>, to day: (Int) -> Int) {
    for index in stops.indices where keys.contains(stops[index].key) {
      stops[index].day = day(stops[index].day)
    }
    sortByDay(moving: keys)
  }

  /// Sorts the stops by day. If their order changes, the given stops are assigned new order keys.
  private mutating func sortByDay(moving keys: Set<Int64>) {
    let before = stops.map(\.key)
    stops = stops.enumerated().sorted {
      ($0.element.day, $0.offset) < ($1.element.day, $1.offset)
    }
    .map(\.element)
    guard stops.map(\.key) != before else { return }
    for index in stops.indices where keys.contains(stops[index].key) {
      stops[index].index = nil
    }
  }

  /// Adds 1 to the day numbers of a stop and all later stops.
  package mutating func beginDay(at key: Int64) {
    guard let start = stops.firstIndex(where: { $0.key == key }) else { return }
    for index in start..<stops.count { stops[index].day += 1 }
  }

  /// Merges a stop's day into the previous day, and reduces the numbers of all later days by 1.
  package mutating func joinDay(of key: Int64) {
    guard let day = stops.first(where: { $0.key == key })?.day else { return }
    for index in stops.indices where stops[index].day >= day { stops[index].day -= 1 }
  }

  /// Swaps a stop's day with the next or previous day.
  package mutating func moveDay(of key: Int64, _ direction: ItineraryDirection) {
    guard let day = stops.first(where: { $0.key == key })?.day else { return }
    let neighbour = day + direction.step
    let moved = Set(stops.filter { $0.day == day }.map(\.key))
    for index in stops.indices {
      if stops[index].day == day {
        stops[index].day = neighbour
      } else if stops[index].day == neighbour {
        stops[index].day = day
      }
    }
    sortByDay(moving: moved)
  }

  /// Assigns an order key to each stop that does not have one yet. The key lies between the keys of
  /// the neighbouring stops.
  mutating func number() {
    var start = 0
    while start < stops.count {
      guard stops[start].index == nil else {
        start += 1
        continue
      }
      let end = stops[start...].firstIndex { $0.index != nil } ?? stops.count
      let count = Int64(end - start)
      let low = start > 0 ? stops[start - 1].index ?? 0 : -Self.step
      let high = end < stops.count ? stops[end].index ?? 0 : low + (count + 1) * Self.step
      let gap = (high - low) / (count + 1)
      guard gap > 0 else { return renumber() }
      for index in start..<end { stops[index].index = low + gap * Int64(index - start + 1) }
      start = end
    }
  }

  private mutating func renumber() {
    for index in stops.indices { stops[index].index = Int64(index) * Self.step }
  }
}
