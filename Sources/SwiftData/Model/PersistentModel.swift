import Foundation
import Observation

/// A class whose objects can be saved in a store. The `@Model` macro generates the conformance.
///
/// ```swift
/// let entityNames = objects.map { $0.persistentModelID.entityName }
/// ```
public protocol PersistentModel: AnyObject, Observable, Hashable, Identifiable, SendableMetatype {
  static var schemaMetadata: [Schema.PropertyMetadata] { get }
  static var _$indexes: [any _IndexDeclaration] { get }
  /// The class's name in the previous schema version, or nil if `@Model` specifies no original
  /// name.
  static var _$originalName: String? { get }
  /// A function that tests whether a row contains readable values for the class's constant
  /// properties. Nil if reading them cannot fail.
  static var _$readsConstants: (@Sendable (_RowReader) -> Bool)? { get }
  var _$state: _ModelState { get }
  init(_$row row: _RowReader)
  func _$load(_ row: _RowReader)
  func _$encode(_ encoder: _RowEncoder)
  /// Passes the relationship with the property index `slot` to a visitor. If `slot` is -1, every
  /// relationship is passed.
  func _$visit(_ slot: Int, _ visitor: inout some _SlotVisitor)
  /// Captures the current values of all stored properties, and returns a closure that restores
  /// them.
  func _$keep() -> () -> Void
}

extension PersistentModel {
  /// The class's `#Unique` and `#Index` declarations. This default implementation returns none. For
  /// a class with such declarations, `@Model` generates another implementation.
  public static var _$indexes: [any _IndexDeclaration] { [] }

  public static var _$originalName: String? { nil }

  public static var _$readsConstants: (@Sendable (_RowReader) -> Bool)? { nil }

  /// The object's identifier. The identifier is temporary until the first save, which assigns a
  /// permanent identifier. A deleted object keeps its identifier.
  public var persistentModelID: PersistentIdentifier {
    _$state.representative.identifier(entityName: Schema.entityName(of: Self.self))
  }

  public var id: PersistentIdentifier { persistentModelID }

  /// The object's context. Nil before the object is inserted and after it is deleted.
  public var modelContext: ModelContext? { _$state.representative.context?.owner }

  /// Whether the object has unsaved changes.
  public var hasChanges: Bool {
    let state = _$state.representative
    return state.dirty != 0 || state.phase == .inserted
  }

  /// Whether the object was deleted or will be deleted by the next save.
  public var isDeleted: Bool {
    let state = _$state.representative
    return state.phase == .deleted || (state.phase == .stored && state.context?.isErased == true)
  }

  /// This object or, if an upsert replaced it, the inserted object that now represents its row.
  var representative: any PersistentModel {
    _$state.phase == .replaced ? _$state.successor ?? self : self
  }

  public static func == (lhs: Self, rhs: Self) -> Bool { lhs === rhs }

  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
