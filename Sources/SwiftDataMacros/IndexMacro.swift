import SwiftSyntax
import SwiftSyntaxMacros

/// The implementation of the macros `#Unique` and `#Index`. Both macros expand to nothing; `@Model`
/// reads their declarations from the class.
struct IndexMarkerMacro: DeclarationMacro {
  static func expansion(
    of node: some FreestandingMacroExpansionSyntax, in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] { [] }
}

/// A `#Unique` or `#Index` declaration in a class.
struct DeclaredIndex {
  /// The macro's name, `Unique` or `Index`.
  let kind: String
  let node: MacroExpansionDeclSyntax

  var arguments: LabeledExprListSyntax { node.arguments }

  /// The model type in angle brackets, as written in the source.
  var model: String? { node.genericArgumentClause?.arguments.first?.argument.trimmedDescription }

  /// The macro's arguments, each with the expressions in its property list. The expressions are nil
  /// if the argument is not a list literal.
  var lists: [(argument: LabeledExprSyntax, elements: [ExprSyntax]?)] {
    arguments.map { argument in
      var expression = argument.expression
      if let call = expression.as(FunctionCallExprSyntax.self),
        let inner = call.arguments.first?.expression
      {
        expression = inner
      }
      return (argument, expression.as(ArrayExprSyntax.self)?.elements.map(\.expression))
    }
  }
}

extension KeyPathExprSyntax {
  /// The property names that follow the root of a key path, such as `name` in `\.name` and
  /// `\Stop.name`.
  var names: [String] {
    components.map { $0.component.trimmedDescription.filter { $0 != "`" } }
  }
}

extension DeclGroupSyntax {
  /// All `#Unique` and `#Index` declarations of the class, in source order.
  var declaredIndexes: [DeclaredIndex] {
    memberBlock.members.compactMap { member in
      guard let node = member.decl.as(MacroExpansionDeclSyntax.self),
        ["Unique", "Index"].contains(node.macroName.text)
      else { return nil }
      return DeclaredIndex(kind: node.macroName.text, node: node)
    }
  }
}
