/// The user's choice of an external program that converts files, as typed after `--via`.
package struct ConversionChoice: Sendable, Equatable {
  /// The program, optionally with one of its formats, such as `gpsbabel:gdb`.
  package var program: String
  /// The time limit for converting one file, such as `30min`. Nil if the default time limit
  /// applies.
  package var timeLimit: String?

  package init(_ program: String, timeLimit: String? = nil) {
    self.program = program
    self.timeLimit = timeLimit
  }

  /// The choice, written as command-line options, such as `--via gpsbabel:gdb`.
  var options: String {
    "--via \(program)" + (timeLimit.map { " --time-limit \($0)" } ?? "")
  }
}

/// The argument of `:import` or `:export`: a path, optionally preceded by options that choose
/// a converter, such as `--via gpsbabel:ozi old.wpt`.
struct ConvertedPath: Equatable {
  /// An option that can precede the path.
  private enum Option: String, CaseIterable {
    case via = "--via"
    case timeLimit = "--time-limit"
  }

  /// The chosen converter. Nil if the text contains no options.
  let conversion: ConversionChoice?
  let path: String

  /// Parses a typed argument.
  ///
  /// - Throws: ``EditorFailure`` for an unknown option, a missing value or a misplaced time limit.
  ///   A time limit requires `--via`.
  init(_ text: String) throws(EditorFailure) {
    var rest = text[...]
    var values: [Option: String] = [:]
    while let (option, value, end) = Self.option(in: rest) {
      guard !value.isEmpty else {
        throw EditorFailure(
          option == .via
            ? "`--via` needs a program, as in --via gpsbabel:gdb or --via ogr2ogr."
            : "`--time-limit` needs a duration, as in --time-limit 30min.")
      }
      values[option] = value
      rest = end
    }
    // Otherwise, an option such as `--privacy-zone` would silently become part of the file's name.
    guard !rest.hasPrefix("-") else {
      let word = rest.prefix { $0 != " " && $0 != "=" }
      throw EditorFailure(
        """
        `\(word)` is not an option here; only --via and --time-limit are. \
        For a file with such a name, type ./\(word)
        """)
    }
    path = String(rest)
    conversion = values[.via].map { ConversionChoice($0, timeLimit: values[.timeLimit]) }
    guard conversion != nil || values.isEmpty else {
      throw EditorFailure("`--time-limit` works only with `--via`.")
    }
  }

  /// Returns the option at the start of the text, the option's value and the remaining text.
  /// Returns nil if the text does not begin with an option.
  private static func option(
    in text: Substring
  ) -> (option: Option, value: String, rest: Substring)? {
    for option in Option.allCases where text.hasPrefix(option.rawValue) {
      let after = text.dropFirst(option.rawValue.count)
      guard after.isEmpty || after.first == " " || after.first == "=" else { continue }
      let start = after.first == "=" ? after.dropFirst() : after.drop { $0 == " " }
      let value = start.prefix { $0 != " " }
      return (option, String(value), start.dropFirst(value.count).drop { $0 == " " })
    }
    return nil
  }

  // MARK: Completion

  /// Returns the length, in characters, of the options before the path. Returns 0 if the text has
  /// no options or ends inside an option.
  static func optionsLength(of text: String) -> Int {
    var rest = text[...]
    while let (_, value, end) = option(in: rest), !value.isEmpty, !end.isEmpty || rest.last == " " {
      rest = end
    }
    return text.count - rest.count
  }

  /// The converter options that the command line suggests after the user types a hyphen.
  static let beginnings = ["--via gpsbabel", "--via ogr2ogr"]
}
