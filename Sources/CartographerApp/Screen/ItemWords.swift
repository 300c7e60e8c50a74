import CartographerCore
import CartographerPresentation
import Foundation
import Geodesy
import TerminalUI

/// The formatter that turns items into text for the list, the details and other parts of the
/// screen.
struct ItemWords {
  let state: AppState

  /// Converts the user's text to characters that the terminal can display, and truncates the result
  /// to the total number of cells on the screen.
  func text(_ string: String) -> DisplayText {
    DisplayText(
      string, glyphs: state.settings.glyphs, columns: state.size.columns * state.size.rows)
  }

  /// Converts the user's text to characters that the terminal can display, and truncates the result
  /// to the screen's width.
  func line(_ string: String) -> DisplayText {
    DisplayText(string, glyphs: state.settings.glyphs, columns: state.size.columns)
  }

  /// Converts the user's text to characters that the terminal can display, without truncating the
  /// result. This method is used by scrolling views.
  func whole(_ string: String) -> DisplayText {
    DisplayText(string, glyphs: state.settings.glyphs)
  }

  func row(_ id: ItemID) -> ListRow {
    guard let item = state.index[id] else { return ListRow("") }
    let label = line(item.name.isEmpty ? "(no name)" : item.title)
    let isUnnamed = item.name.isEmpty || item.isNameMadeUp && item.colour == nil
    return ListRow(
      label, detail: text(detail(of: item)), isMarked: state.list.isMarked(id),
      style: isUnnamed ? Style(.dim) : style(item.colour),
      matches: matches(of: state.list.filter, in: label))
  }

  /// Returns the style for an item's colour. If the item has no valid colour, returns the plain
  /// text style.
  private func style(_ colour: String?) -> Style {
    colour.flatMap { RGBColour(hexadecimal: $0) }.map { Style(.custom($0)) } ?? .text
  }

  /// Returns the column ranges of a label that match the words of a filter.
  func matches(of filter: String, in label: DisplayText) -> [Range<Int>] {
    guard !filter.isEmpty else { return [] }
    let letters = label.graphemes
    let folded = letters.map { SearchFolding.folded($0.text) }
    return SearchFolding.folded(filter).split(separator: " ").compactMap { word in
      for start in folded.indices {
        var joined = ""
        var end = start
        while end < folded.count, joined.count < word.count {
          joined += folded[end]
          end += 1
        }
        guard joined.hasPrefix(word) else { continue }
        let before = letters[..<start].reduce(0) { $0 + $1.width }
        return before..<before + letters[start..<end].reduce(0) { $0 + $1.width }
      }
      return nil
    }
  }

  /// Returns the text at the right end of a list row, such as a path's length or, if the list is
  /// sorted by date, the date.
  private func detail(of item: LibraryItem) -> String {
    if state.list.tab == .trash { return item.id.kind.noun }
    switch item {
    case .group(let group): return counts(group)
    case .path(let path):
      guard let measures = state.library.measures(of: path.id) else {
        return path.pointCount.map { "\(Numbers.grouped($0)) pts" } ?? ""
      }
      switch state.list.sort.key {
      case .date: return date(of: item)
      case .climb:
        guard let ascent = measures.ascentMetres else { return "no elevation" }
        let isPartial = measures.hasPartialElevations
        return "↑\(state.settings.units.climb(metres: ascent, isPartial: isPartial))"
      case .name, .length: return state.settings.units.length(metres: measures.lengthMetres)
      }
    case .place(let place):
      if state.list.sort.key == .date { return date(of: item) }
      return place.elevationMetres.map { state.settings.units.elevation(metres: $0) } ?? ""
    }
  }

  /// Returns the day on which an item's data was recorded. For an item without a recorded time, the
  /// result is the word “added” and the day on which the item was added to the library.
  private func date(of item: LibraryItem) -> String {
    func day(_ date: Date) -> String { TimeText.day(date, in: state.settings.zone) }
    return state.library.recordedDate(of: item.id).map(day) ?? "added \(day(item.created))"
  }

  /// Formats the elevation threshold used to compute climbs, such as `5 m`, `2.5 m` or `16.4 ft`.
  func threshold(_ metres: Double) -> String {
    let units = state.settings.units
    let tenths = (metres / units.shortMetres * 10).rounded() / 10
    return "\(Numbers.decimal(tenths)) \(units.shortSymbol)"
  }

  func counts(_ group: GroupSnapshot) -> String {
    counts(paths: group.pathCount, places: group.placeCount)
  }

  func counts(paths: Int, places: Int) -> String {
    let parts = [(paths, "path"), (places, "place")].filter { $0.0 > 0 }
    return parts.isEmpty
      ? "empty" : parts.map { Numbers.counted($0.0, $0.1) }.joined(separator: " ")
  }
}
