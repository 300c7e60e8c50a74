extension WrittenAngle {
  /// Groups tokens into angles and returns the angles in order.
  ///
  /// An angle ends at a separator, or after the hemisphere letter that follows its numbers. An
  /// angle also ends before a token that can only begin the next angle: a sign, a letter, a label
  /// or a number in degrees.
  static func angles(
    in tokens: [CoordinateToken]
  ) throws(CoordinateParseError) -> [WrittenAngle] {
    var angles: [WrittenAngle] = []
    var current = WrittenAngle()
    func finish() {
      if !current.isEmpty { angles.append(current) }
      current = WrittenAngle()
    }
    for (index, token) in tokens.enumerated() {
      switch token {
      case .number(let digits):
        // A number with a degree sign begins an angle even without a separator, as in 45° 43′ 6°
        // 51′.
        let next = index + 1 < tokens.count ? tokens[index + 1] : nil
        if next == .mark(.degrees) { if !current.isEmpty { finish() } }
        current.add(digits)
      case .mark(let unit):
        guard current.mark(unit) else {
          throw CoordinateParseError(
            code: .unexpectedText,
            message: "a number is missing before a degree, minute or second sign")
        }
      case .sign(let isNegative):
        if !current.isEmpty { finish() }
        guard !current.hasMinus else {
          throw CoordinateParseError(
            code: .unexpectedText, message: "a number has two signs; enter only one")
        }
        current.hasMinus = isNegative
      case .hemisphere(let hemisphere):
        // A letter before the numbers begins an angle; a letter after them ends it.
        if current.isEmpty || current.hemisphere != nil {
          if !current.isEmpty { finish() }
          guard current.hemisphere == nil else {
            throw CoordinateParseError(
              code: .hemisphere, message: "a number has two hemisphere letters; enter only one",
              place: String(hemisphere.rawValue))
          }
          current.hemisphere = hemisphere
        } else {
          current.hemisphere = hemisphere
          finish()
        }
      case .label(let axis):
        if !current.isEmpty { finish() }
        current.label = axis
      case .separator:
        if !current.isEmpty { finish() }
      }
    }
    let isCutShort = current.isEmpty && (current.hemisphere != nil || current.hasMinus)
    guard !isCutShort else {
      throw CoordinateParseError(
        code: .numberCount, message: "a number is missing after the last sign or letter")
    }
    finish()
    return angles
  }
}
