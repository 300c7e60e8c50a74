extension GPXScan {
  /// Handles text.
  mutating func characters(_ source: UnsafePointer<UInt8>, count: Int) {
    guard !stopped else { return }
    if field != .none, literals.isEmpty {
      append(source, count: count)
      if fieldIsMixed { levels[depth].markup.put(escaped: source, count: count) }
    } else if sensor != nil {
      append(source, count: count)
    } else if !literals.isEmpty {
      closeTag()
      levels[depth].markup.put(escaped: source, count: count)
      checkFragment()
    } else if depth > 0 {
      strayCharacters(source, count: count)
    }
  }

  @inline(__always)
  private mutating func append(_ source: UnsafePointer<UInt8>, count: Int) {
    if !text.append(source, count: count) { refuseText(of: field.text) }
  }

  /// Handles text where the schema allows elements only: white space is ignored, other text is
  /// preserved.
  private mutating func strayCharacters(_ source: UnsafePointer<UInt8>, count: Int) {
    if !isInText {
      var index = 0
      while index < count, source[index] <= 32 { index &+= 1 }
      if index == count {
        _ = blanks.append(source, count: count)
        return
      }
      isInText = true
      levels[depth].isNeeded = true
      let parent = context.text
      note(.textStray, .kept, element: parent, "there is text between the elements of \(parent)")
      levels[depth].markup.put(escaped: blanks.start, count: blanks.count)
    }
    levels[depth].markup.put(escaped: source, count: count)
    checkFragment()
  }

  /// Ends a run of text at a tag.
  @inline(__always)
  mutating func endRun() {
    blanks.clear()
    isInText = false
  }

  /// Handles a comment or processing instruction.
  ///
  /// - Parameter put: A closure that writes its markup.
  mutating func aside(_ put: (inout MarkupBuffer) -> Void) {
    guard !stopped, !inDoctype else { return }
    endRun()
    if sensor != nil { dropSensor() }
    if field != .none, literals.isEmpty { mixField() }
    closeTag()
    put(&levels[depth].markup)
    levels[depth].isNeeded = true
    checkFragment()
  }

  /// Refuses a file if the preserved markup of one element exceeds the limit.
  @inline(__always)
  mutating func checkFragment() {
    if levels[depth].markup.count &+ levels[depth].taken > limits.fragment, !stopped {
      refuseFragment(of: context.text)
    }
  }

  /// Writes a hole without text to the preserved markup of the innermost element.
  @inline(__always)
  mutating func putHole(_ letter: UInt8) {
    levels[depth].markup.put(KeptMark.open)
    levels[depth].markup.put(letter)
    levels[depth].markup.put(KeptMark.close)
  }

  /// Writes a mark with its content, which makes the preserved markup necessary.
  mutating func putMark(_ letter: UInt8, _ content: [UInt8]) {
    levels[depth].isNeeded = true
    levels[depth].markup.put(KeptMark.open)
    levels[depth].markup.put(letter)
    levels[depth].markup.put(content)
    levels[depth].markup.put(KeptMark.close)
  }
}
