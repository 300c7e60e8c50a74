import SwiftSyntax
import SwiftSyntaxMacros

/// `#Unique` and `#Index`: read by `@Model` from the class they stand in, they add nothing
/// themselves.
struct IndexMarkerMacro: DeclarationMacro {
  static func expansion(
    of node: some FreestandingMacroExpansionSyntax, in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] { [] }
}

/// A `#Unique` or `#Index` in a class.
struct DeclaredIndex {
  /// `Unique` or `Index`.
  let kind: String
  let node: MacroExpansionDeclSyntax

  var arguments: LabeledExprListSyntax { node.arguments }

  /// The model it names between angle brackets, as written.
  var model: String? { node.genericArgumentClause?.arguments.first?.argument.trimmedDescription }

  /// The expressions in each list; nil for an argument that is no literal list.
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
  /// The names after the root, as `name` in `\.name` and `\Stop.name`.
  var names: [String] {
    components.map { $0.component.trimmedDescription.filter { $0 != "`" } }
  }
}

extension DeclGroupSyntax {
  /// Every `#Unique` and `#Index`, in source order.
  var declaredIndexes: [DeclaredIndex] {
    memberBlock.members.compactMap { member in
      guard let node = member.decl.as(MacroExpansionDeclSyntax.self),
        ["Unique", "Index"].contains(node.macroName.text)
      else { return nil }
      return DeclaredIndex(kind: node.macroName.text, node: node)
    }
  }
}
