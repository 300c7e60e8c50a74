import ArgumentParser
import CartographerCore
import CartographerPresentation
import Foundation
import Glibc
import Logging
import TerminalUI

/// The entry point of the program: parses the arguments, runs the command and sets the exit code.
@main
struct Program {
  static func main() async {
    signal(SIGPIPE, SIG_IGN)
    // Writing beyond `ulimit -f` then returns an error instead of killing the program.
    signal(SIGXFSZ, SIG_IGN)
    let words = Array(CommandLine.arguments.dropFirst())
    Interruption.prepare()
    let work = Task { await Program(words).run() }
    Interruption.setCancellation { work.cancel() }
    Interruption.exit(await work.value)
  }

  private let arguments: Arguments
  private let console = Console()

  private init(_ words: [String]) {
    arguments = Arguments(words)
  }

  private func run() async -> ExitStatus {
    do {
      let status = try await perform()
      try console.finish()
      return status
    } catch is Console.BrokenPipe {
      return .done
    } catch {
      // Output written before the error is still valid data.
      try? console.finish(isFailing: true)
      var failure = Failure(error)
      failure.message = arguments.asTyped(failure.message)
      console.report(failure, asJSON: arguments.wantsJSON)
      return failure.status
    }
  }

  private func perform() async throws -> ExitStatus {
    if let help = try CommandHelp(arguments.words) {
      let isColoured = Session.usesColour(
        arguments.colours, ProcessInfo.processInfo.environment, console)
      try console.write(isColoured ? help.coloured : help.text)
      return .done
    }
    try TextEncodingCheck.run()
    try arguments.checkFileNames()
    try CommandNames.check(arguments.words)
    let parsed: any ParsableCommand
    do {
      parsed = try Cartographer.parseAsRoot(arguments.words)
    } catch {
      return try report(parsing: error)
    }
    guard let command = parsed as? any ConsoleCommand else {
      throw Failure.usage(
        "The command line contains no command.",
        remedy: Cartographer.usageString(for: type(of: parsed)))
    }
    let session = Session(global: command.global, console: console)
    Interruption.begin(isCancellable: type(of: command).isCancellable)
    let name = String(describing: type(of: command))
    session.logger.debug("begins", metadata: ["work": "\(name)"])
    do {
      if command.isDryRun {
        try await session.trying(creating: command.createsStore) {
          try await session.perform(command)
        }
      } else {
        try await session.perform(command)
      }
    } catch {
      if !(error is Console.BrokenPipe) { session.logger.note(Failure(error).code, of: name) }
      await session.close()
      throw error
    }
    // With --json, the document lists the failure of each file. The most serious one is also
    // reported here.
    if let failure = session.failure, arguments.wantsJSON {
      console.report(failure, among: session.failures, asJSON: true)
    }
    session.logger.info(
      "done", metadata: ["work": "\(name)", "status": "\(session.status.rawValue)"])
    await session.close()
    return session.status
  }

  /// Prints the help, the version or a completion script if requested by the arguments. Otherwise,
  /// the method throws the parse error as a ``Failure`` for incorrect usage.
  private func report(parsing error: any Error) throws -> ExitStatus {
    let message = Cartographer.fullMessage(for: error)
    guard !Cartographer.exitCode(for: error).isSuccess else {
      try console.write(message + "\n")
      return .done
    }
    // The parser lists the values of an option on separate lines; an error message is one line.
    let short = Cartographer.message(for: error)
      .replacing("following:\n  - ", with: "following: ").replacing("\n  - ", with: ", ")
    let usage = message.split(separator: "\n").first { $0.hasPrefix("Usage: ") }
    throw Failure.usage(
      CommandNames.withoutFarSuggestion(short), remedy: usage.map(String.init))
  }
}
