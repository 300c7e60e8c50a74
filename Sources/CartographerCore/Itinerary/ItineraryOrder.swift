/// The order of an itinerary's stops during an edit.
///
/// The stops are always in day order. Stops that are not moved keep their order keys, and moved
/// stops get order keys between them. If no key is free there, all stops are renumbered.
package struct ItineraryOrder {
  package struct Entry: Equatable {
    package let key: Int64
    /// The stop's order key, or nil until a key is assigned.
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

  package private(set) var entries: [Entry]

  /// - Parameter stops: The stops, in itinerary order.
  package init(_ stops: [Entry]) { entries = stops }

  func contains(_ key: Int64) -> Bool { entries.contains { $0.key == key } }

  /// Removes stops from the itinerary, and returns them in itinerary order.
  package mutating func take(_ keys: Set<Int64>) -> [Entry] {
    let taken = entries.filter { keys.contains($0.key) }
    entries.removeAll { keys.contains($0.key) }
    return taken
  }

  /// Inserts stops at a position, and assigns them to that position's day.
  ///
  /// - Precondition: If the position refers to another stop, that stop is in the itinerary.
  package mutating func put(_ added: [Entry], at position: ItineraryPosition) {
    let place: Int
    let day: Int
    switch position {
    case .end: (place, day) = (entries.count, entries.last?.day ?? 1)
    case .day(let number):
      (place, day) = (entries.firstIndex { $0.day > number } ?? entries.count, number)
    case .before(let id):
      place = entries.firstIndex { $0.key == id.key } ?? entries.count
      day = place < entries.count ? entries[place].day : entries.last?.day ?? 1
    case .after(let id):
      let anchor = entries.firstIndex { $0.key == id.key } ?? entries.count - 1
      (place, day) = (anchor + 1, anchor >= 0 ? entries[anchor].day : 1)
    }
    entries.insert(
      contentsOf: added.map { Entry(key: $0.key, index: nil, day: day) }, at: place)
  }

  /// Assigns stops to a day, and moves stops only if the days would otherwise be out of order.
  package mutating func setDay(_ keys: Set<Int64>, to day: Int) {
    for index in entries.indices where keys.contains(entries[index].key) {
      entries[index].day = day
    }
    let before = entries.map(\.key)
    entries = entries.enumerated().sorted {
      ($0.element.day, $0.offset) < ($1.element.day, $1.offset)
    }
    .map(\.element)
    guard entries.map(\.key) != before else { return }
    for index in entries.indices where keys.contains(entries[index].key) {
      entries[index].index = nil
    }
  }

  /// Assigns order keys to the stops that have none, between the keys of the neighbouring stops.
  mutating func number() {
    var start = 0
    while start < entries.count {
      guard entries[start].index == nil else {
        start += 1
        continue
      }
      let end = entries[start...].firstIndex { $0.index != nil } ?? entries.count
      let count = Int64(end - start)
      let low = start > 0 ? entries[start - 1].index ?? 0 : -Self.step
      let high = end < entries.count ? entries[end].index ?? 0 : low + (count + 1) * Self.step
      let gap = (high - low) / (count + 1)
      guard gap > 0 else { return numberAnew() }
      for index in start..<end { entries[index].index = low + gap * Int64(index - start + 1) }
      start = end
    }
  }

  private mutating func numberAnew() {
    for index in entries.indices { entries[index].index = Int64(index) * Self.step }
  }
}
