import ArgumentParser
import CartographerCore

/// A command that the program can run.
protocol ConsoleCommand: ParsableCommand {
  /// The examples at the beginning of the command's help page.
  static var examples: [Example] { get }
  var global: GlobalOptions { get }
  /// Whether the command stops without partial results when its task is cancelled.
  static var isCancellable: Bool { get }
  /// The reason why the command is forbidden in scripts. Nil for commands allowed in scripts.
  static var scriptObstacle: String? { get }
  /// Whether the command is a dry run: it is executed and its result is reported, but its changes
  /// are rolled back.
  var isDryRun: Bool { get }
  /// Whether the command creates the store if it is missing. If false, the command needs an
  /// existing store.
  var createsStore: Bool { get }
  /// Returns the JSON document that the command prints if there is nothing to do: its usual
  /// document, without items. The result is nil for a command that changes items. Such a command
  /// prints the document that describes a change of no items.
  func emptyDocument(in session: Session) async throws -> JSONValue?
  func run(in session: Session) async throws
}

extension ConsoleCommand {
  static var isCancellable: Bool { false }
  static var scriptObstacle: String? { nil }
  var isDryRun: Bool { false }
  var createsStore: Bool { false }
  func emptyDocument(in session: Session) async throws -> JSONValue? { nil }
}

/// An example command line, with a description of its effect.
struct Example {
  let command: String
  let effect: String

  init(_ command: String, _ effect: String) {
    self.command = command
    self.effect = effect
  }
}

/// A command that consists only of subcommands, such as `group`.
protocol CommandFamily: ParsableCommand {
  static var examples: [Example] { get }
}

/// A command that applies a single edit to the given items. Its dry run applies the edit and then
/// rolls it back.
protocol ItemCommand: DryRunCommand {
  var chosen: ItemArguments { get }
  func edit(_ ids: [ItemID]) -> LibraryEdit
}

extension ItemCommand {
  func run(in session: Session) async throws {
    let library = try await session.libraryForWriting()
    let ids = try await session.items(chosen, in: library)
    try await session.apply(edit(ids), of: ids, to: library)
  }
}

/// A command with the option `--dry-run`. With this option, the changes are made and then rolled
/// back.
protocol DryRunCommand: ConsoleCommand {
  var dryRunOption: DryRunOption { get }
}

extension DryRunCommand {
  var isDryRun: Bool { dryRunOption.dryRun }
}

/// The `--dry-run` option. A dry run makes all changes and then rolls them back.
struct DryRunOption: ParsableArguments {
  @Flag(name: .customLong("dry-run"), help: "Show the result without changing anything.")
  var dryRun = false
}
