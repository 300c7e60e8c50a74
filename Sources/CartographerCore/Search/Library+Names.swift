import CartographerModel
import Foundation
import SwiftData

extension Library {
  /// The groups outside the trash that have a name, in the order of their ids.
  ///
  /// - Parameter name: Without regard to blanks around it, as names are stored.
  package func groups(named name: String) throws -> [ItemID] {
    try LibraryError.translating {
      let name = name.trimmingCharacters(in: .whitespacesAndNewlines)
      return try ModelContext(container).fetch(
        FetchDescriptor<AnnotationGroup>(
          predicate: #Predicate { $0.name == name && $0.trashed == nil })
      ).map(\.itemID).sorted()
    }
  }
}
