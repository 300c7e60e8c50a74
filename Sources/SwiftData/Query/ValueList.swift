import Foundation

/// A list of values that a predicate has captured, for translation to an SQL `IN` condition.
struct ValueList {
  /// The maximum number of values that are written directly into the SQL text. Longer lists of
  /// integers or strings are passed as a single JSON string.
  private static let longestInline = 50

  private var values: [_SQLValue] = []
  private var identifiers: [PersistentIdentifier] = []
  private var hasNil = false

  init(_ sequence: Any) throws(SwiftDataError) {
    guard let sequence = sequence as? any Sequence else {
      throw .unsupported("`contains` on a value of type \(type(of: sequence))")
    }
    for element in sequence.anyElements {
      guard let element = SQLFragment.unwrapped(element) else {
        hasNil = true
        continue
      }
      if let identifier = element as? PersistentIdentifier {
        identifiers.append(identifier)
      } else if let model = element as? any PersistentModel {
        identifiers.append(model.persistentModelID)
      } else if (element as? Double)?.isNaN ?? (element as? Float)?.isNaN ?? false {
        continue
      } else {
        values.append(try _SQLValue(captured: element))
      }
    }
  }

  /// Returns SQL that tests whether an expression's value is in the list. Nil matches if the list
  /// contains nil.
  func contains(
    _ element: SQLFragment, _ compiler: PredicateCompiler
  ) throws(SwiftDataError) -> SQLFragment {
    if let opaque = element.opaque { throw opaque.unsupported("compares") }
    if element.identifier != nil {
      throw .unsupported("`contains` with a captured identifier as its argument")
    }
    var tests: [SQLFragment] = []
    if !values.isEmpty, element.keyEntity == nil { tests.append("\(element) IN (\(membership))") }
    if let entity = element.keyEntity { tests += identifierTests(element, entity, compiler) }
    if element.null != .never { tests = tests.map { "ifnull(\($0), 0)" } }
    if hasNil, element.null.mayBeNil { tests.append(.negation(element.isPresent)) }
    var found = SQLFragment.anyOf(tests)
    found.failures = element.failures
    return found
  }

  private var membership: SQLFragment {
    if values.count > Self.longestInline, let (json, element) = Self.packed(values) {
      return "SELECT \(raw: element) FROM json_each(\(value: .text(json)))"
    }
    var list: SQLFragment = "\(value: values[0])"
    for value in values.dropFirst() { list = "\(list), \(value: value)" }
    return list
  }

  /// Returns SQL conditions that test whether an element is one of the listed persistent
  /// identifiers: one condition for each store, and one for unsaved objects.
  private func identifierTests(
    _ element: SQLFragment, _ entity: EntityLayout, _ compiler: PredicateCompiler
  ) -> [SQLFragment] {
    var keysOfStore: [String: [_SQLValue]] = [:]
    var unsaved: [_SQLValue] = []
    for identifier in identifiers where identifier.entityName == entity.name {
      if let key = compiler.unsavedKey(identifier, in: entity) { unsaved.append(.integer(key)) }
      guard let store = identifier.storeIdentifier else { continue }
      keysOfStore[store, default: []].append(.integer(identifier.key))
    }
    let tests: [SQLFragment] =
      unsaved.isEmpty
      ? []
      : ["\(element) IN (SELECT value FROM json_each(\(value: .text(Self.json(unsaved) ?? "[]"))))"]
    return tests
      + keysOfStore.sorted { $0.key < $1.key }.map { store, keys -> SQLFragment in
        """
        \(element) IN (SELECT k.value FROM "_sd_meta" AS m, json_each(\
        \(value: .text(Self.json(keys) ?? "[]"))) AS k \
        WHERE m."name" = 'store' AND m."value" = \(value: .text(store)))
        """
      }
  }

  /// Returns the values as JSON text, and the SQL expression that decodes an element. Returns nil
  /// if the values have different types.
  private static func packed(_ values: [_SQLValue]) -> (json: String, element: String)? {
    if let json = json(values) { return (json, "value") }
    var parts: [String] = []
    parts.reserveCapacity(values.count)
    var function: String?
    for value in values {
      let own: String
      switch value {
      case .real(let number):
        parts.append(String(Int64(bitPattern: number.bitPattern)))
        own = "_sd_real"
      case .blob(let data):
        parts.append("\"\(data.hexadecimal)\"")
        own = "_sd_blob"
      case .text(let text):
        parts.append("\"\(Data(text.utf8).hexadecimal)\"")
        own = "_sd_text"
      case .null, .integer: return nil
      }
      guard function == nil || function == own else { return nil }
      function = own
    }
    return function.map { ("[" + parts.joined(separator: ",") + "]", "\($0)(value)") }
  }

  /// Returns the values as a JSON array. Returns nil if JSON cannot represent them exactly.
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
