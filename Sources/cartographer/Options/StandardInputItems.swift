import CartographerCore
import Foundation

/// The items that the argument `-` stands for: the lines of standard input.
enum StandardInputItems {
  /// The IDs and names, one per line. Standard input is read only once.
  static let words = CoordinateWords.standardInputLines()
    .map { $0.trimmingCharacters(in: .whitespacesAndNewlines) }.filter { $0 != "-" }

  /// Checks that arguments identify at least one item.
  ///
  /// - Parameter given: The arguments as typed.
  /// - Parameter unfolded: The arguments with the lines of standard input.
  /// - Throws: ``LibraryError`` `nothingToDo` if `-` is the only argument and standard input is empty.
  ///   Without this error, a command such as `export -` would export all items instead of none.
  static func require(_ given: [String], _ unfolded: [String]) throws {
    guard unfolded.isEmpty, !given.isEmpty else { return }
    throw LibraryError(
      .nothingToDo, "Standard input contains no item, so there is nothing to do.",
      remedy: "Write one ID or name per line.")
  }
}
