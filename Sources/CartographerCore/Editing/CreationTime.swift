import CartographerModel
import Foundation
import SwiftData

/// The times at which items are made.
///
/// An import gives its items and its record one time that nothing else has, which is how the items
/// of an import are found again, in every version of the store.
enum CreationTime {
  /// A time at or after another that is of no import.
  static func next(after time: Date, in context: ModelContext) throws -> Date {
    var time = time
    while try isOfImport(time, context) { time += 0.001 }
    return time
  }

  /// A time at or after another at which nothing was made.
  static func unused(after time: Date, in context: ModelContext) throws -> Date {
    var time = time
    while try isOfImport(time, context) || isOfItem(time, context) { time += 0.001 }
    return time
  }

  private static func isOfImport(_ time: Date, _ context: ModelContext) throws -> Bool {
    try context.fetchCount(
      FetchDescriptor<ImportRecord>(predicate: #Predicate { $0.time == time })) > 0
  }

  private static func isOfItem(_ time: Date, _ context: ModelContext) throws -> Bool {
    let places = FetchDescriptor<Location>(predicate: #Predicate { $0.created == time })
    let paths = FetchDescriptor<Path>(predicate: #Predicate { $0.created == time })
    return try context.fetchCount(places) > 0 || context.fetchCount(paths) > 0
  }
}
