/// A converter that makes untrusted text printable. Visible symbols replace control characters and
/// hidden characters.
struct DisplaySanitiser {
  /// The maximum number of combining marks per character. A terminal cell cannot display more.
  static let markLimit = 4
  /// The maximum number of joiners in an emoji sequence. For example, the emoji for a family of
  /// five has four joiners.
  static let joinerLimit = 6

  private let scalars: [Unicode.Scalar]
  private let usesASCII: Bool
  private var result = ""
  private var marks = 0
  private var joiners = 0
  /// Whether a combining mark can combine with the preceding character.
  private var hasBase = false

  static func sanitised(_ text: String, glyphs: GlyphSet) -> String {
    var sanitiser = DisplaySanitiser(scalars: Array(text.unicodeScalars), glyphs: glyphs)
    return sanitiser.run()
  }

  private init(scalars: [Unicode.Scalar], glyphs: GlyphSet) {
    self.scalars = scalars
    usesASCII = glyphs == .ascii
  }

  private mutating func run() -> String {
    result.reserveCapacity(scalars.count * 2)
    for index in scalars.indices {
      let scalar = scalars[index]
      switch scalar.value {
      case 0x20..<0x7F: appendBase(scalar)
      case 0..<0xA0: appendControl(scalar, at: index)
      case 0x2028, 0x2029: appendLineBreak()
      case 0x200D: appendJoiner(at: index)
      case 0xFE00...0xFE0F, 0xE0100...0xE01EF: appendVariationSelector(scalar, at: index)
      default: appendOther(scalar)
      }
    }
    return result
  }

  private mutating func appendBase(_ scalar: Unicode.Scalar) {
    result.unicodeScalars.append(scalar)
    marks = 0
    hasBase = true
  }

  private mutating func appendOther(_ scalar: Unicode.Scalar) {
    if DisplaySanitiser.isHidden(scalar) {
      appendCode(scalar)
    } else if CharacterWidth.isCombining(scalar) {
      appendMark(scalar)
    } else {
      if !isJoined { joiners = 0 }
      appendBase(scalar)
    }
  }

  private var isJoined: Bool { result.unicodeScalars.last?.value == 0x200D }

  private mutating func appendMark(_ scalar: Unicode.Scalar) {
    if !hasBase {
      result += usesASCII ? "o" : "\u{25CC}"
      hasBase = true
    }
    guard marks < DisplaySanitiser.markLimit else { return }
    result.unicodeScalars.append(scalar)
    marks += 1
  }

  /// Appends a visible replacement for a control character: a control picture (C0 and DEL), the
  /// code point (C1), or one symbol for a line break.
  private mutating func appendControl(_ scalar: Unicode.Scalar, at index: Int) {
    switch scalar.value {
    case 0x0D where index + 1 < scalars.count && scalars[index + 1].value == 0x0A: return
    case 0x0A, 0x85: appendLineBreak()
    case 0x09: appendSign(usesASCII ? "^I" : "\u{2192}")
    case 0x7F: appendSign(usesASCII ? "^?" : "\u{2421}")
    case 0..<0x20:
      appendSign(
        usesASCII ? "^" + scalarText(scalar.value + 0x40) : scalarText(scalar.value + 0x2400))
    default: appendCode(scalar)
    }
  }

  private mutating func appendLineBreak() {
    appendSign(usesASCII ? "^J" : "\u{23CE}")
  }

  /// Appends a zero-width joiner if it is between two emoji. Otherwise, appends the joiner's code
  /// point as visible text.
  private mutating func appendJoiner(at index: Int) {
    let follows = index + 1 < scalars.count && scalars[index + 1].properties.isEmojiPresentation
    let followsSign =
      index + 1 < scalars.count && scalars[index + 1].value > 0xFF
      && scalars[index + 1].properties.isEmoji
    guard follows || followsSign, endsInEmoji, joiners < DisplaySanitiser.joinerLimit else {
      return appendCode(scalars[index])
    }
    result.unicodeScalars.append(scalars[index])
    joiners += 1
  }

  private var endsInEmoji: Bool {
    for scalar in result.unicodeScalars.reversed() {
      if scalar.value == 0xFE0F || scalar.properties.isEmojiModifier { continue }
      return scalar.value > 0xFF && scalar.properties.isEmoji
        && !CharacterWidth.isRegionalIndicator(scalar)
    }
    return false
  }

  /// Appends a variation selector if it follows an emoji, a keycap base or a Han character.
  /// Otherwise, appends the selector's code point as visible text.
  private mutating func appendVariationSelector(_ scalar: Unicode.Scalar, at index: Int) {
    guard index > 0, hasBase else { return appendCode(scalar) }
    let before = scalars[index - 1].properties
    let isKeycap =
      before.isEmoji && index + 1 < scalars.count && scalars[index + 1].value == 0x20E3
    let isEmoji = before.isEmoji && scalars[index - 1].value > 0x7F
    let choosesEmoji = scalar.value >= 0xFE0E && scalar.value <= 0xFE0F
    guard choosesEmoji ? isKeycap || isEmoji : before.isIdeographic else {
      return appendCode(scalar)
    }
    guard marks < DisplaySanitiser.markLimit else { return }
    result.unicodeScalars.append(scalar)
    marks += 1
  }

  private mutating func appendCode(_ scalar: Unicode.Scalar) {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    let padded = String(repeating: "0", count: max(4 - digits.count, 0)) + digits
    appendSign(usesASCII ? "<\(padded)>" : "\u{2039}\(padded)\u{203A}")
  }

  /// Appends a replacement symbol. Combining marks that follow do not combine with the symbol.
  private mutating func appendSign(_ sign: String) {
    result += sign
    marks = 0
    joiners = 0
    hasBase = false
  }

  private func scalarText(_ value: UInt32) -> String {
    Unicode.Scalar(value).map { String($0) } ?? ""
  }

  /// Returns whether a Unicode scalar is invisible, unassigned or for private use, or is a
  /// bidirectional control.
  private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180B...0x180F, 0x3164, 0xFFA0: return true
    case 0x0600...0x0605, 0x06DD, 0x070F, 0x0890, 0x0891, 0x08E2, 0x110BD, 0x110CD: return false
    default:
      switch scalar.properties.generalCategory {
      case .format, .control, .unassigned, .privateUse, .surrogate: return true
      default: return false
      }
    }
  }
}
