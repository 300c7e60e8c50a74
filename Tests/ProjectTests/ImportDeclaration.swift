/// An `import` declaration of a source text, in any of its forms.
struct ImportDeclaration: Equatable {
  let module: String
  /// The line number, counted from 1.
  let line: Int
  let isReexport: Bool

  /// Returns the imports in a source text, including those with attributes, access levels or a kind.
  ///
  /// The word `import` in a comment or a string literal is ignored.
  static func all(in source: String) -> [ImportDeclaration] {
    let pattern =
      #/
      (?m) (?: ^ | ; ) [\ \t]*
      ( (?: @\w+ (?: \( [^)\n]* \) )? \s+ )* )
      (?: (?: public | package | internal | fileprivate | private ) \s+ )?
      (import) \s+
      (?: (?: typealias | struct | class | enum | protocol | let | var | func | actor ) \s+ )?
      ( [A-Za-z_]\w* ) (?: \.\S+ )* [\ \t]* (?= $ | ; )
      /#
    let code = SwiftCode(source)
    return code.text.matches(of: pattern).map { match in
      ImportDeclaration(
        module: String(match.output.3), line: code.line(at: match.output.2.startIndex),
        isReexport: match.output.1.contains("@_exported"))
    }
  }
}
