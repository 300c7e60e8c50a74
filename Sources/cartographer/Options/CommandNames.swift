import ArgumentParser
import CartographerPresentation
import Foundation
import TerminalUI

/// Functions that find commands by name and suggest a similar name for an unknown name.
enum CommandNames {
  /// Checks that the first argument is either a command or an existing file.
  ///
  /// - Throws: ``Failure`` if the first argument is neither a command nor an existing file.
  ///   The error is also thrown if a subcommand is missing or unknown.
  static func check(_ words: [String]) throws {
    guard let first = Arguments.firstOperand(of: words) else { return }
    let commands = Cartographer.configuration.subcommands
    guard let command = find(first, in: commands) else {
      if FileManager.default.fileExists(atPath: first) { return }
      guard !first.hasSuffix(".store") else {
        throw Failure.usage(
          "'\(first)' is neither a command nor an existing file.",
          remedy: "To open or create a store: cartographer --store \(first)")
      }
      throw unknown(first, among: commands, "neither a command nor an existing file")
    }
    let inner = command.configuration.subcommands
    guard !inner.isEmpty, command.configuration.defaultSubcommand == nil else { return }
    let after = words[(words.firstIndex(of: first) ?? 0)...].dropFirst()
    guard let second = after.first(where: { !$0.hasPrefix("-") }) else {
      let subcommands = names(inner).joined(separator: ", ")
      throw Failure.usage(
        "`\(first)` needs a subcommand: \(subcommands).",
        remedy: "See: cartographer \(first) --help")
    }
    if find(second, in: inner) == nil {
      throw unknown(second, among: inner, "not a subcommand of \(first)")
    }
  }

  /// Returns the command for words such as `group add`. Without words, returns the root command.
  static func command(named words: [String]) throws -> any ParsableCommand.Type {
    var command: any ParsableCommand.Type = Cartographer.self
    for word in words {
      let inner = command.configuration.subcommands
      guard !inner.isEmpty else { break }
      guard let found = find(word, in: inner) else {
        let isItem =
          command == Cartographer.self
          ? FileManager.default.fileExists(atPath: word)
          : command.configuration.defaultSubcommand != nil
        if isItem { break }
        throw unknown(word, among: inner, "not a command")
      }
      command = found
    }
    return command
  }

  /// Returns the argument parser's error message, without “Did you mean” suggestions that do not
  /// resemble the entered option.
  static func withoutFarSuggestion(_ message: String) -> String {
    let pattern = /Unknown option '(-[^']*)'\. Did you mean '(-[^']*)'\?/
    guard let match = message.firstMatch(of: pattern) else { return message }
    let (typed, suggested) = (String(match.1), String(match.2))
    let isNear =
      suggested.hasPrefix(typed) || typed.hasPrefix(suggested)
      || NearestName.of(typed, among: [suggested]) != nil
    return isNear ? message : message.replacing(" Did you mean '\(suggested)'?", with: "")
  }

  private static func find(
    _ name: String, in commands: [any ParsableCommand.Type]
  ) -> (any ParsableCommand.Type)? {
    commands.first { $0._commandName == name || $0.configuration.aliases.contains(name) }
  }

  private static func names(_ commands: [any ParsableCommand.Type]) -> [String] {
    commands.filter { $0.configuration.shouldDisplay }.map { $0._commandName }
  }

  private static func unknown(
    _ word: String, among commands: [any ParsableCommand.Type], _ kind: String
  ) -> Failure {
    let near = NearestName.of(word, among: names(commands))
    let suggestion = near.map { " Did you mean \($0)?" } ?? ""
    return Failure.usage(
      "'\(word)' is \(kind).\(suggestion)", remedy: "See: cartographer --help")
  }
}
