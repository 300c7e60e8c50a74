import CartographerCore
import CartographerPresentation
import Geodesy
import TerminalUI

extension AppState {
  /// Handles text pasted outside a text field: the content of a file and dropped files are imported,
  /// and coordinates become places or the next points of a drawing.
  mutating func pasteOnScreen(_ text: String) -> [Effect] {
    switch PastedText(text, coordinate: coordinate(in:)) {
    case .gpx(let paths, let places, let isWhole):
      let counts = [(paths, "path"), (places, "place")].filter { $0.0 > 0 }
        .map { Numbers.counted($0.0, $0.1) }
      return offerPasted(text, FileFormat.gpx, counts, isWhole: isWhole)
    case .file(let format): return offerPasted(text, format, [], isWhole: true)
    case .paths(let paths): return importObstacle.map { warn($0) } ?? askImport(of: paths)
    case .coordinates(let positions): return paste(positions, text)
    case .strayLine(let line):
      return warn(
        "line \(Numbers.grouped(line)) is not a valid pair of coordinates; nothing was added")
    case .tooManyLines:
      return warn(
        "more than \(Numbers.grouped(PastedText.mostLines)) lines were pasted; paste them in several parts"
      )
    case .other:
      return warn(
        coordinateProblem(in: text)?.briefMessage
          ?? "paste text into a field, or paste coordinates or the text of a file")
    }
  }

  private mutating func paste(_ positions: [Coordinate], _ text: String) -> [Effect] {
    if case .draw = mode {
      for position in positions { _ = addDrawnPoint(position) }
      if let last = positions.last {
        map.show(map.viewport.revealing(last, in: layout.mapSize))
      }
      return say("Pasted \(Numbers.counted(positions.count, "point"))")
    }
    guard positions.count > 1 else {
      guard let command = CommandRegistry["new-place"] else { return [] }
      return run(command, argument: text.split(whereSeparator: \.isNewline).joined())
    }
    if let reason = writeObstacle { return warn(reason) }
    let scope = list.scope.map { [$0] } ?? []
    let named = positions.map { (settings.notation.format($0), $0) }
    return ask(
      "Create \(Numbers.counted(positions.count, "place"))?",
      named.prefix(10).map(\.0) + ["", "The places are named after their coordinates."],
      of: named.count + 2,
      [
        Confirmation.Choice(
          .yes, "create them",
          .edits(
            named.map { .addPlace(name: $0.0, $0.1, elevationMetres: nil, groups: scope) }))
      ])
  }

  /// The reason why pasted text and dropped files cannot be imported now, or nil if they can.
  private var importObstacle: String? {
    switch mode {
    case .browse, .itinerary: return Obstacle.notWritable(self)
    case .boxSelect, .draw, .pathEdit, .preview, .grab:
      return "files can only be pasted while browsing; \(key("back")) leaves this mode"
    }
  }

  /// Asks whether to import the pasted text of a file.
  ///
  /// - Parameter counts: The numbers of paths and places in the text, if they are known.
  /// - Parameter isWhole: Whether the text is not cut off.
  private mutating func offerPasted(
    _ text: String, _ format: FileFormat, _ counts: [String], isWhole: Bool
  ) -> [Effect] {
    if let reason = importObstacle { return warn(reason) }
    let size =
      "\(Numbers.grouped((text.utf8.count + 1023) / 1024)) KB of \(format.shortName) text"
    let cut = ["The \(format.shortName) text is cut off; only complete items are imported."]
    overlays.push(
      Confirmation(
        title: "Import the pasted text?",
        lines: [size + (counts.isEmpty ? "." : ": \(counts.joined(separator: ", ")).")]
          + (isWhole ? [] : cut)
          + [
            """
            The items are added to \(library.storeName); \
            \(key("undo")) undoes the import.
            """
          ],
        choices: [Confirmation.Choice(.yes, "import it", .importText(text))],
        cancelLabel: "cancel the import"))
    return []
  }

  mutating func importText(_ text: String) -> [Effect] {
    let format = ImportableFile.format(ofText: text) ?? .gpx
    let name = "pasted.\(format.fileExtension)"
    let job = startJob("import \(name)", isWriting: true)
    toast = Toast("Importing \(name); \(key("jobs")) shows the jobs")
    return [
      .importText(job: job, text: text, name: name, groups: [], namesByTowns: settings.namesByTowns)
    ]
  }
}
