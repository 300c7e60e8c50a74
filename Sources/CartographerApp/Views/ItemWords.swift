import CartographerCore
import CartographerPresentation
import Foundation
import Geodesy
import TerminalUI

/// How items are put into words and rows of lists.
struct ItemWords {
  let state: AppState

  /// Returns the user's text made printable for this terminal, cut off after the length that fits on a
  /// screen.
  func text(_ string: String) -> DisplayText {
    DisplayText(
      string, glyphs: state.settings.glyphs, columns: state.size.columns * state.size.rows)
  }

  /// Returns the user's text made printable, cut off after the length that fits on a line.
  func line(_ string: String) -> DisplayText {
    DisplayText(string, glyphs: state.settings.glyphs, columns: state.size.columns)
  }

  /// Returns the whole of the user's text made printable, for scrolling views.
  func whole(_ string: String) -> DisplayText {
    DisplayText(string, glyphs: state.settings.glyphs)
  }

  func row(_ id: ItemID) -> ListRow {
    guard let item = state.index[id] else { return ListRow("") }
    let label = line(item.name.isEmpty ? "(no name)" : item.title)
    let isUnnamed = item.name.isEmpty || item.isNameMadeUp && item.colour == nil
    return ListRow(
      label, detail: text(detail(of: item)), isMarked: state.list.isMarked(id),
      style: isUnnamed ? Style(.dim) : style(item.colour), matches: matches(in: label))
  }

  /// The colour of an item where the terminal can show it readably.
  private func style(_ colour: String?) -> Style {
    colour.flatMap { RGBColour(hexadecimal: $0) }.map { Style(.custom($0)) } ?? .text
  }

  /// Where the filter's words are in a label, as columns.
  private func matches(in label: DisplayText) -> [Range<Int>] {
    guard !state.list.filter.isEmpty else { return [] }
    let letters = label.graphemes
    let folded = letters.map { SearchFolding.folded($0.text) }
    return SearchFolding.folded(state.list.filter).split(separator: " ").compactMap { word in
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

  /// What stands at the right: what the list is sorted by, else the most telling number.
  private func detail(of item: LibraryItem) -> String {
    if state.list.tab == .trash { return item.id.kind.noun }
    switch item {
    case .group(let group): return counts(group)
    case .path(let path):
      guard let measures = state.paths[path.id]?.measures else {
        return path.pointCount.map { "\(Numbers.grouped($0)) pts" } ?? ""
      }
      switch state.list.sort.key {
      case .date:
        return state.date(of: path.id).map { Times.day($0, in: state.settings.zone) } ?? ""
      case .climb:
        return measures.ascentMetres.map { "↑\(state.settings.units.elevation(metres: $0))" }
          ?? "no elevation"
      case .name, .length: return state.settings.units.length(metres: measures.lengthMetres)
      }
    case .place(let place):
      if state.list.sort.key == .date {
        return state.date(of: place.id).map { Times.day($0, in: state.settings.zone) } ?? ""
      }
      return place.elevationMetres.map { state.settings.units.elevation(metres: $0) } ?? ""
    }
  }

  /// How much the elevation must turn to count: `5 m`, `2.5 m`, `16.4 ft`.
  func threshold(_ metres: Double) -> String {
    let units = state.settings.units
    let tenths = (metres / units.shortMetres * 10).rounded() / 10
    return "\(Numbers.decimal(tenths)) \(units.shortSymbol)"
  }

  func counts(_ group: GroupSnapshot) -> String {
    let parts = [(group.pathCount, "path"), (group.placeCount, "place")].filter { $0.0 > 0 }
    return parts.isEmpty
      ? "empty" : parts.map { Numbers.counted($0.0, $0.1) }.joined(separator: " ")
  }
}
