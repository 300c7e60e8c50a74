/// An `import` declaration of a source text, in any of its forms.
struct ImportDeclaration: Equatable {
  let module: String
  /// The line number, counted from 1.
  let line: Int
  let isReexport: Bool

  private static let pattern = Pattern(
    #"""
    (?: ^ | ; ) [\ \t]*
    ( (?: @\w+ (?: \( [^)\n]* \) )? \s+ )* )
    (?: (?: public | package | internal | fileprivate | private ) \s+ )?
    (import) \s+
    (?: (?: typealias | struct | class | enum | protocol | let | var | func | actor ) \s+ )?
    ( [A-Za-z_]\w* ) (?: \.\S+ )* [\ \t]* (?= $ | ; )
    """#)

  /// Returns the imports in code, including those with attributes, access levels or a kind.
  ///
  /// The word `import` in a comment or a string literal is ignored.
  static func all(in code: SwiftCode) -> [ImportDeclaration] {
    pattern.matches(in: code.text).compactMap { groups in
      guard let keyword = groups[2], let module = groups[3] else { return nil }
      return ImportDeclaration(
        module: String(module), line: keyword.lineNumber,
        isReexport: groups[1]?.contains("@_exported") == true)
    }
  }
}
