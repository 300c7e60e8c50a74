import CartographerCore
import CartographerPresentation
import Foundation
import Geodesy
import TerminalUI

extension Screen {
  /// Draws an operation in the details pane: its parameters, and the key figures of its previewed
  /// result.
  mutating func draw(_ operation: OpenOperation, in rect: Rect) {
    var rest = rect
    func nextRow() -> Rect {
      let (line, below) = rest.splitTop(1)
      rest = below
      return line
    }
    surface.put(text(subject(of: operation)), in: nextRow(), style: Style(.title))
    if let range = operation.range {
      let points =
        "only points \(Numbers.grouped(range.lowerBound + 1)) to \(Numbers.grouped(range.upperBound))"
      surface.put(text(points), in: nextRow(), style: Style(.dim))
    }
    if rest.rows > 12 { _ = nextRow() }
    let labelColumns = Self.labelColumns(of: operation.form)
    for position in operation.form.visible {
      draw(
        operation.form.fields[position], of: operation, at: position, labelColumns, in: nextRow())
      if let error = operation.form.fields[position].error {
        for line in text(error).wrapped(to: max(rect.columns - 2, 2)) {
          surface.put("  " + line, in: nextRow(), style: Style(.error))
        }
      }
    }
    if rest.rows > 8 { _ = nextRow() }
    if let refusal = operation.refusal {
      for line in text(refusal).wrapped(to: rect.columns) {
        surface.put(line, in: nextRow(), style: Style(.error))
      }
      return
    }
    guard let preview = operation.shownPreview else {
      let line: DisplayText = operation.plan == nil ? "" : "calculating…"
      surface.put(line, in: nextRow(), style: Style(.dim))
      return
    }
    // An outdated preview stays visible, but dimmed, until the new one arrives.
    let isCurrent = preview.plan == operation.plan
    let lines = words.numbers(of: preview, kind: operation.kind, width: rect.columns)
    for line in lines.prefix(rest.rows) {
      surface.put(line.text, in: nextRow(), style: isCurrent ? line.style : Style(.dim))
    }
  }

  private func subject(of operation: OpenOperation) -> String {
    guard operation.paths.count == 1, let id = operation.paths.first else {
      return operation.paths.counted
    }
    return state.index[id]?.name ?? ""
  }

  /// Returns the longest visible label's width, or 14 columns if all labels are shorter.
  private static func labelColumns(of form: OperationForm) -> Int {
    max(form.visible.map { labelEnd(form.fields[$0]) }.max() ?? 0, 14)
  }

  /// Returns the width of a field's label, in columns, including the focus mark and a space.
  private static func labelEnd(_ field: OperationField) -> Int {
    DisplayText(field.label).width + 3
  }

  private mutating func draw(
    _ field: OperationField, of operation: OpenOperation, at position: Int, _ labelColumns: Int,
    in line: Rect
  ) {
    guard !line.isEmpty else { return }
    let isFocused = position == operation.form.focused && state.overlay == nil
    if isFocused { surface.put("▸", at: line.origin, style: Style(.key)) }
    let value: DisplayText =
      field.text.isEmpty ? (field.isOptional ? "off" : "–") : text(field.text)
    // In a narrow pane, a long value begins left of the other values rather than being cut off.
    let start = max(Self.labelEnd(field), min(labelColumns, line.columns - value.width - 4))
    let (left, right) = line.splitLeft(min(start, line.columns))
    surface.put(
      text(field.label), in: left.splitLeft(2).rest, style: Style(isFocused ? .key : .dim))
    if operation.isTyping, isFocused {
      field.input.draw(into: &surface, in: right, isFocused: true, style: Style(.text, .underline))
      return
    }
    let style = Style(field.text.isEmpty ? .dim : .text, isFocused ? .bold : [])
    surface.put(isFocused ? "‹ " + value + " ›" : value, in: right, style: style)
    if field.kind == .place, let place = operation.places.first(where: { $0.name == field.text }) {
      let far = text("\(state.settings.units.length(metres: place.metres)) off")
      surface.put(
        far, in: right.splitRight(min(far.width, right.columns)).right, style: Style(.dim))
    }
    if isFocused { surface.cursor = Point(column: right.column + 2, row: line.row) }
  }
}

