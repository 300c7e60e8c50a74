import CartographerCore
import CartographerPresentation
import Geodesy
import TerminalUI

extension AppState {
  /// Parses a coordinate that the user typed or pasted, in any supported notation.
  ///
  /// A short plus code is completed by the place named after it, or by the map's centre. An ambiguous
  /// text has its meaning in the notation in which the editor shows coordinates.
  func parseCoordinate(_ text: String) throws(CoordinateParseError) -> Coordinate {
    if let short = ShortPlusCode(text), !short.locality.isEmpty,
      let place = place(named: short.locality)
    {
      return short.coordinate(near: place.coordinate)
    }
    let centre = map.isUnplaced ? nil : map.viewport.centreCoordinate
    return try CoordinateParser.parse(text, preferring: settings.notation, near: centre)
  }

  /// Returns the reason why a text in the form of a coordinate is not one, such as its several
  /// meanings; nil if the text is a coordinate, or resembles none.
  func coordinateProblem(in text: String) -> CoordinateParseError? {
    do throws(CoordinateParseError) {
      _ = try parseCoordinate(text)
      return nil
    } catch {
      return error.code.isOfCoordinate ? error : nil
    }
  }

  /// Returns the only place with a name, ignoring case and accents, or nil.
  private func place(named name: String) -> PlaceSnapshot? {
    let folded = SearchFolding.folded(name)
    let found = index.snapshot.places.filter {
      $0.trashed == nil && index.searchKeys[$0.id]?.foldedName == folded
    }
    return found.count == 1 ? found[0] : nil
  }

  /// Shows coordinates in the next notation that covers the map's centre.
  mutating func showNextNotation() -> [Effect] {
    preferences.showNextNotation(at: map.viewport.centreCoordinate)
    let notation = settings.notation
    return say("Coordinates: \(notation.title) (:set coordinates \(notation.id))")
  }
}
