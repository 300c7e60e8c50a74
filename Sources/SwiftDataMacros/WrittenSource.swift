import SwiftSyntax

/// Functions that return generated source code to the compiler as text, without parsing it.
///
/// A macro plug-in is usually built without optimization. In an unoptimized build, parsing and
/// formatting the generated text took longer than the rest of the expansion. The compiler parses
/// the text anyway, so the text is passed to it in a single token. A macro that uses this type has
/// the format mode `disabled` and writes line breaks and indentation itself.
enum WrittenSource {
  static func declaration(_ text: String) -> DeclSyntax {
    DeclSyntax(MissingDeclSyntax(placeholder: .identifier(text)))
  }

  static func accessor(_ text: String) -> AccessorDeclSyntax {
    AccessorDeclSyntax(accessorSpecifier: .identifier(text))
  }
}
