import SwiftSyntax

/// Source that a macro writes as finished text.
///
/// A plug-in is usually built without optimisation, where parsing its own text into a tree and
/// laying the tree out took longer than everything else it did. The compiler parses the text
/// anyway, so a single token carries it there. A macro that uses this has the format mode
/// `disabled` and writes line breaks and indentation itself.
enum WrittenSource {
  static func declaration(_ text: String) -> DeclSyntax {
    DeclSyntax(MissingDeclSyntax(placeholder: .identifier(text)))
  }

  static func accessor(_ text: String) -> AccessorDeclSyntax {
    AccessorDeclSyntax(accessorSpecifier: .identifier(text))
  }
}
