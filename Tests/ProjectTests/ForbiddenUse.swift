/// Something that code of ours must not do, at least not there.
struct ForbiddenUse: Sendable {
  let reason: String
  /// Not `Sendable`, hence made anew for each use.
  let pattern: @Sendable () -> Regex<Substring>
  /// Whether a file, by its path from `Sources`, may do it all the same.
  let isAllowed: @Sendable (_ path: String) -> Bool

  /// What is wrong with the code of `source`, one line each; its comments and strings are not
  /// looked at.
  func violations(path: String, source: String) -> [String] {
    guard !isAllowed(path) else { return [] }
    let code = SwiftCode(source)
    return code.text.matches(of: pattern().wordBoundaryKind(.simple)).map { match in
      let use = match.output.drop(while: \.isWhitespace)
      return "\(path):\(code.line(at: use.startIndex)): \(use): \(reason)"
    }
  }

  /// Clock, environment and terminal are read at the edges and handed in as values.
  static let surroundings = ForbiddenUse(
    reason: "the clock, the environment and the terminal are read at the edges only",
    pattern: {
      #/
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
        /#
    },
    isAllowed: { path in ModuleRule.edges.contains { path.hasPrefix("\($0)/") } })

  /// A trap where an error belongs.
  static let force = ForbiddenUse(
    reason: "throw or handle it, never force it",
    pattern: { /[\w)\]>]+!(?!=)/ },
    isAllowed: { _ in false })

  /// `public` is for those who use our libraries.
  static let publicAccess = ForbiddenUse(
    reason: "`package` is access enough in a module that is no library",
    pattern: {
      #/
        \b (?: public | open ) \s+
        (?: static | final | class | struct | enum | protocol | actor | func | var | let | init
          | typealias | extension | import | macro | convenience | override | mutating
          | nonisolated | private ) \b
        /#
    },
    isAllowed: { path in
      ModuleRule.table.contains { $0.isLibrary && path.hasPrefix("\($0.module)/") }
    })

  /// The editor holds snapshots and identifiers, never models.
  static let modelsInEditor = ForbiddenUse(
    reason: "no model object, context or query in the editor",
    pattern: {
      /\b(?:ModelContext|ModelContainer|FetchDescriptor|PersistentModel|ModelActor)\b/
    },
    isAllowed: { !$0.hasPrefix("CartographerApp/") })
}
