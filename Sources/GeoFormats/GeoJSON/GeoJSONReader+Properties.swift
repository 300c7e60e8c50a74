extension GeoJSONReader {
  /// Reads the properties of a feature. The caller must already have read the `properties` key.
  func readProperties() throws {
    guard try json.next() == .objectStart else {
      if json.lastToken != .null { note(.properties) }
      try json.skipValue()
      return
    }
    while try json.nextKey() {
      if json.textIs("coordinateProperties") {
        if try json.next() == .objectStart {
          while try json.nextKey() { try readColumn(in: "coordinateProperties") }
        } else {
          try keepMember("coordinateProperties")
        }
      } else if json.textIs("coordTimes") || json.textIs("times") || json.textIs("heartRates")
        || json.textIs("coordinateTimes")
      {
        try readColumn(in: nil)
      } else {
        let name = json.string
        try readMember(name.hasPrefix("/") ? "/" + name : name)
      }
    }
  }

  /// Reads a member's value, and stores it for interpretation at the end of the feature.
  ///
  /// - Parameter geometry: The index of the member's geometry, or nil for a member of the feature.
  func readMember(_ name: String, of geometry: Int? = nil) throws {
    _ = try json.next()
    try keepMember(name, of: geometry)
  }

  /// Stores the value of a feature's member. The value begins with the current token. A null value
  /// is counted but not stored.
  func keepMember(_ name: String, of geometry: Int? = nil) throws {
    guard json.lastToken != .null else {
      note(.nullValue, "“\(Excerpt.of(name))”")
      return
    }
    let rest = feed.input.options.limits.preservedMarkup - feature.memberBytes
    let isString = json.lastToken == .string
    // Later, the position would be the end of the array or object.
    let isNested = json.lastToken == .arrayStart || json.lastToken == .objectStart
    let start = isNested && GeoJSONField(name) != nil ? json.place : nil
    let text = isString ? json.string : try json.valueText(limit: rest)
    // Each member takes memory even if its value is short.
    let size = 64 + (text?.utf8.count ?? 0) + name.utf8.count
    guard let text, size <= rest else {
      note(.longValue, "“\(Excerpt.of(name))”")
      return
    }
    feature.memberBytes += size
    let member = GeoJSONMember(
      name: name, json: isString ? nil : text, string: isString ? text : nil, geometry: geometry)
    feature.members.append(member)
    if let geometry { feature.geometries[geometry].hasMembers = true }
    storeUnreadableValue(member, at: start ?? json.place)
  }

  /// Reads an array that contains a value for each position in the feature. The caller must already
  /// have read the array's key.
  ///
  /// - Parameter parent: The name of the enclosing object, or nil for the feature's properties.
  private func readColumn(in parent: String?) throws {
    let name = json.string
    let path = parent.map { "\($0).\(name)" } ?? name
    let kind = GeoJSONColumn.Kind(name: name == "coordinateTimes" ? "times" : name)
    guard let kind, !feature.columns.contains(where: { $0.kind == kind }) else {
      try readMember(path)
      return
    }
    let column = GeoJSONColumn(kind)
    if try json.next() != .arrayStart {
      // A point has a value instead of an array.
      guard parent != nil else {
        try keepMember(path)
        return
      }
      try column.values.append(value(kind, path))
      feature.columns.append(column)
      return
    }
    var level = 1
    var startsLine = true
    while level > 0 {
      switch try json.next() {
      case .arrayStart:
        level += 1
        column.isNested = true
        startsLine = true
      case .arrayEnd: level -= 1
      default:
        var value = try value(kind, path)
        if startsLine { value.bits |= GeoJSONPosition.lineStart }
        startsLine = false
        try column.values.append(value)
      }
    }
    feature.columns.append(column)
  }

  /// Returns the current token as a time or sensor value.
  private func value(_ kind: GeoJSONColumn.Kind, _ path: String) throws -> GeoJSONValue {
    let missing = GeoJSONValue(value: .nan, bits: 0)
    guard json.lastToken != .null else { return missing }
    switch kind {
    case .time:
      return try time(path)
    case .sensor(let sensor):
      guard json.lastToken == .number || json.lastToken == .string,
        let start = json.bytes.baseAddress
      else {
        note(.arrayValue, path)
        try json.skipValue()
        return missing
      }
      let count = json.bytes.count
      let value = DecimalNumber.parse(start, count: count)
      if value.isNaN { note(.arrayValue, path) }
      var format = GeoPointFormat()
      if case .decimals(let decimals) = NumberForm(start, count: count, value: value),
        GeoPointFormat.admits(decimals: decimals, .sensor(sensor))
      {
        format[decimals: .sensor(sensor)] = decimals
      }
      return GeoJSONValue(value: value, bits: format.rawValue)
    }
  }

  private func time(_ path: String) throws -> GeoJSONValue {
    let missing = GeoJSONValue(value: .nan, bits: 0)
    if json.lastToken == .number, let time = GeoJSONTime.ofEpoch(json.number) {
      return GeoJSONValue(value: time, bits: 0)
    }
    guard json.lastToken == .string, let start = json.bytes.baseAddress else {
      note(.time, json.lastToken == .number ? Excerpt.of(json.bytes) : "in \(path)")
      try json.skipValue()
      return missing
    }
    let count = json.bytes.count
    guard let time = GeoJSONTime.parse(start, count: count) else {
      note(.time, "“\(Excerpt.of(json.bytes))”")
      return missing
    }
    if GeoPointFormat(rawValue: time.bits).zone == .none {
      note(.timeZone, "“\(Excerpt.of(json.bytes))”")
    }
    return time
  }
}
