import CartographerCore
import Foundation

/// A shell's request to complete an unfinished command line.
struct CompletionRequest {
  /// The kind of values that an argument accepts.
  enum Source: Equatable {
    case words([String])
    /// Files with one of the given extensions, or all files if no extensions are given.
    case files([String])
    case folders
    /// The IDs and names of items.
    case items(Set<ItemID.Kind>)
    /// The IDs and names of items in the trash.
    case trash
    case imports
    /// The numbers of the changes from the given number onwards.
    case changes(from: Int64)
    /// The names of the manual's pages.
    case pages
    /// The names of the JSON Schemas.
    case schemas
  }

  /// The part of the word that precedes an option's value, such as `--group=`. Empty if the word is
  /// the value itself.
  private(set) var prefix = ""
  /// The part of the value that the user has typed so far.
  private(set) var value: String
  /// The commands and options that can complete the word.
  private(set) var candidates: [CompletionCandidate] = []
  private(set) var source: Source?
  /// The value of the option `--store`. Nil if this option is not given.
  private(set) var store: String?

  private var command: CommandTree
  private var path: [String] = []
  private var operands = 0
  private var pending: CommandTree.Argument?
  private var hasEnded = false
  /// The command for which help is requested, or nil if the line does not begin with `help`.
  private var topic: CommandTree?

  /// Parses the words before the cursor, and finds the candidates for the word at the cursor.
  ///
  /// - Parameter words: The words between the program's name and the word at the cursor.
  /// - Parameter current: The text of the current word, up to the cursor.
  init(words: [String], current: String, root: CommandTree) {
    value = current
    command = root
    for word in words { read(word, root) }
    complete(current)
  }

  private mutating func read(_ word: String, _ root: CommandTree) {
    if let option = pending {
      if option.names?.contains(where: { $0.text == "--store" }) == true { store = word }
      pending = nil
    } else if let topic {
      self.topic = topic.command(word) ?? topic
    } else if !hasEnded, word == "--" {
      hasEnded = true
    } else if !hasEnded, word.hasPrefix("-"), word != "-" {
      let parts = word.split(separator: "=", maxSplits: 1)
      let option = option(String(parts[0]))
      if parts.count == 1, option?.kind == .option { pending = option }
      if parts.count == 2, parts[0] == "--store" { store = String(parts[1]) }
    } else if operands == 0, path.isEmpty, word == "help" {
      topic = root
    } else if operands == 0, let inner = command.command(word) {
      command = inner
      path.append(inner.commandName)
    } else {
      operands += 1
    }
  }

  private mutating func complete(_ current: String) {
    if let topic {
      candidates = Self.commands(of: topic)
    } else if let pending {
      source = source(of: pending)
    } else if !hasEnded, current.hasPrefix("--"),
      let equals = current.firstIndex(of: "=")
    {
      source = option(String(current[..<equals])).flatMap(source)
      prefix = String(current[...equals])
      value = String(current[equals...].dropFirst())
    } else if !hasEnded, current.hasPrefix("-") {
      candidates = options(isShort: current == "-")
    } else {
      candidates = operands == 0 ? Self.commands(of: command) : []
      source = operand.flatMap(source)
    }
    candidates.removeAll { !$0.text.hasPrefix(value) }
    // In a range of changes, such as 3..5, the number after the dots is completed.
    if case .changes? = source, let dots = value.range(of: "..") {
      source = .changes(from: Int64(value[..<dots.lowerBound]) ?? 0)
      prefix += value[..<dots.upperBound]
      value = String(value[dots.upperBound...])
    }
  }

  // MARK: Arguments

  /// The arguments accepted by the command and its default subcommand.
  private var arguments: [CommandTree.Argument] {
    // The parser's description of the root command does not name its default subcommand.
    let inner = command.command(path.isEmpty ? "open" : command.defaultSubcommand ?? "")
    return (inner?.arguments ?? []) + (command.arguments ?? [])
  }

  private func option(_ name: String) -> CommandTree.Argument? {
    arguments.first { $0.names?.contains { $0.text == name } == true }
  }

  /// The positional argument for the word at the cursor. Nil after the last allowed argument. A
  /// repeating argument accepts any number of words.
  private var operand: CommandTree.Argument? {
    let positionals = arguments.filter { $0.kind == .positional }
    if operands < positionals.count { return positionals[operands] }
    return positionals.last.flatMap { $0.isRepeating ? $0 : nil }
  }

  private func options(isShort: Bool) -> [CompletionCandidate] {
    var seen: Set<String> = []
    return arguments.filter { $0.kind != .positional && $0.shouldDisplay }.flatMap { option in
      (option.names ?? []).filter { isShort || $0.kind == "long" }.map {
        CompletionCandidate($0.text, option.abstract ?? "")
      }
    }.filter { seen.insert($0.text).inserted }
  }

  private static func commands(of command: CommandTree) -> [CompletionCandidate] {
    command.commands.flatMap { command in
      ([command.commandName] + (command.aliases ?? [])).map {
        CompletionCandidate($0, command.abstract ?? "")
      }
    }
  }

  // MARK: Values

  /// The commands that operate only on paths.
  static let pathCommands: Set<String> = [
    "split", "join", "reverse", "simplify", "crop", "smooth", "resample", "clean", "times",
    "elevation", "profile", "points", "stats",
  ]

  private func source(of argument: CommandTree.Argument) -> Source? {
    if let kind = argument.completionKind {
      if let list = kind.list { return .words(list.values) }
      if let file = kind.file { return .files(file.extensions) }
      if kind.directory != nil { return .folders }
    }
    if let values = argument.allValues, !values.isEmpty { return .words(values) }
    let first = path.first ?? ""
    let isOperand = argument.kind == .positional
    if isOperand, operands == 0, first == "group" && path.last != "create" || first == "itinerary" {
      return .items([.group])
    }
    let name = argument.valueName
    switch name?.hasPrefix("item> ") == true || name == "item|point" ? "item" : name {
    case "item" where first == "trash": return .trash
    case "item" where first == "dedupe": return .items([.location])
    case "item" where Self.pathCommands.contains(first): return .items([.path])
    case "item", "item|coordinates", "item|coordinates|town":
      return .items([.location, .path, .group])
    case "from" where isOperand,
      "to" where isOperand:
      return .items([.location, .path])
    case "place", "place[:length]": return .items([.location])
    case "name|id", "group": return .items([.group])
    case "id": return .imports
    case "change", "change|time": return .changes(from: 0)
    case "page": return .pages
    case "command" where first == "schema" && operands == 0: return .schemas
    default: return nil
    }
  }
}

/// A word that the shell can insert, with a description.
struct CompletionCandidate: Equatable {
  let text: String
  let note: String

  init(_ text: String, _ note: String) {
    self.text = text
    self.note = note
  }
}