extension ItemWords {
  /// Returns a table that compares the paths' key figures before and after an operation.
  func numbers(of preview: PathsPreview, kind: OperationKind, width: Int) -> [Line] {
    if case .cut = preview.plan { return pieces(of: preview, width: width) }
    let (before, after) = (preview.before, preview.after)
    let units = state.settings.units
    var lines: [Line] = [row("", "before", "after", width, Style(.dim))]
    func add(_ label: DisplayText, _ first: String, _ second: String) {
      lines.append(row(label, first, second, width, Style(first == second ? .text : .accent)))
    }
    if preview.join != nil {
      add("Paths", Numbers.grouped(before.paths), Numbers.grouped(after.paths))
    }
    // Rows that the operation cannot change are omitted, so that the changed values are easy to
    // find.
    if before.segments != after.segments {
      add("Segments", Numbers.grouped(before.segments), Numbers.grouped(after.segments))
    }
    add("Points", Numbers.grouped(before.points), Numbers.grouped(after.points))
    add(
      "Length", units.length(metres: before.lengthMetres), units.length(metres: after.lengthMetres))
    func height(_ metres: Double?) -> String { metres.map { units.elevation(metres: $0) } ?? "–" }
    func climb(_ metres: Double?, _ totals: PreviewTotals) -> String {
      metres.map { units.climb(metres: $0, isPartial: totals.hasPartialElevations) } ?? "–"
    }
    add("Climb", climb(before.ascentMetres, before), climb(after.ascentMetres, after))
    add("Fall", climb(before.descentMetres, before), climb(after.descentMetres, after))
    if kind == .elevation || kind == .smooth || kind == .clean {
      add("Highest", height(before.highestMetres), height(after.highestMetres))
      add("Lowest", height(before.lowestMetres), height(after.lowestMetres))
    }
    func time(_ seconds: Double?) -> String { seconds.map(UnitSystem.duration(seconds:)) ?? "–" }
    add("Time", time(before.seconds), time(after.seconds))
    if kind == .times {
      func day(_ date: Date?) -> String {
        date.map { TimeText.day($0, in: state.settings.zone) } ?? "–"
      }
      func clock(_ date: Date?) -> String {
        date.map { TimeText.clock($0, in: state.settings.zone) } ?? "–"
      }
      add("Start", day(before.start), day(after.start))
      add("", clock(before.start), clock(after.start))
      add("End", day(before.end), day(after.end))
      add("", clock(before.end), clock(after.end))
    }
    guard let join = preview.join else {
      return lines + [("", .text)] + effects(of: preview, width: width)
    }
    return warnings(of: join, width: width) + lines + [("", .text)]
      + joints(of: join, preview, width: width) + effects(of: preview, width: width)
  }

  /// Returns warnings about a long distance or a long time between the end of one path and the
  /// start of the next.
  private func warnings(of join: JoinPreview, width: Int) -> [Line] {
    var parts: [String] = []
    if let metres = join.seams.filter(\.isFar).map(\.metres).max() {
      parts.append(state.settings.units.length(metres: metres))
    }
    if let seconds = join.seams.filter(\.isLong).compactMap(\.seconds).max() {
      parts.append(UnitSystem.duration(seconds: seconds))
    }
    guard !parts.isEmpty else { return [] }
    let most = join.seams.count > 1 ? "up to " : ""
    let gap = parts.joined(separator: " and ")
    let words = "The paths' ends are \(most)\(gap) apart."
    return text(words).wrapped(to: width).map { ($0, Style(.warning)) } + [("", .text)]
  }

  /// Returns lines that list the paths to join, in order, with the gap between consecutive paths.
  private func joints(of join: JoinPreview, _ preview: PathsPreview, width: Int) -> [Line] {
    let units = state.settings.units
    var words: [(String, Style)] = []
    for (number, id) in join.order.enumerated() {
      words.append(("\(Numbers.grouped(number + 1))  \(state.index[id]?.name ?? "")", Style(.text)))
      guard let seam = join.seams.first(where: { $0.id == id }) else { continue }
      let time = seam.seconds.map { ", " + UnitSystem.duration(seconds: $0) } ?? ""
      let point = seam.isOnePoint ? ", one point" : ""
      let style = Style(seam.isFar || seam.isLong ? .warning : .dim)
      words.append(("   \(units.length(metres: seam.metres))\(time)\(point)", style))
    }
    if join.seams.contains(where: \.isOnePoint) {
      words.append(("where paths meet, both points are kept if they differ", Style(.dim)))
    }
    for overlap in join.overlaps {
      let names = [overlap.later, overlap.earlier].map {
        state.index[preview.subjects[$0].id]?.name ?? ""
      }
      let time = UnitSystem.duration(seconds: overlap.seconds)
      words.append(("\(names[0]) starts \(time) before \(names[1]) ends", Style(.warning)))
    }
    return words.flatMap { line in text(line.0).wrapped(to: width).map { ($0, line.1) } }
  }

