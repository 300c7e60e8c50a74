/// The locale-independent widths of Unicode scalars, in columns.
///
/// Characters of the East Asian Width classes W and F (Unicode Standard Annex #11) and emoji with
/// default emoji presentation (UTS #51) take two columns. Ambiguous characters take one column.
enum CharacterWidth {
  /// Returns the width of a Unicode scalar in columns: 0 for a combining scalar, and otherwise 1 or
  /// 2.
  static func columns(of scalar: Unicode.Scalar) -> Int {
    let value = scalar.value
    if value < 0x300 { return 1 }
    if isCombining(scalar) { return 0 }
    if value < 0x1100 { return 1 }
    return isWide(scalar) ? 2 : 1
  }

  static func isRegionalIndicator(_ scalar: Unicode.Scalar) -> Bool {
    (0x1F1E6...0x1F1FF).contains(scalar.value)
  }

  static func isCombining(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x1160...0x11FF, 0xD7B0...0xD7FF: true
    case 0x200D: true
    default:
      switch scalar.properties.generalCategory {
      case .nonspacingMark, .enclosingMark: true
      default: false
      }
    }
  }

  private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97C,
      0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19,
      0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18DFF, 0x1AFF0...0x1B2FF,
      0x1F200...0x1F202, 0x1F210...0x1F23B, 0x1F240...0x1F248, 0x1F250...0x1F251, 0x1F260...0x1F265,
      0x20000...0x3FFFD:
      true
    case 0x1F1E6...0x1F1FF: false
    default: scalar.properties.isEmojiPresentation
    }
  }
}
