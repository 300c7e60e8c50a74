import Foundation
import Observation

/// A class whose objects are kept in a store. The `@Model` macro writes the conformance.
///
/// ```swift
/// func entityNames<T: PersistentModel>(of objects: [T]) -> [String] {
///   objects.map { $0.persistentModelID.entityName }
/// }
/// ```
public protocol PersistentModel: AnyObject, Observable, Hashable, Identifiable, SendableMetatype {
  static var schemaMetadata: [Schema.PropertyMetadata] { get }
  static var _$indexes: [any _IndexDeclaration] { get }
  /// The class's name in the previous version, or nil if `@Model` does not specify one.
  static var _$originalName: String? { get }
  /// The function that tests whether a row's constant properties can be read, or nil if the class
  /// has no constants that can fail.
  static var _$readsConstants: (@Sendable (_RowReader) -> Bool)? { get }
  var _$state: _ModelState { get }
  init(_$row row: _RowReader)
  func _$load(_ row: _RowReader)
  func _$encode(_ encoder: _RowEncoder)
  /// Visits the relationship in a slot, or all relationships if the slot is -1.
  func _$visit(_ slot: Int, _ visitor: inout some _SlotVisitor)
  /// Returns a closure that restores the current values of all stored properties.
  func _$keep() -> () -> Void
}

extension PersistentModel {
  /// The declarations of `#Unique` and `#Index`, written by `@Model` if the class has any.
  public static var _$indexes: [any _IndexDeclaration] { [] }

  public static var _$originalName: String? { nil }

  public static var _$readsConstants: (@Sendable (_RowReader) -> Bool)? { nil }

  /// The object's identifier. It is temporary until the first save, which assigns the permanent
  /// one. A deleted object keeps its identifier.
  public var persistentModelID: PersistentIdentifier {
    _$state.representative.identifier(entityName: Schema.entityName(of: Self.self))
  }

  public var id: PersistentIdentifier { persistentModelID }

  /// The object's context, or nil before its insertion and after its deletion.
  public var modelContext: ModelContext? { _$state.representative.context?.owner }

  /// Whether the object has unsaved changes.
  public var hasChanges: Bool {
    let state = _$state.representative
    return state.dirty != 0 || state.phase == .inserted
  }

  /// Whether the object was deleted, or will be by the next save.
  public var isDeleted: Bool {
    let state = _$state.representative
    return state.phase == .deleted || (state.phase == .stored && state.context?.isErased == true)
  }

  /// The object that represents this object's row: itself, or the object that took over the row.
  var representative: any PersistentModel {
    _$state.phase == .replaced ? _$state.successor ?? self : self
  }

  public static func == (lhs: Self, rhs: Self) -> Bool { lhs === rhs }

  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