  private func row(
    _ label: DisplayText, _ before: String, _ after: String, _ width: Int, _ style: Style
  ) -> Line {
    // Two spaces separate the columns, because values such as 2 h 31 min contain single spaces.
    let room = min(max((width - 8) / 2 - 2, 4), 12)
    func right(_ string: String) -> DisplayText {
      "  " + text(string).clipped(to: room).padded(to: room, .trailing)
    }
    return (label.padded(to: 8) + right(before) + right(after), style)
  }

  /// Returns lines with the numbers of points that an operation would remove, add and change.
  private func effects(of preview: PathsPreview, width: Int) -> [Line] {
    var words: [(String, Style)] = []
    if preview.gone > 0 {
      words.append(
        (
          "\(Numbers.counted(preview.gone, "point")) removed",
          Style(.accent)
        ))
    }
    if preview.added > 0 {
      words.append(("\(Numbers.counted(preview.added, "point")) added", Style(.accent)))
    }
    if preview.changed > 0 {
      words.append(("\(Numbers.counted(preview.changed, "point")) changed", Style(.accent)))
    }
    for (reason, count) in preview.flaws.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      words.append(("  \(Numbers.grouped(count)) \(reason.words)", Style(.text)))
    }
    if preview.edits.isEmpty {
      words.append(("nothing would change", Style(.warning)))
    } else if preview.untouched > 0 {
      words.append(("\(Numbers.counted(preview.untouched, "path")) unchanged", Style(.dim)))
    }
    return words.flatMap { line in text(line.0).wrapped(to: width).map { ($0, line.1) } }
  }

  /// Returns a phrase that describes how a path is split, such as `a new piece every 5 km`. The
  /// phrase is shown after the number of pieces.
  private func rule(of cut: TrackCut) -> String {
    let units = state.settings.units
    switch cut {
    case .points(let points):
      return points.count == 1
        ? "the second piece begins at point \(Numbers.grouped(points[0] + 1))"
        : "split at each specified point"
    case .before: return "split at each specified gap"
    case .everyMetres(let metres): return "a new piece every \(units.length(metres: metres))"
    case .everySeconds(let seconds):
      let interval = UnitSystem.duration(seconds: seconds)
      return "a new piece every \(interval) of elapsed time, including pauses"
    case .gaps(let seconds, let metres):
      let limits = [
        seconds.map(UnitSystem.duration(seconds:)), metres.map { units.length(metres: $0) },
      ]
      let limit = limits.compactMap { $0 }.joined(separator: " or ")
      return "a new piece after each gap over \(limit)"
    case .pauses(let seconds, _):
      return "a new piece after each pause of at least \(UnitSystem.duration(seconds: seconds))"
    case .days: return "one piece per day"
    case .near(_, let radius):
      return "a new piece after each pass within \(units.length(metres: radius)) of the position"
    case .part: return "one piece each before, within and after the selected part"
    case .segments: return "one piece per segment"
    }
  }

  private func pieces(of preview: PathsPreview, width: Int) -> [Line] {
    let units = state.settings.units
    var lines: [Line] = [
      (text("\(Numbers.counted(preview.pieces.count, "piece"))"), Style(.accent))
    ]
    if case .cut(let cut) = preview.plan {
      lines += text(rule(of: cut)).wrapped(to: width).map { ($0, Style(.dim)) }
    }
    if preview.untouched > 0 {
      lines.append(
        (text("\(Numbers.counted(preview.untouched, "path")) not split"), Style(.dim)))
    }
    func row(_ cells: [String]) -> DisplayText {
      zip(cells, [3, 8, 10, 13]).reduce(.empty) {
        $0 + " " + text($1.0).padded(to: $1.1 - 1, .trailing)
      }
    }
    lines.append((row(["", "points", "length", "time"]), Style(.dim)))
    for (number, piece) in preview.pieces.enumerated() {
      let cells = [
        Numbers.grouped(number + 1), Numbers.grouped(piece.points),
        units.length(metres: piece.lengthMetres),
        piece.durationSeconds.map(UnitSystem.duration(seconds:)) ?? "–",
      ]
      lines.append((row(cells), .text))
    }
    return lines
  }
}

extension TrackFlaw.Reason {
  /// The reason for removing points as a phrase, such as `far from the line (spikes)`. The phrase
  /// is shown after the number of points.
  fileprivate var words: String {
    switch self {
    case .duplicate: "at the position of another point"
    case .spike: "far from the line (spikes)"
    case .speed: "reached at an implausible speed"
    case .drift: "drifting during a stop"
    case .time: "out of time order"
    }
  }
}
