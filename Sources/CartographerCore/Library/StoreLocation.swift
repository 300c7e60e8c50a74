import Foundation

/// Where a library is kept.
package enum StoreLocation: Sendable, Equatable {
  case file(URL)
  /// Nowhere: it is gone when the program ends.
  case memory

  /// The store's file; nil in memory.
  package var url: URL? {
    if case .file(let url) = self { url } else { nil }
  }
}
