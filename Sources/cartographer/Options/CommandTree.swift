import ArgumentParser
import Foundation

/// A command with its arguments and subcommands, as described by the argument parser.
struct CommandTree: Decodable {
  struct Argument: Decodable {
    enum Kind: String, Decodable { case positional, option, flag }

    struct Name: Decodable {
      let kind: String
      let name: String

      /// The name with its hyphens, such as `--group` or `-n`.
      var text: String { kind == "long" ? "--\(name)" : "-\(name)" }
    }

    /// The kind of completion that an argument declares: a value from a list, a file or a folder.
    struct Completion: Decodable {
      struct List: Decodable { let values: [String] }
      struct File: Decodable { let extensions: [String] }
      struct Folder: Decodable {}

      let list: List?
      let file: File?
      let directory: Folder?
    }

    let kind: Kind
    let names: [Name]?
    let valueName: String?
    let abstract: String?
    let defaultValue: String?
    let allValues: [String]?
    let completionKind: Completion?
    let isOptional: Bool
    let isRepeating: Bool
    let shouldDisplay: Bool
  }

  let commandName: String
  let aliases: [String]?
  let abstract: String?
  let discussion: String?
  let arguments: [Argument]?
  let subcommands: [CommandTree]?
  let defaultSubcommand: String?
  let shouldDisplay: Bool

  /// Reads the argument parser's description of a command.
  static func of(_ command: any ParsableCommand.Type) throws -> CommandTree {
    struct Description: Decodable { let command: CommandTree }
    return try JSONDecoder().decode(Description.self, from: Data(command._dumpHelp().utf8)).command
  }

  /// The subcommands that are listed on help pages.
  var commands: [CommandTree] {
    (subcommands ?? []).filter { $0.shouldDisplay && $0.commandName != "help" }
  }

  /// Returns the subcommand with the given name or alias. Returns nil for an unknown name.
  func command(_ name: String) -> CommandTree? {
    (subcommands ?? []).first {
      $0.commandName == name || $0.aliases?.contains(name) == true
    }
  }

  var options: [Argument] {
    (arguments ?? []).filter { $0.kind != .positional && $0.shouldDisplay }
  }
  var positionals: [Argument] { (arguments ?? []).filter { $0.kind == .positional } }

  /// The names of the options that every command accepts.
  static let globalNames: Set<String> = [
    "--store", "--color", "--no-color", "--coordinates", "--time-zone", "--units", "--quiet",
    "--json", "--version", "--help",
  ]

  /// Returns the names of an option. A short name that only ``Arguments`` accepts, and not the
  /// argument parser, comes first.
  static func names(of name: Argument.Name) -> [String] {
    name.text == "--version" ? ["-V", name.text] : [name.text]
  }

  /// The command's options, without the options that every command accepts.
  var ownOptions: [Argument] {
    options.filter { option in
      !(option.names ?? []).contains { Self.globalNames.contains($0.text) }
    }
  }

  /// The arguments in a usage line, such as `[<options>] --to <to> <item> ...`. Optional options
  /// are not named individually.
  var usage: String {
    let required = ownOptions.filter { !$0.isOptional }.flatMap { option in
      [option.names?.last?.text ?? "", "<\(option.valueName ?? "value")>"]
    }
    let operands = positionals.map { argument in
      let value = argument.valueName ?? "value"
      // A name such as `item> ... <name` already shows which of the values repeat.
      let isRepeating = argument.isRepeating && !value.contains("...")
      let name = "<\(value)>\(isRepeating ? " ..." : "")"
      return argument.isOptional ? "[\(name)]" : name
    }
    return (["[<options>]"] + required + operands).joined(separator: " ")
  }
}
