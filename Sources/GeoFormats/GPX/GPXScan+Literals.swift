import CExpat
import Foundation

extension GPXScan {
  /// Begins an element that is preserved as markup.
  ///
  /// Before calling this method, the caller must pass the element's namespace declarations to
  /// ``declare(_:depth:)``.
  mutating func startLiteral(_ kind: GPXName, _ tag: XMLTag, _ attributes: XMLAttributes) {
    if literal.sensor == nil { literal.start = levels[depth].markup.count }
    if !field.isOpen {
      literal.wasNeeded = levels[depth].isNeeded
      levels[depth].isNeeded = true
    }
    putStartTag(tag, attributes, isOutermost: true)
    literal.open.append(kind)
    checkFragment()
  }

  /// Begins an element inside a field or inside a preserved element.
  mutating func startInside(_ tag: XMLTag, _ attributes: XMLAttributes) {
    if literal.sensor != nil { dropSensor() }
    declare(attributes, depth: depth + literal.open.count + 1)
    let kind = GPXName(local: tag.local, length: tag.localLength)
    if !literal.isOpen {
      mixField()
      if kind.isPoint { reportStray(kind, parent: .other) }
      startLiteral(kind, tag, attributes)
      return
    }
    let parent = literal.open[literal.open.count - 1]
    if kind.isPoint {
      reportStray(kind, parent: parent)
    } else if kind == .segment, parent == .track {
      report.counts.segments += 1
    }
    closeTag()
    if context == .routePoint, !field.isOpen, tag.isLocal("rpt") { countShapingPoint() }
    if context.isPoint, !field.isOpen, literal.purpose != .link {
      beginSensor(tag, depth: literal.open.count)
    }
    putStartTag(tag, attributes, isOutermost: false)
    literal.open.append(kind)
    checkFragment()
  }

  /// Counts a shaping point inside the extensions of a route point.
  private mutating func countShapingPoint() {
    findings.addShapingPoint(first: findings.firstShapingPoint ?? position)
  }

  /// Adds a placeholder for a sensor's value to the preserved markup. Does nothing if the element
  /// contains no sensor value, or if the point already has a value for the sensor.
  ///
  /// - Parameter depth: The number of elements between the sensor's element and the point.
  mutating func beginSensor(_ tag: XMLTag, depth elements: Int) {
    guard
      let found = SensorName.sensor(
        tag.local, length: tag.localLength, depth: elements, kind: { resolve(tag) }),
      !point.has(found)
    else { return }
    literal.sensor = found
    literal.sensorStart = levels[depth].markup.count
    levels[depth].markup.put(PreservedMarkup.Mark.open)
    levels[depth].markup.put(GPXField.letter(of: found))
    text.clear()
  }

  /// Ends an element that is preserved as markup.
  mutating func endLiteral(_ name: UnsafePointer<UInt8>) {
    if literal.sensor == nil || !endSensor() {
      if literal.tagIsOpen {
        levels[depth].markup.put("/>")
        literal.tagIsOpen = false
      } else {
        levels[depth].markup.put("</")
        levels[depth].markup.put(name, count: XMLAttributes.length(name))
        levels[depth].markup.put(UInt8(ascii: ">"))
      }
    }
    literal.open.removeLast()
    if namespaces.deepest > depth + literal.open.count {
      namespaces.leave(depth: depth + literal.open.count + 1)
    }
    if !literal.isOpen { finishLiteral() }
  }

  /// Reads a sensor's value when the sensor's element ends. Text that is not a number is preserved.
  private mutating func endSensor() -> Bool {
    guard let found = literal.sensor else { return false }
    let value = DecimalNumber.parse(text.start, count: text.count)
    guard !value.isNaN else {
      dropSensor()
      closeTag()
      return false
    }
    literal.sensor = nil
    closeTag()
    point.set(found, value)
    switch NumberForm(text.start, count: text.count, value: value) {
    case .shortest: break
    case .decimals(let count) where GeoPointFormat.admits(decimals: count, .sensor(found)):
      point.format[decimals: .sensor(found)] = count
    default: levels[depth].markup.put(escaped: text.start, count: text.count)
    }
    levels[depth].markup.put(PreservedMarkup.Mark.close)
    return true
  }

