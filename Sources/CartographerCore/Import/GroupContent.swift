import CartographerModel
import GeoFormats
import SwiftData

/// A group's fields and itinerary, used to compare a group in the library with a group in a file.
struct GroupContent: Equatable {
  struct Stop: Equatable {
    var day: Int
    /// The kind of the stop's place or path. Nil for a stop that has only a title.
    var kind: ItemID.Kind?
    /// The name of the stop's place or path, which is nil if the item is unnamed. A stop without an
    /// item has its own title.
    var title: String?
    var note: String
    var isDone: Bool
  }

  var notes = ""
  var colour: String?
  var firstDay: String?
  var stops: [Stop] = []

  init() {}

  /// Creates the content of a group in the library.
  ///
  /// - Parameter itinerary: The group's itinerary.
  ///   The names of the stops' items must already have been read.
  init(_ group: AnnotationGroup, _ itinerary: ExportItinerary) {
    notes = group.notes
    colour = group.colour
    firstDay = group.firstDay
    stops = itinerary.stops.map { stop in
      Stop(
        day: stop.day, kind: stop.item?.kind, title: stop.isNameless ? nil : stop.title,
        note: stop.note, isDone: stop.isDone)
    }
  }

  init(_ group: GeoGroup) {
    notes = group.notes ?? ""
    colour = group.colour
    firstDay = group.firstDay
    stops = group.entries.map { stop in
      let kind: ItemID.Kind? =
        switch stop.item {
        case .place: .location
        case .path: .path
        case nil: nil
        }
      return Stop(
        day: stop.day, kind: kind, title: stop.title, note: stop.note ?? "",
        isDone: stop.isDone)
    }
  }
}

extension GeoGroup {
  /// Returns the group without the values that the library cannot store. The result is nil if the
  /// group is unnamed.
  ///
  /// - Parameter dropped: A counter that is increased by the number of removed values.
  func cleaned(_ dropped: inout Int) -> GeoGroup? {
    guard let name = Optional(name).nonBlank else {
      dropped += 1
      return nil
    }
    var group = self
    group.name = name
    if let day = firstDay, CalendarDay(day) == nil {
      group.firstDay = nil
      dropped += 1
    }
    group.entries = entries.compactMap { stop in
      var stop = stop
      stop.title = stop.title.nonBlank
      if stop.day > ItineraryEdit.lastDay {
        stop.day = ItineraryEdit.lastDay
        dropped += 1
      }
      guard stop.item != nil || stop.title != nil else {
        dropped += 1
        return nil
      }
      return stop
    }
    return group
  }
}
