import ArgumentParser
import TerminalUI

/// The hidden command that completion scripts run to list the possible next words on a command
/// line.
struct Complete: ConsoleCommand {
  static let scriptObstacle: String? = "the command is only for shell completion"

  static let configuration = CommandConfiguration(
    commandName: "complete",
    abstract: "Print the possible next words of a command line, for completion scripts.",
    shouldDisplay: false)

  static let examples = [
    Example("cartographer complete --shell fish -- list pa", "Complete the word `pa`.")
  ]

  @Option(help: "The shell to complete for: bash, zsh or fish.") var shell: Completions.Shell

  @Argument(
    parsing: .postTerminator,
    help: """
      The words up to the cursor; for bash, the line up to the cursor and the part of it that bash \
      replaces.
      """)
  var words: [String] = []

  @OptionGroup var global: GlobalOptions

  func run(in session: Session) async throws {
    let isBash = shell == .bash
    // bash passes the whole line as typed, and fish passes the word at the cursor as typed.
    let line = PartialCommandLine((isBash ? words.first : words.last) ?? "")
    let isTyped = shell != .zsh
    let before = isBash ? line.words.drop(while: Self.isAssignment).dropFirst() : words.dropLast()
    let request = CompletionRequest(
      words: Array(before), current: isTyped ? line.current : words.last ?? "",
      root: try CommandTree.of(Cartographer.self))
    var values = request.candidates
    if let source = request.source {
      var global = global
      global.store = request.store ?? global.store
      let inner = Session(global: global, console: session.console)
      // A store that cannot be read offers no values: an error would disturb the line being typed.
      let found = try? await inner.candidates(from: source, for: request.value)
      await inner.close()
      values += (found ?? []).map { CompletionCandidate(request.prefix + $0.text, $0.note) }
    }
    try session.console.write(Self.kind(request, hasCommands: !request.candidates.isEmpty) + "\n")
    for value in values {
      let text =
        isBash ? line.completed(value.text, replacing: words.dropFirst().first ?? "") : value.text
      let note = isBash || value.note.isEmpty ? "" : "\t\(DisplayText(value.note).string)"
      try session.console.write(text + note + "\n")
    }
  }

  /// Returns the first output line, which specifies the kind of the next word for the completion
  /// script. If a command matches the word, no files are suggested, even though the first word can
  /// also be a file to open.
  private static func kind(_ request: CompletionRequest, hasCommands: Bool) -> String {
    switch request.source {
    case .files(let extensions) where !hasCommands:
      (["files"] + extensions).joined(separator: " ")
    case .folders: "folders"
    default: "values"
    }
  }

  /// Returns whether a word sets an environment variable, as in `TZ=UTC cartographer list`.
  private static func isAssignment(_ word: String) -> Bool {
    word.prefixMatch(of: /[A-Za-z_][A-Za-z0-9_]*=/) != nil
  }
}
