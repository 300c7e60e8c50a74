import CartographerCore
import CartographerPresentation
import Geodesy
import TerminalUI

extension AppState {
  /// Processes text that was pasted outside a text field. File contents and dropped files are
  /// imported; coordinates become places, or points of the path being drawn or the line being
  /// measured.
  mutating func pasteOnScreen(_ text: String) -> [Effect] {
    switch PastedText(text, coordinate: coordinate(in:)) {
    case .file(let format): return checkPasted(text, format)
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
          ?? "only coordinates or file contents can be pasted here; paste other text in a text field"
      )
    }
  }

  private mutating func paste(_ positions: [Coordinate], _ text: String) -> [Effect] {
    if mode.line != nil {
      for position in positions { _ = addDrawnPoint(position) }
      if let last = positions.last {
        map.show(map.viewport.centred(on: last), typed: last)
      }
      let remark = positions.count == 1 ? coordinateRemark(on: text) : nil
      return say(remark ?? "Pasted \(Numbers.counted(positions.count, "point"))")
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

  /// The reason why pasted text and dropped files currently cannot be imported, if any.
  private var importObstacle: String? {
    switch mode {
    case .browse, .itinerary: return Obstacle.notWritable(self)?.text
    case .boxSelect, .draw, .measure, .pathEdit, .preview, .grab:
      return """
        files can be pasted only while browsing; \
        \(key("back")) leaves this mode
        """
    }
  }

  /// Checks the pasted content of a file without importing it, and then asks whether to import it.
  private mutating func checkPasted(_ text: String, _ format: FileFormat) -> [Effect] {
    if let reason = importObstacle { return warn(reason) }
    let name = "pasted.\(format.fileExtension)"
    let job = startJob("read \(name)", isWriting: false)
    jobs.awaitAnswer(of: job)
    messages.show("Reading the pasted text")
    return [.checkText(job: job, text: text, name: name)]
  }

  /// Asks whether to import the pasted content of a file, and shows the dry-run totals.
  mutating func offerPasted(
    _ job: Int, _ text: String, _ file: ImportCheck.File
  ) -> [Effect] {
    jobs.remove(job)
    input.dropTyped()
    messages.clear()
    let bytes = ByteCount.text(Int64(text.utf8.count))
    let size = "\(bytes) of \(file.format?.shortName ?? "unknown") text"
    switch file.outcome {
    case .refused(let reason): return show([size + ": " + reason], title: "Nothing to import")
    case .unchanged:
      return say("The pasted text is already in the library; nothing was added")
    case .new, .changed, .duplicate: break
    }
    let rest = file.remarkCount - file.remarks.count
    let damage = file.damage.map { "incomplete: \($0)" }
    let remarks = [damage].compactMap { $0 } + file.remarks
    return ask(
      "Import the pasted text?",
      ["\(size): \(file.changeText)."] + remarks.map { "! \($0)" }
        + (rest > 0 ? ["! … and \(Numbers.counted(rest, "more remark"))"] : [])
        + [
          """
          The items are added to \(library.storeName); \
          \(key("undo")) undoes the import.
          """
        ],
      [Confirmation.Choice(.yes, "import it", .importText(text, name: file.path))])
  }
}
