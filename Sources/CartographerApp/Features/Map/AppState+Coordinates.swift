import CartographerCore
import CartographerPresentation
import Geodesy
import TerminalUI

extension AppState {
  /// Parses a coordinate that the user typed or pasted, in any supported notation.
  ///
  /// A short plus code is completed by the place or town named after it, or by the map's centre. An
  /// ambiguous text has its meaning in the notation in which the editor shows coordinates.
  func parseCoordinate(_ text: String) throws(CoordinateParseError) -> Coordinate {
    if let short = ShortPlusCode(text), !short.locality.isEmpty,
      let near = place(named: short.locality)?.coordinate ?? town(near: short)?.coordinate
    {
      return short.coordinate(near: near)
    }
    let centre = map.isUnplaced ? nil : map.viewport.centreCoordinate
    return try CoordinateParser.parse(text, preferring: settings.notation, near: centre)
  }

  /// Returns a sentence about the town of the base map that completes a short plus code, or nil if no
  /// town is needed.
  func coordinateRemark(on text: String) -> String? {
    guard let short = ShortPlusCode(text), !short.locality.isEmpty,
      place(named: short.locality) == nil
    else { return nil }
    return town(near: short)?.remark(on: short)
  }

  /// Returns the town that a short plus code names, unless the text after the code is a position.
  private func town(near short: ShortPlusCode) -> ReferenceTown? {
    guard (try? CoordinateParser.parse(short.locality)) == nil else { return nil }
    return map.base.scene.towns?.town(named: short.locality)
  }

  /// Returns the reason why a text in the form of a coordinate is not one, such as its several
  /// meanings; nil if the text is a coordinate, or resembles none.
  func coordinateProblem(in text: String) -> CoordinateParseError? {
    do throws(CoordinateParseError) {
      _ = try parseCoordinate(text)
      return nil
    } catch {
      switch error.code {
      case .ambiguous, .outOfRange, .needsReference, .noPosition: return error
      case .empty, .unexpectedText, .numberCount, .hemisphere: return nil
      }
    }
  }

  /// Returns the only place with a name, ignoring case and accents, or nil.
  private func place(named name: String) -> PlaceSnapshot? {
    let folded = SearchFolding.folded(name)
    let found = index.snapshot.places.filter {
      $0.trashed == nil && SearchFolding.folded($0.name) == folded
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
