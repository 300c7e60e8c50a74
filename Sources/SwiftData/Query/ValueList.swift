import Foundation

/// The values of a captured list, for `IN`.
struct ValueList {
  /// Longer lists of integers or texts go to SQL as one JSON text.
  private static let longestInline = 50

  private var values: [_SQLValue] = []
  private var identifiers: [PersistentIdentifier] = []
  private var hasNil = false

  init(_ sequence: Any) throws(SwiftDataError) {
    guard let sequence = sequence as? any Sequence else {
      throw .unsupported("contains on \(type(of: sequence))")
    }
    for element in sequence.anyElements {
      guard let element = SQLFragment.unwrapped(element) else {
        hasNil = true
        continue
      }
      if let identifier = element as? PersistentIdentifier {
        identifiers.append(identifier)
      } else {
        values.append(try _SQLValue(captured: element))
      }
    }
  }

  /// Whether an expression's value is in the list; nil is where the list has nil.
  func contains(
    _ element: SQLFragment, _ compiler: PredicateCompiler
  ) throws(SwiftDataError) -> SQLFragment {
    if let type = element.opaqueType { throw .unsupported("a comparison of \(type)") }
    if element.identifier != nil { throw .unsupported("contains of a captured identifier") }
    var tests: [SQLFragment] = []
    if !values.isEmpty { tests.append("\(element) IN (\(membership))") }
    if let entity = element.keyEntity { tests += identifierTests(element, entity) }
    if tests.isEmpty, !hasNil { return "0" }
    if element.null == .failure {
      let test = tests.first ?? "0"
      return ("(\(Self.alternatives([test] + tests.dropFirst())))" as SQLFragment)
        .with(null: .failure)
    }
    if element.null != .never { tests = tests.map { "ifnull(\($0), 0)" } }
    if hasNil { tests.append("\(element) IS NULL") }
    return "(\(Self.alternatives(tests)))"
  }

  private static func alternatives(_ tests: [SQLFragment]) -> SQLFragment {
    var all = tests[0]
    for test in tests.dropFirst() { all = "\(all) OR \(test)" }
    return all
  }

  private var membership: SQLFragment {
    if values.count > Self.longestInline, let json = Self.json(values) {
      return "SELECT value FROM json_each(\(value: .text(json)))"
    }
    var list: SQLFragment = "\(value: values[0])"
    for value in values.dropFirst() { list = "\(list), \(value: value)" }
    return list
  }

  /// The identifiers of an entity, a test for each store they come from.
  private func identifierTests(_ element: SQLFragment, _ entity: EntityLayout) -> [SQLFragment] {
    var keysOfStore: [String: [_SQLValue]] = [:]
    for identifier in identifiers where identifier.entityName == entity.name {
      guard let store = identifier.storeIdentifier else { continue }
      keysOfStore[store, default: []].append(.integer(identifier.key))
    }
    return keysOfStore.sorted { $0.key < $1.key }.map { store, keys in
      """
      \(element) IN (SELECT k.value FROM "_sd_meta" AS m, json_each(\
      \(value: .text(Self.json(keys) ?? "[]"))) AS k \
      WHERE m."name" = 'store' AND m."value" = \(value: .text(store)))
      """
    }
  }

  /// The values as a JSON array; nil where JSON would not keep them exactly.
  private static func json(_ values: [_SQLValue]) -> String? {
    var parts: [String] = []
    parts.reserveCapacity(values.count)
    for value in values {
      switch value {
      case .integer(let number): parts.append(String(number))
      case .text(let text):
        guard !text.utf8.contains(0), let part = try? JSONColumn.text(text) else { return nil }
        parts.append(part)
      case .null, .real, .blob: return nil
      }
    }
    return "[" + parts.joined(separator: ",") + "]"
  }
}

extension Sequence {
  fileprivate var anyElements: [Any] { map { $0 as Any } }
}
