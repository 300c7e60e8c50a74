import TerminalUI

extension Screen {
  /// Draws the welcome text for an empty library, with the keys for the first steps and the storage
  /// location.
  mutating func drawWelcome(in content: Rect) {
    let columns = max(content.columns - 2, 1)
    let lines = welcome.flatMap { line in
      line.text.wrapped(to: columns).map { (text: $0, style: line.style) }
    }
    // A small pane shows only the keys, which matter most.
    guard content.rows >= lines.count else { return drawFirstKeys(in: content) }
    let width = min((lines.map(\.text.width).max() ?? 0) + 2, content.columns)
    let area = content.centred(Size(columns: width, rows: lines.count + 2))
    surface.fill(area)
    let inside = area.inset(columns: 1, rows: area.rows > lines.count ? 1 : 0)
    for (row, line) in lines.enumerated() {
      surface.put(line.text, in: inside.line(row), style: line.style)
    }
  }

  /// The lines of the welcome text for an empty library.
  private var welcome: [ItemWords.Line] {
    let path = state.jobs.imports.abbreviated(state.library.storePath)
    let storing =
      path.isEmpty
      ? [text("The library is temporary: nothing is saved.")]
      : ["All changes are saved immediately in this file:", text(path)] + trying
    return [("This library is empty. To begin, type:", Style(.title)), ("", .text)]
      + firstKeys.map { ($0, .text) } + [("", .text)] + storing.map { ($0, Style(.dim)) }
  }

  /// The line that explains how to view the sample trip without adding it to the library. Empty if
  /// the sample trip is not installed.
  private var trying: [DisplayText] {
    state.jobs.imports.sampleFolder == nil
      ? []
      : [text("To try the sample without saving it: cartographer --store :memory:")]
  }

  /// Lines that list the keys for getting started, each with its effect. The lines offer the sample
  /// trip only if the trip is installed.
  private var firstKeys: [DisplayText] {
    let sample = state.jobs.imports.sampleFolder == nil ? [] : ["open-sample"]
    let titles = [
      "open-sample": "import a sample trip", "import": "import files",
      "new-place": "create a place", "new-path": "draw a path", "help": "show all keys",
    ]
    return (sample + ["import", "new-place", "new-path", "help"]).map { command in
      text(state.key(command)).padded(to: 4) + " " + text(titles[command] ?? "")
    }
  }

  private mutating func drawFirstKeys(in content: Rect) {
    for (row, line) in firstKeys.enumerated() {
      surface.put(line, in: content.line(row).inset(columns: 1, rows: 0))
    }
  }
}
