import Foundation

extension PredicateExpressions.NilLiteral: SQLTranslatable {
  func fragment(_ compiler: PredicateCompiler) -> SQLFragment {
    SQLFragment("NULL", null: .isNil)
  }
}

extension SQLFragment {
  /// Creates SQL for a value captured by a predicate.
  init(captured value: Any) throws(SwiftDataError) {
    guard let value = Self.unwrapped(value) else {
      self.init("NULL", null: .isNil)
      return
    }
    if let identifier = value as? PersistentIdentifier {
      self.init("0")
      self.identifier = identifier
    } else if let model = value as? any PersistentModel {
      self.init("0")
      self.identifier = model.persistentModelID
    } else if (value as? Double)?.isNaN ?? (value as? Float)?.isNaN ?? false {
      self.init("NULL", null: .notANumber)
    } else {
      let marker = value is Decimal ? DecimalColumn.ordered("?") : "?"
      self.init(marker, [try _SQLValue(captured: value)])
    }
  }

  /// Unwraps a value from any number of nested optionals, or returns nil if there is no value.
  static func unwrapped(_ value: Any) -> Any? {
    guard let optional = value as? any OptionalValue else { return value }
    return optional.anyValue.flatMap(unwrapped)
  }
}

extension _SQLValue {
  /// Converts a value captured by a predicate to the form in which a column stores it.
  init(captured value: Any) throws(SwiftDataError) {
    do {
      if let value = value as? any _ColumnValue {
        self = try value._encoded()
      } else if let value = value as? any RawRepresentable,
        let raw = value.rawValue as? any _ColumnValue
      {
        self = try raw._encoded()
      } else if let value = value as? Decimal {
        self = .text(try JSONColumn.text(value))
      } else {
        throw SwiftDataError.unsupported("a value of type \(type(of: value))")
      }
    } catch let error as SwiftDataError {
      throw error
    } catch {
      throw .unsupported("\(value) (\(error))")
    }
  }
}

extension OptionalValue {
  fileprivate var anyValue: Any? {
    guard let value = self as? any CapturedOptional else { return nil }
    return value.captured
  }
}

private protocol CapturedOptional {
  var captured: Any? { get }
}

extension Optional: CapturedOptional {
  var captured: Any? { self }
}