  /// Preserves the current sensor element as markup instead of reading it as a value.
  mutating func dropSensor() {
    guard literal.sensor != nil else { return }
    literal.sensor = nil
    levels[depth].markup.remove(at: literal.sensorStart, count: 2)
    if text.count > 0 {
      closeTag()
      levels[depth].markup.put(escaped: text.start, count: text.count)
    }
  }

  /// Ends the outermost preserved element, and reads its value if it is a link or a field of the
  /// root element.
  private mutating func finishLiteral() {
    let captured = literal.purpose
    literal.purpose = .none
    if field.isOpen { return }
    switch captured {
    case .none: break
    case .link: readLink()
    case .extensions:
      if depth == 1 { levels[depth].childMark = levels[depth].markup.count }
    default: readRootField()
    }
  }

  /// Adds a start tag to the preserved markup. The final `>` or `/>` is added when it is known
  /// whether the element is empty.
  mutating func putStartTag(_ tag: XMLTag, _ attributes: XMLAttributes, isOutermost: Bool) {
    levels[depth].markup.put(UInt8(ascii: "<"))
    levels[depth].markup.put(tag.name, count: tag.length)
    if isOutermost, namespaces.hasInner { repeatBindings(unless: attributes) }
    literal.tagIsOpen = true
    if tag.prefixLength > 0 { _ = resolve(tag) }
    guard !attributes.isEmpty else { return }
    attributes.write(into: &levels[depth].markup)
    resolvePrefixes(of: attributes)
  }

  /// Copies the enclosing elements' namespace declarations to a preserved element's start tag.
  /// Reading stops if the copied declarations exceed the limit.
  mutating func repeatBindings(unless attributes: XMLAttributes) {
    let before = levels[depth].markup.count
    namespaces.repeatBindings(into: &levels[depth].markup, unless: attributes)
    bindingSizes.addRepeated(levels[depth].markup.count - before)
    let read = max(Int(XML_GetCurrentByteIndex(parser)), 0)
    if limits.preservedMarkup < .max, bindingSizes.repeated > limits.preservedMarkup,
      bindingSizes.repeated / 64 > read, !parsing.isStopped
    {
      limitFragment(of: "gpx")
    }
  }

  @inline(__always)
  mutating func closeTag() {
    guard literal.tagIsOpen else { return }
    levels[depth].markup.put(UInt8(ascii: ">"))
    literal.tagIsOpen = false
  }

  /// Reports a misplaced point and preserves it as markup.
  mutating func startStray(
    _ kind: GPXName, _ tag: XMLTag, _ attributes: XMLAttributes, parent: GPXName
  ) {
    reportStray(kind, parent: parent)
    leaveOut(kind, tag, attributes)
  }

  /// Preserves an element as markup instead of reading its values. The caller must already have
  /// reported a diagnostic about the element.
  mutating func leaveOut(_ kind: GPXName, _ tag: XMLTag, _ attributes: XMLAttributes) {
    declare(attributes, depth: depth + 1)
    startLiteral(kind, tag, attributes)
  }

  private mutating func reportStray(_ kind: GPXName, parent: GPXName) {
    if kind.requiredParent == parent {
      skip(kind)
      note(
        .pointOrphaned, .skipped, element: kind.text,
        "the \(kind.text) is inside a misplaced \(parent.text) and is preserved as XML")
    } else {
      report.counts.misplacedPoints += 1
      note(
        .pointMisplaced, .kept, element: kind.text,
        """
        a \(kind.text) must be in \(kind.requiredParent.text), not in \(parent.text); it is \
        preserved as XML
        """)
    }
  }

  /// Counts a skipped point.
  mutating func skip(_ kind: GPXName) {
    switch kind {
    case .waypoint: report.counts.skipped.waypoints += 1
    case .routePoint: report.counts.skipped.routePoints += 1
    case .trackPoint: report.counts.skipped.trackPoints += 1
    default: break
    }
  }
}
