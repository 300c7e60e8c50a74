import Foundation
import Synchronization

/// The towns' names in non-Latin scripts. The names are decompressed during the first search.
final class ScriptNames: Sendable {
  private struct Decoded {
    /// The names as UTF-16 text. Each line contains the names of a town in one script, separated by
    /// `|`.
    let text: [UInt16]
    /// The index of the town to which each line of the text belongs.
    let towns: [Int]
    /// The distinct UTF-16 code units in the text, except surrogates.
    let units: [UInt16]
  }

  private let file: BaseMapFile
  private let decoded = Mutex(Decoded?.none)

  private static let newline = UInt16(UInt8(ascii: "\n"))
  private static let bar = UInt16(UInt8(ascii: "|"))
  /// The maximum size of the decompressed names, in bytes. Larger data is rejected.
  private static let largestText = 8 << 20

  /// Creates the list of names after verifying the checksums of the compressed data. Returns nil if
  /// the data are damaged.
  init?(_ file: BaseMapFile) {
    for entry in file.gazetteerIndex.names {
      guard file.bytes(entry[0]..<entry[0] + entry[1], Zlib.checksum) == entry[2] else {
        return nil
      }
    }
    self.file = file
  }

  /// Calls a closure for each name that contains all letters of a folded text, passing the town's
  /// index and the name. The first call decompresses the names, which takes a few tens of
  /// milliseconds.
  ///
  /// Most names lack at least one of the letters and are skipped, so the caller folds only a few
  /// names. Folding is slow.
  func forEach(
    containingLettersOf text: String, fold: (String) -> String, _ body: (Int, String) -> Void
  ) {
    let wanted = Array(Set(Self.letters(of: text)).prefix(UInt64.bitWidth))
    guard !wanted.isEmpty, let names = names() else { return }
    // Each bit represents a wanted letter. Surrogates may represent any letter.
    let every = UInt64.max >> UInt64(UInt64.bitWidth - wanted.count)
    var masks = [UInt64](repeating: 0, count: 1 << 16)
    for unit in names.units {
      for letter in Self.letters(of: fold(String(decoding: [unit], as: UTF16.self))) {
        if let index = wanted.firstIndex(of: letter) { masks[Int(unit)] |= 1 << UInt64(index) }
      }
    }
    for unit in 0xD800...0xDFFF { masks[unit] = every }
    var (line, start, mask) = (0, 0, UInt64(0))
    for index in 0...names.text.count {
      let unit = index < names.text.count ? names.text[index] : Self.newline
      guard unit == Self.newline || unit == Self.bar else {
        mask |= masks[Int(unit)]
        continue
      }
      if mask == every {
        body(names.towns[line], String(decoding: names.text[start..<index], as: UTF16.self))
      }
      if unit == Self.newline { line += 1 }
      (start, mask) = (index + 1, 0)
    }
  }

  /// Returns only the letters of a folded text, without digits, spaces and other characters.
  private static func letters(of text: String) -> [Unicode.Scalar] {
    text.unicodeScalars.filter {
      switch $0.properties.generalCategory {
      case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter: true
      default: false
      }
    }
  }

  /// Returns the decoded names of all towns. The first call decodes them. Returns nil if the data
  /// are damaged.
  private func names() -> Decoded? {
    decoded.withLock { decoded in
      if decoded == nil { decoded = decode() }
      return decoded
    }
  }

  private func decode() -> Decoded? {
    let columns = file.gazetteerIndex.names.compactMap { entry in
      file.bytes(entry[0]..<entry[0] + entry[1]) { XZ.decompressed($0, atMost: Self.largestText) }
    }
    guard columns.count == 2 else { return nil }
    let text = stride(from: 0, to: columns[0].count - 1, by: 2).map {
      UInt16(columns[0][$0]) | UInt16(columns[0][$0 + 1]) << 8
    }
    let count = text.count { $0 == Self.newline } + 1
    guard let towns = Gazetteer.sums(columns[1], count),
      towns.allSatisfy((0..<file.gazetteerIndex.count).contains)
    else { return nil }
    var isUsed = [Bool](repeating: false, count: 1 << 16)
    for unit in text { isUsed[Int(unit)] = true }
    let units = isUsed.indices.filter { isUsed[$0] && !(0xD800...0xDFFF).contains($0) }
    return Decoded(text: text, towns: towns, units: units.map(UInt16.init))
  }
}
