import CartographerCore
import Foundation
import Geodesy

/// The items read from standard input if an argument is `-`. The items are separated by line breaks
/// or, in input that contains NUL characters, by NULs.
enum StandardInputItems {
  private static let entries = Result { try read() }

  /// Returns the IDs and names read from standard input, which is read only once.
  ///
  /// - Throws: ``Failure`` if standard input cannot be read.
  static func words() throws -> [String] { try entries.get().map(\.word) }

  /// The maximum number of unknown items listed in an error message.
  private static let told = 20

  private static func read() throws -> [(line: Int, word: String)] {
    let data = try StandardInput.read()
    let separator: UInt8 = data.contains(0) ? 0 : UInt8(ascii: "\n")
    let parts = data.split(separator: separator, omittingEmptySubsequences: false)
    return parts.enumerated().compactMap { index, part in
      let word = String(decoding: part, as: UTF8.self)
        .trimmingCharacters(in: .whitespacesAndNewlines)
      return word.isEmpty || word == "-" ? nil : (index + 1, word)
    }
  }

  /// Checks that arguments identify at least one item.
  ///
  /// - Parameter given: The arguments as the user typed them.
  /// - Parameter unfolded: The arguments, with the lines of standard input in place of `-`.
  /// - Throws: ``LibraryError`` `nothingToDo` if only `-` is given and standard input is empty.
  ///   Without this error, a command such as `export -` would export all items instead of none.
  static func require(_ given: [String], _ unfolded: [String]) throws {
    guard unfolded.isEmpty, !given.isEmpty else { return }
    throw LibraryError(
      .nothingToDo, "Standard input contains no items, so there is nothing to do.",
      remedy: "Enter one ID or name per line.")
  }

  /// Finds the items that the arguments identify, one for each word.
  ///
  /// - Parameter given: The arguments as the user typed them.
  /// - Parameter words: The arguments, with the lines of standard input in place of `-`.
  /// - Parameter find: A closure that returns the item for a word.
  /// - Throws: Any error thrown by the closure.
  ///   If several items are unknown, the error lists these items with their line numbers on
  ///   standard input.
  static func find(
    _ given: [String], _ words: [String], _ find: (String) throws -> ItemID
  ) throws -> [ItemID] {
    var ids: [ItemID] = []
    var unknown: [String] = []
    var first: LibraryError?
    for word in words {
      do {
        ids.append(try find(word))
      } catch let error as LibraryError where error.code == .notFound {
        unknown.append(word)
        first = first ?? error
      }
    }
    guard let first else { return ids }
    let isFromInput = given.contains("-")
    guard unknown.count > 1 || isFromInput else { throw first }
    var lines: [String: Int] = [:]
    if isFromInput {
      for entry in try entries.get().reversed() { lines[entry.word] = entry.line }
    }
    let list = unknown.map { word in
      "'\(word)'" + (lines[word].map { " (line \($0) of standard input)" } ?? "")
    }.shortList(told)
    throw LibraryError(
      .notFound,
      (unknown.count == 1 ? "There is no item with the ID or name " : "These items do not exist: ")
        + list + ".", remedy: first.remedy, ids: unknown.compactMap { ItemID($0) })
  }
}
