import CartographerCore
import CartographerPresentation

extension AppState {
  /// The open itinerary's stops that contain every word of the filter in their titles or notes.
  /// Contains all stops if there is no filter.
  var shownStops: [StopSnapshot] {
    guard let filter = itinerary?.filter, !filter.isEmpty else { return itineraryStops }
    let words = FilterWords(filter, in: settings.zone)
    return itineraryStops.filter { stop in
      words.match(SearchKey(name: stop.title, notes: stop.note, groupNames: [])) { (nil, nil) }
    }
  }

  /// Shows only the stops whose titles or notes contain the typed words.
  mutating func filterStops(by text: String) {
    guard let itinerary, text != itinerary.filter else { return }
    changeItinerary { $0.setFilter(text) }
    settleItinerary()
    showAnotherItem()
  }

  /// Moves the selection among the visible stops while the user types the filter.
  mutating func moveInItinerary(_ movement: RowMovement) {
    let offset =
      switch movement {
      case .next: 1
      case .previous: -1
      case .pageDown: listHeight
      case .pageUp: -listHeight
      case .first: -Int.max / 2
      case .last: Int.max / 2
      }
    _ = walkItinerary(by: offset)
  }
}
