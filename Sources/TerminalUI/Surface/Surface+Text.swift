extension Surface {
  /// The surface's rows as text without trailing spaces, as used in golden files.
  package var lines: [String] {
    (0..<rows).map { row in
      let line = cells[(row * columns)..<((row + 1) * columns)].map(\.text).joined()
      return String(line.reversed().drop { $0 == " " }.reversed())
    }
  }

  /// The surface's rows as a single string, with a line break after each row.
  package var text: String { lines.map { $0 + "\n" }.joined() }

  /// The roles of the surface's cells as a text picture, with one letter per cell. The letter is in
  /// upper case if the cell is in reverse video.
  ///
  /// A blank cell appears as a space unless it is in reverse video.
  package var roleMap: [String] {
    (0..<rows).map { row in
      let letters = cells[(row * columns)..<((row + 1) * columns)].map { cell -> String in
        let isReversed = cell.style.attributes.contains(.reverse)
        if cell.text == " ", !isReversed { return " " }
        let letter = cell.style.role.mapLetter
        return isReversed ? letter.uppercased() : letter
      }
      return String(letters.joined().reversed().drop { $0 == " " }.reversed())
    }
  }
}

extension Role {
  /// The letter that represents the role in ``Surface/roleMap``.
  package var mapLetter: String {
    switch self {
    case .text: "."
    case .dim: "d"
    case .title: "t"
    case .header: "h"
    case .border: "b"
    case .borderFocused: "f"
    case .selection: "s"
    case .marked: "m"
    case .accent: "a"
    case .warning: "w"
    case .error: "e"
    case .success: "o"
    case .badge: "g"
    case .hint: "i"
    case .key: "k"
    case .match: "y"
    case .crosshair: "x"
    case .graticule: "r"
    case .water: "v"
    case .coast: "u"
    case .boundary: "n"
    case .region: "j"
    case .sea: "J"
    case .town: "z"
    case .ground(let ground): String(ground.rawValue)
    case .scale(let step): String(UnicodeScalar(UInt8(ascii: "A") + UInt8(clamping: step)))
    case .place: "l"
    case .pathSelected: "q"
    case .path: "p"
    case .custom: "c"
    }
  }
}
