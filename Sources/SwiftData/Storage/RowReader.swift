import Foundation

/// A reader that sets an object's properties from a table row. Column 0 is the row key, and column
/// *n* + 1 is property *n*.
///
/// The code that `@Model` generates calls the reader as follows:
///
/// ```swift
/// self._name = _Property.read(row, 0)
/// self._owner = _Property.slot(row, 1)
/// ```
public final class _RowReader {
  let statement: Statement
  let entity: EntityLayout
  /// The error for the first unreadable column among the rows read so far.
  private(set) var failure: SwiftDataError?
  /// Whether reading a column has failed since the last call to ``clearFailure()``.
  private var hasFailed = false

  init(_ statement: Statement, entity: EntityLayout) {
    self.statement = statement
    self.entity = entity
  }

  @usableFromInline
  func isNull(_ index: Int32) -> Bool { statement.isNull(index) }
  @usableFromInline
  func int64(_ index: Int32) -> Int64 { statement.int64(index) }
  @usableFromInline
  func double(_ index: Int32) -> Double { statement.double(index) }
  @usableFromInline
  func string(_ index: Int32) -> String { statement.string(index) }
  @usableFromInline
  func data(_ index: Int32) -> Data { statement.data(index) }

  /// Records that a column cannot be read, so that the fetch throws an error. During a migration, a
  /// placeholder may be unreadable until it is replaced.
  @usableFromInline
  func fail(_ reason: String, _ index: Int32) {
    guard !entity.unsetSlots.contains(Int(index) - 1) else { return }
    hasFailed = true
    guard failure == nil else { return }
    let property = entity.properties[Int(index) - 1].name
    failure = SwiftDataError(
      .invalidValue,
      """
      \(entity.name).\(property) of row \(statement.int64(0)) \(reason); \
      another version of the program wrote the value, or it was edited by hand.
      """,
      entity: entity.name, property: property)
  }

  /// Records that a constant property's value cannot be read.
  func failConstant(_ index: Int32) {
    fail("cannot be read", index)
    guard failure == nil else { return }
    let property = entity.properties[Int(index) - 1].name
    failure = SwiftDataError(
      .invalidValue,
      """
      \(entity.name).\(property) of row \(statement.int64(0)) has no value yet, and a migration cannot \
      set a constant property; declare the property with var.
      """,
      entity: entity.name, property: property)
  }

  /// Throws an error if the values of constant (`let`) properties cannot be read from the row. No
  /// object can then be created.
  @inline(__always)
  func checkConstants() throws {
    guard let reads = entity.readsConstants, !reads(self), let failure else { return }
    statement.reset()
    throw failure
  }

  /// Returns whether reading a column has failed since the previous call, and clears the failure.
  @usableFromInline
  func clearFailure() -> Bool {
    guard hasFailed else { return false }
    hasFailed = false
    return true
  }
}
