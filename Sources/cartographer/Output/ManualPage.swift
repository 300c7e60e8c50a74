import ArgumentParser

/// The man page of the program, generated from the descriptions of all commands.
struct ManualPage {
  private(set) var text = ""

  init() throws {
    let root = try CommandTree.of(Cartographer.self)
    text = """
      .TH CARTOGRAPHER 1 "" "cartographer \(ProgramVersion.number)" "User Commands"
      .SH NAME
      cartographer \\- a terminal editor for GPS places, paths and trips
      .SH SYNOPSIS
      .B cartographer
      .RI [ options ]
      .RI [ file " ...]"
      .br
      .B cartographer
      .I command
      .RI [ options ]
      .RI [ argument " ...]"

      """
    // The order of the sections is that of man-pages(7).
    add(section: "DESCRIPTION")
    add(paragraphs: root.discussion ?? "")
    add(
      paragraphs: """
        `cartographer help` COMMAND shows the options of a command with examples. The argument - \
        stands for standard input: the command then reads its items from standard input, one ID or \
        name per line.
        """)
    add(section: "OPTIONS")
    add(paragraphs: "The following options apply to every command.")
    let own = try CommandTree.of(Open.self)
    // An option of both commands is listed only once.
    var seen: Set<String> = []
    add(
      options: (own.options + root.options).filter { option in
        (option.names ?? []).contains {
          CommandTree.globalNames.contains($0.text) && seen.insert($0.text).inserted
        }
      })
    add(
      paragraphs: "The following options apply to the editor, which starts if no command is given.")
    add(options: own.ownOptions)
    add(section: "COMMANDS")
    for command in Cartographer.configuration.subcommands where command.configuration.shouldDisplay
    {
      try add(command, after: [])
    }
    add(section: "EXIT STATUS")
    add(list: Self.statuses)
    add(section: "ENVIRONMENT")
    add(list: Self.variables)
    add(section: "FILES")
    add(list: Self.files)
    add(section: "EXAMPLES")
    add(examples: Cartographer.examples)
    add(section: "SEE ALSO")
    text += ".BR gpsbabel (1),\n.BR sqlite3 (1)\n"
  }

  private static let statuses = [
    ("0", "Success, even if the input was repaired or there was nothing to do."),
    ("1", "Any failure without a more specific exit code."),
    ("2", "`diff --exit-code` found differences."),
    ("3", "Another change was made in the meantime, so the command changed nothing."),
    ("64", "Incorrect usage, an invalid value or an ambiguous name."),
    ("65", "Invalid data in a file, or a store that is damaged, too new or from another program."),
    ("66", "A missing input file, item or group."),
    ("69", "A missing optional program."),
    ("73", "The output cannot be written."),
    ("74", "An input or output error."),
    ("75", "The store is busy; try again later."),
    ("77", "No permission."),
    ("130", "Interrupted by Ctrl-C."),
  ]

  private static let variables = [
    ("CARTOGRAPHER_STORE", "The store file. `--store` takes precedence."),
    (
      "CARTOGRAPHER_LOG",
      "The minimum severity of messages in the log file: off, error, warning, info or debug."
    ),
    ("XDG_DATA_HOME", "The base folder of the default store (default: ~/.local/share)."),
    ("XDG_CONFIG_HOME", "The base folder of the configuration file (default: ~/.config)."),
    (
      "XDG_STATE_HOME",
      "The base folder for the log and the editor's last view (default: ~/.local/state)."
    ),
    (
      "PAGER",
      "The pager that `manual` uses on a terminal (default: `less -R`)."
    ),
    ("NO_COLOR", "If set to a non-empty value, the output has no colours."),
    ("TERM", "The terminal type."),
    (
      "COLORFGBG",
      "The text and background colours of the terminal, used to choose a light or dark theme."
    ),
    ("TZ", "The time zone used to display times and to determine when days begin."),
    ("VISUAL, EDITOR", "The text editor for notes."),
    ("LC_ALL, LC_MEASUREMENT, LANG", "The character encoding and the default units."),
  ]

  private static let files = [
    (
      "$XDG_DATA_HOME/cartographer/default.store",
      """
      The default store, an SQLite database. While the store is open, SQLite keeps two more files \
      beside it, whose names end in -wal and -shm.
      """
    ),
    (
      "$XDG_DATA_HOME/cartographer/default.store.v*.backup",
      "The backups that were made before migrations."
    ),
    (
      "$XDG_DATA_HOME/cartographer/default.store.drafts",
      "Unfinished editor input: drawings, forms and preview values."
    ),
    (
      "$XDG_DATA_HOME/cartographer/default.store.reports",
      "The reports on the editor's last imports and exports."
    ),
    ("$XDG_CONFIG_HOME/cartographer/config.toml", "The settings and key bindings."),
    ("$XDG_STATE_HOME/cartographer/session.json", "The editor's last view."),
    ("$XDG_STATE_HOME/cartographer/log", "The error log."),
  ]

  // MARK: Commands

