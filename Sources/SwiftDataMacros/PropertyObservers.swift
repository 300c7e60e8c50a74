import SwiftSyntax

/// The `willSet` and `didSet` that a stored property is declared with.
///
/// The accessors that `@Model` writes take their place, so the setter calls their bodies: an
/// assignment runs them, and a fetch does not. An initialiser calls the setter only for a property
/// that has an initial value already.
struct PropertyObservers {
  private let willSetObserver: AccessorDeclSyntax?
  private let didSetObserver: AccessorDeclSyntax?

  init(_ block: AccessorBlockSyntax?) {
    var list: AccessorDeclListSyntax = []
    if case .accessors(let accessors)? = block?.accessors { list = accessors }
    willSetObserver = list.first { $0.accessorSpecifier.tokenKind == .keyword(.willSet) }
    didSetObserver = list.first { $0.accessorSpecifier.tokenKind == .keyword(.didSet) }
  }

  var isEmpty: Bool { willSetObserver == nil && didSetObserver == nil }

  /// Returns the lines of a setter: the observers around the lines that store the value.
  func around(_ lines: [String], name: String, slot: Int) -> [String] {
    guard !isEmpty else { return lines }
    var before = ["let _$observes = _$state.beginObserving(\(slot))"]
    var after = ["if _$observes { _$state.endObserving(\(slot)) }"]
    if let observer = didSetObserver {
      // The former value of a relationship may have to be read, so only where it is used.
      if observer.uses(observer.constant ?? "oldValue") {
        before.append("let _$oldValue = self.\(name)")
      }
      after =
        function("_$didSet", observer, constant: "oldValue", value: "_$oldValue")
        + ["if _$observes { _$didSet() }"] + after
    }
    if let observer = willSetObserver {
      before += function("_$willSet", observer, constant: "newValue", value: "newValue")
      before.append("if _$observes { _$willSet() }")
    }
    return before + lines + after
  }

  /// Returns a local function with the body of an observer, in which `return` works as it does there.
  private func function(
    _ name: String, _ observer: AccessorDeclSyntax, constant: String, value: String
  ) -> [String] {
    let constant = observer.constant ?? constant
    let binding =
      constant != value && observer.uses(constant) ? ["  let \(constant) = \(value)"] : []
    return ["func \(name)() {"] + binding
      + [observer.body?.statements.description ?? "", "}"]
  }
}

extension AccessorDeclSyntax {
  /// The name that the observer gives the other value, if it does.
  fileprivate var constant: String? { parameters?.name.text }

  fileprivate func uses(_ name: String) -> Bool {
    body?.tokens(viewMode: .sourceAccurate).contains { $0.text == name } ?? false
  }
}
