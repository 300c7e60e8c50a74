import ArgumentParser
import CartographerCore

/// A command of the program.
protocol Verb: ParsableCommand {
  /// Shown first in its help.
  static var examples: [Example] { get }
  var global: GlobalOptions { get }
  /// Whether it ends by itself, leaving nothing half done, when its task is cancelled.
  static var isCancellable: Bool { get }
  /// Why a script cannot have it; nil where it can.
  static var scriptObstacle: String? { get }
  /// Whether it is only to be tried: done, told, and nothing of it kept.
  var isTrial: Bool { get }
  /// Whether it may begin a store; any other verb needs one that exists.
  var createsStore: Bool { get }
  func run(in session: Session) async throws
}

extension Verb {
  static var isCancellable: Bool { false }
  static var scriptObstacle: String? { nil }
  var isTrial: Bool { false }
  var createsStore: Bool { false }
}

/// A command line and what it does.
struct Example {
  let command: String
  let effect: String

  init(_ command: String, _ effect: String) {
    self.command = command
    self.effect = effect
  }
}

/// A command that only holds verbs, such as `group`.
protocol VerbFamily: ParsableCommand {
  static var examples: [Example] { get }
}

/// Items, of which each gets the same done.
struct ChosenItems: ParsableArguments {
  @Argument(help: ArgumentHelp("Ids or names.", valueName: "item")) var items: [String]

  @OptionGroup var trial: TrialOption
}

/// A verb that does one thing to items, and has nothing else to show before.
protocol ItemVerb: Verb {
  var chosen: ChosenItems { get }
  func edit(_ ids: [ItemID]) -> LibraryEdit
}

extension ItemVerb {
  var isTrial: Bool { chosen.trial.dryRun }

  func run(in session: Session) async throws {
    let library = try await session.libraryForWriting()
    try await session.apply(edit(try await session.items(chosen.items, in: library)), to: library)
  }
}

/// What every verb takes that changes something at once, and has nothing else to show before.
struct TrialOption: ParsableArguments {
  @Flag(name: .customLong("dry-run"), help: "Say what it would do, and change nothing.")
  var dryRun = false
}
