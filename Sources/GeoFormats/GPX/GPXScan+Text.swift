extension GPXScan {
  /// Processes text between tags: a field's value, preserved text, or text where the schema allows
  /// only elements.
  mutating func characters(_ source: UnsafePointer<UInt8>, count: Int) {
    guard !parsing.isStopped else { return }
    if field.isOpen, !literal.isOpen {
      append(source, count: count)
      if field.isMixed { levels[depth].markup.put(escaped: source, count: count) }
    } else if literal.sensor != nil {
      append(source, count: count)
    } else if literal.isOpen {
      closeTag()
      levels[depth].markup.put(escaped: source, count: count)
      checkFragment()
    } else if depth > 0 {
      strayCharacters(source, count: count)
    }
  }

  @inline(__always)
  private mutating func append(_ source: UnsafePointer<UInt8>, count: Int) {
    if !text.append(source, count: count) { limitText(of: field.kind.text) }
  }

  /// Preserves and reports text where the schema allows only elements. White space is ignored.
  private mutating func strayCharacters(_ source: UnsafePointer<UInt8>, count: Int) {
    if !stray.isInText {
      var index = 0
      while index < count, source[index] <= 32 { index &+= 1 }
      if index == count {
        _ = stray.blanks.append(source, count: count)
        return
      }
      stray.isInText = true
      levels[depth].isNeeded = true
      let parent = context.text
      note(.textStray, .kept, element: parent, "text was found between the elements of \(parent)")
      levels[depth].markup.put(escaped: stray.blanks.start, count: stray.blanks.count)
    }
    levels[depth].markup.put(escaped: source, count: count)
    checkFragment()
  }

  /// Resets the detection of stray text when a tag, comment or processing instruction begins.
  @inline(__always)
  mutating func endRun() {
    stray.blanks.clear()
    stray.isInText = false
  }

  /// Preserves a comment or processing instruction.
  ///
  /// - Parameter put: A closure that appends the markup of the comment or instruction to a buffer.
  mutating func aside(_ put: (inout MarkupBuffer) -> Void) {
    guard !parsing.isStopped, !document.isInDoctype else { return }
    endRun()
    if literal.sensor != nil { dropSensor() }
    if field.isOpen, !literal.isOpen { mixField() }
    closeTag()
    put(&levels[depth].markup)
    levels[depth].isNeeded = true
    checkFragment()
  }

  /// Stops reading if the current element's preserved markup exceeds the limit.
  @inline(__always)
  mutating func checkFragment() {
    if levels[depth].markup.count &+ levels[depth].valueBytes > limits.preservedMarkup,
      !parsing.isStopped
    {
      limitFragment(of: context.text)
    }
  }

  /// Adds a placeholder with the given letter to the innermost open element's preserved markup.
  @inline(__always)
  mutating func putHole(_ letter: UInt8) {
    levels[depth].markup.put(PreservedMarkup.Mark.open)
    levels[depth].markup.put(letter)
    levels[depth].markup.put(PreservedMarkup.Mark.close)
  }

  /// Adds a marker with the given letter and content to the innermost open element's preserved
  /// markup. Also records that the element's markup must be stored.
  mutating func putMark(_ letter: UInt8, _ content: [UInt8]) {
    levels[depth].isNeeded = true
    levels[depth].markup.put(PreservedMarkup.Mark.open)
    levels[depth].markup.put(letter)
    levels[depth].markup.put(content)
    levels[depth].markup.put(PreservedMarkup.Mark.close)
  }
}
