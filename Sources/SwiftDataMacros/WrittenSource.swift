import SwiftSyntax

/// Functions that return generated source code to the compiler as text, without parsing it.
///
/// The compiler parses the generated text anyway, so the text is passed to it in a single token.
/// Macro plug-ins are usually built without optimization, and in an unoptimized build, parsing and
/// formatting the text took longer than the rest of the expansion. A macro that uses this type has
/// the format mode `disabled` and writes line breaks and indentation itself.
enum WrittenSource {
  static func declaration(_ text: String) -> DeclSyntax {
    DeclSyntax(MissingDeclSyntax(placeholder: .identifier(text)))
  }

  static func accessor(_ text: String) -> AccessorDeclSyntax {
    AccessorDeclSyntax(accessorSpecifier: .identifier(text))
  }
}