  private mutating func add(
    _ command: any ParsableCommand.Type, after names: [String]
  ) throws {
    let tree = try CommandTree.of(command)
    let names = names + [tree.commandName]
    text += ".SS \(names.map(Self.escaped).joined(separator: " "))\n"
    if tree.commands.isEmpty {
      text += ".B cartographer \(names.map(Self.escaped).joined(separator: " "))\n"
      text +=
        Self.escaped(tree.usage).replacing("<", with: "\\fI").replacing(">", with: "\\fR") + "\n"
      text += ".PP\n"
    }
    add(paragraphs: tree.abstract ?? "")
    if let aliases = tree.aliases, !aliases.isEmpty {
      let noun = aliases.count == 1 ? "Alias" : "Aliases"
      add(paragraphs: "\(noun): \(aliases.map { "`\($0)`" }.joined(separator: ", ")).")
    }
    add(paragraphs: tree.discussion ?? "")
    add(options: tree.positionals + (tree.commands.isEmpty ? tree.ownOptions : []))
    add(examples: CommandHelp.examples(of: command))
    for inner in command.configuration.subcommands { try add(inner, after: names) }
  }

  private mutating func add(options: [CommandTree.Argument]) {
    for option in options {
      let value = "\\fI\(Self.escaped(option.valueName ?? "value"))\\fR"
        .replacing(/>( | \.\.\. )</) { "\\fR\($0.1)\\fI" }
      let names = (option.names ?? []).flatMap { CommandTree.names(of: $0) }
        .map { "\\fB\(Self.escaped($0))\\fR" }.joined(separator: ", ")
      let label =
        switch option.kind {
        case .positional: value
        case .option: "\(names) \(value)"
        case .flag: names
        }
      text += ".TP\n\(label)\n\(Self.formatted(Self.meaning(of: option)))\n"
    }
  }

  /// Returns the help text of an option, with its values and its default.
  private static func meaning(of option: CommandTree.Argument) -> String {
    var meaning = option.abstract ?? ""
    if let values = option.allValues, !values.isEmpty,
      !values.allSatisfy({ meaning.contains($0) })
    {
      meaning += " Values: \(values.joined(separator: ", "))."
    }
    if let standard = option.defaultValue, !standard.isEmpty, option.kind != .flag {
      meaning += " Default: \(standard)."
    }
    return meaning
  }

  private mutating func add(examples: [Example]) {
    guard !examples.isEmpty else { return }
    if !isAfterHeading { text += ".PP\nExamples:\n" }
    for example in examples {
      text += isAfterHeading ? "" : ".PP\n"
      text += ".RS 4\n\(Self.formatted(example.effect))\n.PP\n.RS 4\n.nf\n"
      text += "\(Self.line(example.command))\n.fi\n.RE\n.RE\n"
    }
  }

  // MARK: Text

  private mutating func add(section: String) { text += ".SH \(section)\n" }

  private mutating func add(paragraphs: String) {
    for paragraph in paragraphs.split(separator: "\n\n") {
      if !isAfterHeading { text += ".PP\n" }
      text += Self.formatted(String(paragraph)) + "\n"
    }
  }

  /// Whether the last line begins a section or a paragraph, so that `.PP` is not needed.
  private var isAfterHeading: Bool {
    let last = text.split(separator: "\n").last ?? ""
    return last.hasPrefix(".S") || last == ".PP"
  }

  private mutating func add(list: [(term: String, meaning: String)]) {
    for (term, meaning) in list {
      text += ".TP\n.B \(Self.escaped(term))\n\(Self.formatted(meaning))\n"
    }
  }

  /// Returns text as roff source, with words in backticks set in bold.
  private static func formatted(_ text: String) -> String {
    let parts = text.split(separator: "`", omittingEmptySubsequences: false)
    let joined = parts.enumerated().map { position, part in
      position % 2 == 1 ? "\\fB\(escaped(String(part)))\\fR" : escaped(String(part))
    }.joined()
    return wrapped(joined).map { line($0, isEscaped: true) }.joined(separator: "\n")
  }

  /// Returns text as lines of at most 79 characters.
  private static func wrapped(_ text: String) -> [String] {
    var lines: [String] = []
    for word in text.split(whereSeparator: \.isWhitespace) {
      if let last = lines.last, last.utf8.count + word.utf8.count < 79 {
        lines[lines.count - 1] = "\(last) \(word)"
      } else {
        lines.append(String(word))
      }
    }
    return lines
  }

  private static func line(_ text: some StringProtocol, isEscaped: Bool = false) -> String {
    let text = isEscaped ? String(text) : escaped(String(text))
    return text.hasPrefix(".") || text.hasPrefix("'") ? "\\&\(text)" : text
  }

  /// Returns the text with roff's special characters escaped.
  private static func escaped(_ text: String) -> String {
    text.replacing("\\", with: "\\e").replacing("-", with: "\\-").replacing("'", with: "\\(aq")
      .replacing("~", with: "\\(ti").replacing("^", with: "\\(ha").replacing("`", with: "\\(ga")
      .replacing("≥", with: "\\(>=")
  }
}
