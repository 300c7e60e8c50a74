/// A rule that forbids a pattern in the source code, except in some files.
struct ForbiddenUse: Sendable {
  let reason: String
  let pattern: Pattern
  /// Returns whether a file, given by its path from `Sources`, is exempt from the rule.
  let isAllowed: @Sendable (_ path: String) -> Bool

  /// Returns the violations in a source file, one line each.
  ///
  /// Comments and string literals are ignored.
  func violations(in file: SourceFile) -> [String] {
    guard !isAllowed(file.path) else { return [] }
    return pattern.parts(of: file.code.text).map { part in
      let text = part.drop(while: \.isWhitespace)
      return "\(file.path):\(text.lineNumber): \(text): \(reason)"
    }
  }

  /// The rule that only the edges read the clock, the environment and the terminal.
  static let surroundings = ForbiddenUse(
    reason: "only the edges may read the clock, the environment and the terminal",
    pattern: Pattern(
      #"""
      \b Date \s* \( \s* (?: \) | timeIntervalSinceNow )
      | \b (?: Date | Instant | DispatchTime | DispatchWallTime ) \s* \. \s* now \b
      | \b (?: Continuous | Suspending ) Clock \s* \. \s* now \b
      | [=(,:?] \s* \. now \b
      | \b (?: Continuous | Suspending ) Clock \s* \(
      | \b (?: CFAbsoluteTimeGetCurrent | clock_gettime | gettimeofday ) \b
      | \b (?: ProcessInfo | getenv | secure_getenv | setenv | currentDirectoryPath ) \b
      | \b (?: isatty | tcgetattr | tcsetattr | ioctl ) \b
      | \b CommandLine \s* \. \s* arguments \b
      | \b (?: TimeZone | Locale | Calendar ) \. (?: current | autoupdatingCurrent ) \b
      | \b (?: NSHomeDirectory | homeDirectoryForCurrentUser ) \b
      | \b readLine \s* \(
      """#),
    isAllowed: { path in ModuleRule.edges.contains { path.hasPrefix("\($0)/") } })

  /// The rule that only the command line starts other programs.
  static let programs = ForbiddenUse(
    reason: "only the command line may start programs",
    pattern: Pattern(
      #"\b(?:posix_spawnp?|popen|system|fork|vfork|exec[lv]p?e?|Process)\s*\("#),
    isAllowed: { $0.hasPrefix("cartographer/") })

  /// The rule against forced unwrapping, `try!` and `as!`, which trap instead of throwing.
  static let force = ForbiddenUse(
    reason: "handle or throw the error instead of trapping",
    pattern: Pattern(#"[\w)\]>]+!(?!=)"#),
    isAllowed: { _ in false })

  /// The rule that only the libraries have `public` declarations.
  static let publicAccess = ForbiddenUse(
    reason: "use `package`, because the module is not a library",
    pattern: Pattern(
      #"""
      \b (?: public | open ) \s+
      (?: static | final | class | struct | enum | protocol | actor | func | var | let | init
        | typealias | extension | import | macro | convenience | override | mutating
        | nonisolated | private ) \b
      """#),
    isAllowed: { path in
      ModuleRule.table.contains { $0.isLibrary && path.hasPrefix("\($0.module)/") }
    })

  /// The rule that the editor holds snapshots and identifiers, but no model objects.
  static let modelsInEditor = ForbiddenUse(
    reason: "the editor must not use model objects, contexts or queries",
    pattern: Pattern(
      #"\b(?:ModelContext|ModelContainer|FetchDescriptor|PersistentModel|ModelActor)\b"#),
    isAllowed: { !$0.hasPrefix("CartographerApp/") })

  /// The rule that keys are matched only by the registry's keymap.
  static let keyMatches = ForbiddenUse(
    reason: "bind the key to a command in the registry",
    pattern: Pattern(
      #"""
      \b (?: stroke | keystroke | key ) \s* \. \s* (?: key | notation | modifiers ) \b
      | \b notation \s* [!=]= \s* "
      | " \s* [!=]= \s* [\w.]*notation \b
      | \b contains \s* \( \s* \w+ \. notation \b
      | \b KeyStroke \s* \( (?! \s* notation )
      | [\s,\(\[] \. (?: escape | backTab | function ) \b
      | [!=]= \s* \. (?: escape | enter | tab | backTab | backspace | up | down ) \b
      """#),
    isAllowed: { path in
      let isKeymap =
        path.hasPrefix("CartographerApp/Commands/Keymap")
        || path.hasPrefix("CartographerApp/Configuration/Keymap")
      return isKeymap
        || !(path.hasPrefix("CartographerApp/") || path.hasPrefix("TerminalUI/Widgets/"))
    })

  /// The rule that only the registry's keymap decides where typed characters begin a text. The
  /// editor's input passes the other characters to the open text field.
  static let typedCharacters = ForbiddenUse(
    reason: "give the command a `typedText` in the registry",
    pattern: Pattern(#"\.\s*typed\b"#),
    isAllowed: { keyMatches.isAllowed($0) || $0 == "CartographerApp/Loop/AppState+Input.swift" })
}
