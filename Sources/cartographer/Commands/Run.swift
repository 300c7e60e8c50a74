import ArgumentParser
import CartographerCore
import CartographerPresentation
import TerminalUI

struct Run: Verb {
  static let configuration = CommandConfiguration(
    abstract: "Do the verbs of a file as one change, with one undo.",
    discussion: """
      A line is a verb as it is typed after `cartographer`; quotes keep blanks together, # begins a \
      comment. What a line makes, later lines can name. When one fails nothing of the script is kept, \
      and its line is told. No shell is asked: no variables, no patterns, no pipes. Verbs whose work \
      cannot be taken back, such as `export`, are refused before anything is done.
      """)

  static let examples = [
    Example("cartographer run tidy.txt", "One change, one undo."),
    Example("cartographer run tidy.txt --dry-run", "What it would do."),
    Example("echo 'edit P7 --name Ridge' | cartographer run -", "From standard input."),
  ]

  static let isCancellable = true
  static let scriptObstacle: String? = "a script runs no other"

  @Argument(
    help: ArgumentHelp("The script, or - for standard input.", valueName: "file"),
    completion: .file())
  var file: String

  @Flag(name: .customLong("dry-run"), help: "Do it, tell, and keep nothing of it.")
  var dryRun = false

  @OptionGroup var global: GlobalOptions

  func run(in session: Session) async throws {
    let script = try Script(file, global: global)
    let library =
      try await dryRun
      ? session.libraryForReading()
      : session.libraryForWriting(creating: script.steps.contains { $0.verb.createsStore })
    let console = session.console
    try await library.beginScript(title: script.title)
    console.hold()
    let result: EditResult
    var told: [JSONValue] = []
    do {
      for step in script.steps { told.append(try await run(step, script, session, library)) }
      result = try await library.endScript(title: script.title, isKept: !dryRun)
    } catch {
      console.discard()
      try await library.abandonScript()
      throw error
    }
    console.letGo()
    guard global.json else {
      if dryRun { return console.say("Nothing was changed.") }
      return try session.report(result)
    }
    session.isTrial = dryRun
    try console.print(.object([("lines", .array(told))] + session.members(result)))
  }

  private func run(
    _ step: Script.Step, _ script: Script, _ session: Session, _ library: Library
  ) async throws -> JSONValue {
    let place = "\(script.name == "-" ? "standard input" : script.name):\(step.line)"
    let inner = Session(global: session.global, console: session.console, script: library)
    do {
      try Task.checkCancellation()
      try await step.verb.run(in: inner)
    } catch is CancellationError {
      throw CancellationError()
    } catch {
      throw Failure(Failure(error), at: place)
    }
    guard inner.status == .done else {
      // A person was told why already.
      let told = session.global.json ? inner.failure : nil
      let reason = told.map { " \($0.message)" } ?? ""
      throw Failure(
        inner.status, code: told?.code ?? "failed",
        "\(place): `\(step.words[0])` failed, so nothing of the script was kept.\(reason)",
        remedy: told?.remedy, ids: told?.ids ?? [])
    }
    return .object([
      ("line", .count(step.line)), ("words", .strings(step.words)),
      ("result", session.console.takeDocument()),
    ])
  }
}
