import ArgumentParser
import CartographerCore
import CartographerPresentation
import Geodesy
import TerminalUI

struct Run: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Run the commands in a file as one change.",
    discussion: """
      Each line is a command, without the word `cartographer`. Quoted text may contain spaces, and \
      # begins a comment. Later lines can refer to items created by earlier lines. If a line \
      fails, the whole script is rolled back, and the line is reported. With --keep-going, all \
      other lines take effect, and the exit code is that of the first failed line. There are no \
      shell variables, patterns or pipes.

      All lines are checked before the first one runs. If a line is not a valid command, or \
      contains a command that cannot be undone, such as `export`, no line is run, even with \
      --keep-going.
      """)

  static let examples = [
    Example("cartographer run tidy.txt", "Run a script as one change."),
    Example(
      "cartographer run tidy.txt --keep-going", "Run all lines, even if a line fails."),
    Example("cartographer run tidy.txt --dry-run", "Show the result without changing the store."),
    Example(
      "echo 'edit P7 --name Ridge' | cartographer run -", "Read the script from standard input."),
  ]

  static let isCancellable = true
  static let scriptObstacle: String? = "a script cannot run another script"

  @Argument(
    help: ArgumentHelp("The script, or - for standard input.", valueName: "file"),
    completion: .file())
  var file: String

  @Flag(name: .customLong("dry-run"), help: "Show the result without changing anything.")
  var dryRun = false

  @Flag(
    name: .customLong("keep-going"),
    help: "Report failed lines, and run all other lines.")
  var keepGoing = false

  @OptionGroup var global: GlobalOptions

  func run(in session: Session) async throws {
    let script = try Script(file, global: global)
    let creates = script.steps.contains { $0.command.createsStore }
    let library =
      try await dryRun
      ? session.libraryForReading(requiringStore: !creates)
      : session.libraryForWriting(creating: creates)
    let console = session.console
    // Output is held back until the commit, because a rollback makes the reports of earlier
    // commands untrue.
    try await library.beginScript(title: script.title)
    console.hold()
    let result: EditResult
    var told: [JSONValue] = []
    var failedCount = 0
    do {
      for step in script.steps {
        do {
          told.append(try await run(step, script, session, library))
        } catch let error where keepGoing && !(error is CancellationError) {
          let failure = Failure(error)
          failedCount += 1
          session.end(with: failure)
          if !global.json { console.report(failure, asJSON: false) }
          told.append(Self.json(step, [failure.member]))
        }
      }
      result = try await library.endScript(title: script.title, isKept: !dryRun)
    } catch {
      console.discard()
      try await library.abandonScript()
      guard !(error is CancellationError) else { throw error }
      throw Failure(error).adding(Self.rollback(of: script.steps.prefix(told.count)))
    }
    console.release()
    if keepGoing, failedCount > 0 {
      let count = script.steps.count
      console.say(
        "\(Numbers.grouped(count - failedCount)) of \(Numbers.counted(count, "line")) succeeded.")
    }
    guard global.json else {
      if dryRun { return console.say("Nothing was changed.") }
      return try session.report(result)
    }
    session.isDryRun = dryRun
    session.noteCommitted(result)
    if script.steps.isEmpty { console.say("The script contains no commands.") }
    try console.print(.object([("lines", .array(told))] + session.members(result)))
  }

  /// Returns a sentence that lists the script lines whose changes were rolled back because a later
  /// line failed.
  private static func rollback(of steps: ArraySlice<Script.Step>) -> String {
    guard let first = steps.first?.line, let last = steps.last?.line else {
      return "Nothing was changed."
    }
    return first == last
      ? "Nothing was changed: the changes made by line \(first) were rolled back."
      : "Nothing was changed: the changes made by lines \(first)–\(last) were rolled back."
  }

  private func run(
    _ step: Script.Step, _ script: Script, _ session: Session, _ library: Library
  ) async throws -> JSONValue {
    let position = "\(script.name == "-" ? "standard input" : script.name):\(step.line)"
    let inner = Session(global: session.global, console: session.console, script: library)
    inner.isScriptDryRun = dryRun
    let output = session.console.heldOutput
    do {
      try Task.checkCancellation()
      try await inner.perform(step.command)
    } catch is CancellationError {
      throw CancellationError()
    } catch {
      session.console.discard(after: output)
      throw Failure(Failure(error), at: position, line: step.line)
    }
    guard inner.status == .done else {
      // In text output, the command has already printed its failure.
      let told = session.global.json ? inner.failure : nil
      let reason = told.map { " \($0.message)" } ?? ""
      var failure = Failure(
        inner.status, code: told?.code ?? "failed",
        "\(position): `\(step.words[0])` failed.\(reason)",
        remedy: told?.remedy, ids: told?.ids ?? [])
      failure.line = step.line
      (failure.file, failure.diagnostic) = (told?.file, told?.diagnostic)
      throw failure
    }
    return Self.json(step, [("result", session.console.takeDocument())])
  }

  private static func json(_ step: Script.Step, _ outcome: [(String, JSONValue?)]) -> JSONValue {
    .object([("line", .count(step.line)), ("words", .strings(step.words))] + outcome)
  }
}
