/// The elements of one geometry that are preserved as XML, such as its altitude mode.
struct KMLGeometryValues: Equatable {
  /// The preserved elements in file order, excluding the altitude mode `absolute` and
  /// `<tessellate>1</tessellate>`.
  private(set) var elements: [ForeignValue] = []
  /// The number of bytes in ``elements``, excluding an altitude mode copied from a MultiTrack.
  private(set) var byteCount = 0
  /// Whether the geometry has the element `<tessellate>1</tessellate>`.
  var isTessellated = false
  /// Whether altitudes are imported from the geometry although it is clamped to the ground.
  var hasGroundAltitude = false
  /// Whether the geometry has the altitude mode `absolute`.
  private var isAbsolute = false

  /// Adds an element to the preserved elements. A repeated element is added only once.
  mutating func keep(_ name: String, _ xml: String) {
    let value = ForeignValue(format: KMLCodec.id, name: name, value: xml)
    guard elements.last != value, elements.count > 64 || !elements.contains(value) else { return }
    elements.append(value)
    byteCount += xml.utf8.count
  }

  /// Sets the altitude mode to the text of an `altitudeMode` element.
  mutating func set(mode: String) {
    if mode == Self.absolute { isAbsolute = true } else { keepMode(mode) }
  }

  /// Copies the altitude mode of the enclosing MultiTrack, unless the geometry has its own mode.
  mutating func inheritMode(of outer: Self) {
    guard !isAbsolute, !hasMode else { return }
    isAbsolute = outer.isAbsolute
    // A hostile file could repeat a long text for many tracks.
    elements += outer.elements.filter { Self.isMode($0) && $0.value.utf8.count < 200 }
  }

  /// The elements of an item that consists of only this geometry. KML's default altitude mode,
  /// `clampToGround`, is included if altitudes were imported from a geometry without an altitude
  /// mode. Otherwise, an export would declare these altitudes as absolute.
  var itemElements: [ForeignValue] {
    hasGroundAltitude && !hasMode && !isAbsolute ? elements + modes : elements
  }

  /// Separates the elements shared by all segments of a path from those of individual segments.
  ///
  /// - Parameter values: The values of each segment.
  /// - Parameter keepsTessellation: Whether `<tessellate>1</tessellate>` is preserved.
  ///   If false, an export adds the element to every segment that does not have the altitude mode
  ///   `absolute`.
  /// - Returns: The elements of the whole path, and the elements of each segment, keyed by segment
  ///   number.
  static func divided(
    _ values: [Self], keepsTessellation: Bool
  ) -> (path: [ForeignValue], segments: [Int: [ForeignValue]]) {
    guard let first = values.first else { return ([], [:]) }
    guard values.contains(where: { $0 != first }) else {
      let tessellation = first.isTessellated && keepsTessellation ? [Self.tessellation] : []
      return (first.itemElements + tessellation, [:])
    }
    let modes = values.map(\.modes)
    let hasOneMode = !modes.contains { $0 != modes[0] }
    let lists = values.map { values in
      // In segments with different modes, each mode is stated, even `absolute`.
      let isTessellated =
        values.isTessellated
        && (keepsTessellation || !hasOneMode && values.modes == [Self.mode(Self.absolute)])
      return (hasOneMode ? [] : values.modes) + values.elements.filter { !isMode($0) }
        + (isTessellated ? [Self.tessellation] : [])
    }
    let shared = lists.dropFirst().reduce(Set(lists[0])) { $0.intersection($1) }
    let needsMode = values.contains { $0.itemElements.contains(where: isMode) }
    var segments: [Int: [ForeignValue]] = [:]
    for (number, list) in lists.enumerated() {
      let own = list.filter { !shared.contains($0) }
      if !own.isEmpty { segments[number] = own }
    }
    let path = lists[0].filter(shared.contains) + (hasOneMode && needsMode ? modes[0] : [])
    return (path, segments)
  }

  // MARK: Altitude modes

  /// The names of the elements that state an altitude mode.
  static let modeNames = ["altitudeMode", "gx:altitudeMode"]

  private static let absolute = "absolute"

  private static let tessellation = ForeignValue(
    format: KMLCodec.id, name: "tessellate", value: KMLWriter.tessellation)

  private static func isMode(_ element: ForeignValue) -> Bool { modeNames.contains(element.name) }

  /// Returns the element for an altitude mode.
  private static func mode(_ mode: String) -> ForeignValue {
    let name = mode.hasSuffix("SeaFloor") ? "gx:altitudeMode" : "altitudeMode"
    return ForeignValue(
      format: KMLCodec.id, name: name, value: "<\(name)>\(XMLText.escaped(mode))</\(name)>")
  }

  /// Whether an element states an altitude mode other than `absolute`.
  private var hasMode: Bool { elements.contains(where: Self.isMode) }

  /// The elements that state the altitude mode, including `absolute` and the default,
  /// `clampToGround`.
  private var modes: [ForeignValue] {
    if hasMode { return elements.filter(Self.isMode) }
    return [Self.mode(isAbsolute ? Self.absolute : "clampToGround")]
  }

  private mutating func keepMode(_ mode: String) {
    let element = Self.mode(mode)
    keep(element.name, element.value)
  }
}
