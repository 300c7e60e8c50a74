import SwiftSyntax

/// The `willSet` and `didSet` observers declared on a stored property.
///
/// The accessors that `@Model` generates replace the declared observers, so the generated setter
/// contains the observers' bodies. Therefore an assignment runs the observers, but a fetch does
/// not. An initializer calls the setter only if the property has an initial value.
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

  /// Returns a setter's lines that store the value, surrounded by the code that runs the observers.
  func around(_ lines: [String], name: String, slot: Int) -> [String] {
    guard !isEmpty else { return lines }
    var before = ["let _$observes = _$state.beginObserving(\(slot))"]
    var after = ["if _$observes { _$state.endObserving(\(slot)) }"]
    if let observer = didSetObserver {
      // Reading the former value of a relationship may query the store, so it is read only if it is
      // used.
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

  /// Returns the source of a local function that contains an observer's body, so that a `return` in
  /// the body leaves only the observer.
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
  /// The name that the observer declares for the new or old value, or nil if the observer uses the
  /// default name `newValue` or `oldValue`.
  fileprivate var constant: String? { parameters?.name.text }

  fileprivate func uses(_ name: String) -> Bool {
    body?.tokens(viewMode: .sourceAccurate).contains { $0.text == name } ?? false
  }
}
