/// One `import` of a source text, however it is written.
struct ImportDeclaration: Equatable {
  let module: String
  /// 1-based.
  let line: Int
  let isReexport: Bool

  /// The imports in `source`, attributes, access levels and `import struct A.B` included; an
  /// `import` in a comment or a string is none.
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
