import Foundation
import Geodesy

extension Gazetteer {
  /// A search result: a town, and the spelling that matched the search text.
  public struct Match: Hashable, Sendable {
    public let town: Town
    public let spelling: String
    /// Whether the search text matches the whole spelling, not only the beginning of a word.
    public let isExact: Bool
    let score: Double
  }

  /// Finds the towns whose name, in any spelling, has a word that begins with the search text.
  /// Search text in a non-Latin script is also compared with the towns' names in that script.
  ///
  /// Exact matches come first, then spellings that begin with the search text, then all other
  /// matches. Among equally good matches, large and nearby towns come first. A population ten times
  /// as large has the same weight as a distance ten times as short.
  ///
  /// - Parameter text: The search text, already folded with `fold`.
  /// - Parameter coordinate: The position used to prefer nearby towns.
  ///   If nil, towns are ranked by size alone.
  /// - Parameter fold: A closure that folds a name for comparison, for example to lower case
  ///   without accents.
  /// - Complexity: O(*n*), where *n* is the total length of all names.
  ///   In practice, a search takes a few tens of milliseconds. The first search in a non-Latin
  ///   script takes longer, because it decodes the names in these scripts.
  public func matches(
    _ text: String, near coordinate: Coordinate?, limit: Int, fold: (String) -> String
  ) -> [Match] {
    guard !text.isEmpty, limit > 0 else { return [] }
    let wanted = Array(text.utf8)
    var found: [Match] = []
    let others = wanted[0] < 0x80 ? [:] : matchesInScripts(text, fold: fold)
    for index in 0..<count {
      var best = others[index]
      for spelling in spellings(of: index, thatMayMatch: wanted) {
        let folded = Array(fold(spelling).utf8)
        guard let rank = Self.rank(of: wanted, in: folded), rank < best?.rank ?? .max else {
          continue
        }
        best = (spelling, rank)
      }
      guard let best else { continue }
      let metres =
        coordinate.map {
          Geodesic.distanceMetres(
            latitude: $0.latitude, longitude: $0.longitude, toLatitude: latitudes[index],
            longitude: longitudes[index])
        } ?? 0
      let score =
        log10(Double(population(of: index)) + 100) - log10(1 + metres / 10_000)
        - 20 * Double(best.rank)
      found.append(
        Match(
          town: self[index], spelling: best.spelling, isExact: best.rank == 0, score: score))
    }
    return Array(
      found.sorted { ($1.score, $0.town.index) < ($0.score, $1.town.index) }.prefix(limit))
  }

  /// Returns each town's best-matching name in a non-Latin script.
  private func matchesInScripts(
    _ text: String, fold: (String) -> String
  ) -> [Int: (spelling: String, rank: Int)] {
    let wanted = Array(text.utf8)
    var found: [Int: (spelling: String, rank: Int)] = [:]
    scripts.forEach(containingLettersOf: text, fold: fold) { town, name in
      guard let rank = Self.rank(of: wanted, in: Array(fold(name).utf8)),
        rank < found[town]?.rank ?? .max
      else { return }
      found[town] = (name, rank)
    }
    return found
  }

  /// Returns the rank of a folded name as a match for the search text. The rank is 0 if the name
  /// equals the text, 1 if the name begins with the text, and 2 if only a later word of the name
  /// begins with the text. Returns nil if the name does not match.
  private static func rank(of wanted: [UInt8], in name: [UInt8]) -> Int? {
    if name == wanted { return 0 }
    if name.starts(with: wanted) { return 1 }
    var isStart = false
    for index in name.indices {
      if isStart, name[index...].starts(with: wanted) { return 2 }
      isStart = name[index] == UInt8(ascii: " ") || name[index] == UInt8(ascii: "-")
    }
    return nil
  }

  /// Returns those of a town's Latin spellings that might match the search text. A match is
  /// possible if a word begins with the text's first letter, or if the spelling contains a letter
  /// outside ASCII. If the search text is in a non-Latin script, a match is possible only if the
  /// spelling contains a non-Latin letter.
  ///
  /// Most spellings are omitted, so the caller folds only a few. Folding is slow.
  private func spellings(of index: Int, thatMayMatch wanted: [UInt8]) -> [String] {
    let (first, bar) = (wanted[0], UInt8(ascii: "|"))
    var found: [String] = []
    withLine(index) { line in
      var (start, mayMatch, isWordStart) = (0, false, true)
      for end in 0...line.count {
        let byte = end < line.count ? line[end] : bar
        if byte == bar {
          if mayMatch {
            let spelling = UnsafeBufferPointer(rebasing: line[start..<end])
            found.append(String(decoding: spelling, as: UTF8.self))
          }
          (start, mayMatch, isWordStart) = (end + 1, false, true)
        } else if byte >= 0x80 {
          // In UTF-8, letters of other scripts begin with a byte of at least 0xCD. Latin letters
          // and quotation marks can begin with 0xE1 and 0xE2.
          mayMatch = mayMatch || first < 0xCD || byte >= 0xCD && byte != 0xE1 && byte != 0xE2
        } else {
          let letter = byte | 0x20
          if isWordStart, byte == first || letter == first { mayMatch = true }
          isWordStart = !(0x61...0x7A).contains(letter) && !(0x30...0x39).contains(byte)
        }
      }
    }
    return found
  }
}
