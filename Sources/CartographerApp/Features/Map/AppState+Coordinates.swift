import CartographerCore
import CartographerPresentation
import Geodesy
import TerminalUI

extension AppState {
  /// Parses a coordinate that the user typed or pasted, in any supported notation.
  ///
  /// A short Plus Code is resolved relative to the place or town whose name accompanies the code. A
  /// short Plus Code without a name is resolved relative to the map's centre. Ambiguous text is
  /// read in the notation that the editor uses to show coordinates.
  func parseCoordinate(_ text: String) throws(CoordinateParseError) -> Coordinate {
    if let short = ShortPlusCode(text), !short.locality.isEmpty,
      let near = index.place(named: short.locality)?.coordinate
        ?? map.base.town(near: short)?.coordinate
    {
      return short.coordinate(near: near)
    }
    if let short = ShortPlusCode(text), (try? CoordinateParser.parse(short.locality)) == nil,
      let refusal = map.base.scene.towns?.refusal(of: short)
    {
      throw refusal
    }
    let centre = map.isUnplaced ? nil : map.viewport.centreCoordinate
    return try CoordinateParser.parse(text, preferring: settings.notation, near: centre)
  }

  /// Parses the coordinates in the given text, in any supported notation. Returns nil if the text
  /// contains no coordinates.
  func coordinate(in text: String) -> Coordinate? { try? parseCoordinate(text) }

  /// Returns a sentence that explains how a coordinate was interpreted. The sentence names the town
  /// used to resolve a short Plus Code, or lists the positions in a link with two positions.
  /// Returns nil if no explanation is needed.
  func coordinateRemark(on text: String) -> String? {
    if let remark = CoordinateParser.remark(on: text) { return remark }
    guard let short = ShortPlusCode(text), !short.locality.isEmpty,
      index.place(named: short.locality) == nil
    else { return nil }
    return map.base.town(near: short)?.remark(on: short)
  }

  /// Returns the reason why text that looks like a coordinate cannot be parsed, such as an
  /// ambiguity. Returns nil for a valid coordinate and for text that does not look like one.
  func coordinateProblem(in text: String) -> CoordinateParseError? {
    do throws(CoordinateParseError) {
      _ = try parseCoordinate(text)
      return nil
    } catch {
      return error.code.isOfCoordinate ? error : nil
    }
  }
}
