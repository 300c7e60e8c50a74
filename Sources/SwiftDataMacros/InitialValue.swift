import SwiftSyntax

/// Helpers that infer a stored property's type from the source text of its initial value. The
/// helpers are used for properties without a type annotation.
extension ExprSyntax {
  /// The type of a literal, a date constant or an initializer call without arguments. Nil if only
  /// the compiler can infer the type.
  var spelledType: String? {
    if let sign = self.as(PrefixOperatorExprSyntax.self), sign.operator.text == "-" {
      let type = sign.expression.spelledType
      return type == "Int" || type == "Double" ? type : nil
    }
    if `is`(StringLiteralExprSyntax.self) { return "String" }
    if `is`(IntegerLiteralExprSyntax.self) { return "Int" }
    if `is`(FloatLiteralExprSyntax.self) { return "Double" }
    if `is`(BooleanLiteralExprSyntax.self) { return "Bool" }
    if let member = self.as(MemberAccessExprSyntax.self) {
      let isDate = ["Date", "Foundation.Date"].contains(member.base?.trimmedDescription)
      return isDate && dateConstants.contains(member.declName.baseName.text) ? "Date" : nil
    }
    guard let call = self.as(FunctionCallExprSyntax.self), call.arguments.isEmpty,
      call.trailingClosure == nil
    else { return nil }
    let type = call.calledExpression.trimmedDescription
    return StoredProperty.isPlainColumn(type) || call.calledExpression.isCollectionType
      ? type : nil
  }

  /// Whether the initial value is written as an array literal.
  var isListLiteral: Bool { `is`(ArrayExprSyntax.self) }

  /// Returns the type annotation that an error message suggests for an initial value that does not
  /// determine the type, such as `.town`, `nil` or `[]`. Returns nil for any other value.
  func proposedType(of name: String) -> String? {
    if `is`(NilLiteralExprSyntax.self) { return "String?" }
    if self.as(ArrayExprSyntax.self)?.elements.isEmpty == true { return "[String]" }
    if let dictionary = self.as(DictionaryExprSyntax.self), case .colon = dictionary.content {
      return "[String: String]"
    }
    guard let member = implicitMember else { return nil }
    return dateConstants.contains(member)
      ? "Date" : name.prefix(1).uppercased() + name.dropFirst()
  }

  /// The first name in an expression that begins with a dot, such as `town` in `.town`.
  private var implicitMember: String? {
    if let call = self.as(FunctionCallExprSyntax.self) {
      return call.calledExpression.implicitMember
    }
    guard let member = self.as(MemberAccessExprSyntax.self) else { return nil }
    return member.base == nil ? member.declName.baseName.text : member.base?.implicitMember
  }

  /// Whether the expression before the call's parentheses is a collection type, such as `[Element]`
  /// or `[Key: Value]`.
  private var isCollectionType: Bool {
    if let array = self.as(ArrayExprSyntax.self) { return array.elements.count == 1 }
    guard let dictionary = self.as(DictionaryExprSyntax.self),
      case .elements(let elements) = dictionary.content
    else { return false }
    return elements.count == 1
  }

  private var dateConstants: Set<String> { ["now", "distantPast", "distantFuture"] }
}
