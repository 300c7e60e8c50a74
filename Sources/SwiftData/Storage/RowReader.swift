import Foundation

/// The row being read into an object: column 0 is the key, column *n* + 1 is slot *n*.
public final class _RowReader {
  let statement: Statement
  let entity: EntityLayout
  /// The first column that could not be read, of all rows.
  private(set) var failure: SwiftDataError?
  /// Whether a column could not be read since this was last asked.
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

  /// Notes that a column cannot be read; the fetch then throws. A placeholder inside a migration
  /// may be unreadable until it is replaced.
  @usableFromInline
  func fail(_ reason: String, _ index: Int32) {
    guard !entity.unsetSlots.contains(Int(index) - 1) else { return }
    hasFailed = true
    guard failure == nil else { return }
    let property = entity.properties[Int(index) - 1].name
    failure = SwiftDataError(
      .invalidValue,
      "\(entity.name).\(property) of row \(statement.int64(0)) \(reason); "
        + "the value was written by another version or by hand.",
      entity: entity.name, property: property)
  }

  /// Notes that a constant has no value that can be read.
  func failConstant(_ index: Int32) {
    fail("cannot be read", index)
    guard failure == nil else { return }
    let property = entity.properties[Int(index) - 1].name
    failure = SwiftDataError(
      .invalidValue,
      "\(entity.name).\(property) of row \(statement.int64(0)) has no value yet, and a constant "
        + "cannot be given one by a migration; make it a var.",
      entity: entity.name, property: property)
  }

  /// Refuses a row from which no object can be made, since one of its constants cannot be read.
  @inline(__always)
  func checkConstants() throws {
    guard let reads = entity.readsConstants, !reads(self), let failure else { return }
    statement.reset()
    throw failure
  }

  /// Whether a column could not be read since the last call.
  @usableFromInline
  func takeFailure() -> Bool {
    guard hasFailed else { return false }
    hasFailed = false
    return true
  }
}
