extension KMLWriter {
  func writeLines(_ element: KMLElement) throws {
    log.leaveOut("sensor values in paths without times", count: sensorValueCount)
    let values = lineValues(element, nil)
    var cursor = SpooledPoints.Cursor(points)
    if segments.count > 1 { try output.write("<MultiGeometry>\n".utf8) }
    for (number, count) in segments.enumerated() {
      try output.write("<LineString>".utf8)
      try write(element.hasValues(ofSegment: number) ? lineValues(element, number) : values)
      guard count > 0 else {
        try output.write("</LineString>\n".utf8)
        continue
      }
      try output.write("<coordinates>\n".utf8)
      for _ in 0..<count {
        try cursor.advance()
        try writePosition(cursor.latitude, cursor.longitude, cursor.elevation, ",")
        output.put("\n")
      }
      try output.write("</coordinates></LineString>\n".utf8)
    }
    if segments.count > 1 { try output.write("</MultiGeometry>\n".utf8) }
  }

  /// Returns the elements that precede the coordinates of a line.
  ///
  /// - Parameter segment: The number of the line's segment, or nil for a segment without preserved
  ///   elements.
  private func lineValues(_ element: KMLElement, _ segment: Int?) -> String {
    let mode = element.altitudeMode(for: elevations, in: segment)
    var tessellate = element.geometryValues(["tessellate"], in: segment)
    // A line with the mode `absolute` does not follow the ground.
    if tessellate.isEmpty, elevations != .all, mode != KMLElement.absoluteMode {
      tessellate = Self.tessellation
    }
    return element.geometryValues(["extrude"], in: segment) + tessellate + mode
      + element.geometryValues(["gx:altitudeOffset"], in: segment)
      + element.geometryValues(["gx:drawOrder"], in: segment)
  }

  func writeTracks(_ element: KMLElement) throws {
    var times = SpooledValues<Double>.Cursor(points.times)
    var cursor = SpooledPoints.Cursor(points)
    var columns = KMLSensor.written.compactMap { entry in
      points.sensors[entry.sensor].map {
        (name: entry.name, cursor: SpooledValues<Double>.Cursor($0))
      }
    }
    usedSensors.formUnion(points.sensors.keys)
    for (name, column) in points.others.sorted(by: { $0.key < $1.key }) {
      columns.append((XMLText.escaped(name), SpooledValues<Double>.Cursor(column)))
      usedArrays.insert(name)
    }
    let interpolation = element.geometryValues(["gx:interpolate"])
    let isMultiple = segments.count > 1 || !interpolation.isEmpty
    if isMultiple { try output.write("<gx:MultiTrack>\(interpolation)\n".utf8) }
    for (number, count) in segments.enumerated() {
      try output.write("<gx:Track>".utf8)
      try write(element.altitudeMode(for: elevations, in: number))
      output.put("\n")
      // As in the schema of gx:Track, all times precede all positions.
      for _ in 0..<count {
        let time = try times.next() ?? .nan
        try output.reserve()
        if time.isNaN {
          output.put("<when/>\n")
          continue
        }
        output.put("<when>")
        output.put(time: time)
        output.put("</when>\n")
      }
      for _ in 0..<count {
        try cursor.advance()
        try output.reserve()
        output.put("<gx:coord>")
        try writePosition(cursor.latitude, cursor.longitude, cursor.elevation, " ")
        output.put("</gx:coord>\n")
      }
      if !columns.isEmpty { try writeSensors(&columns, count) }
      try output.write("</gx:Track>\n".utf8)
    }
    if isMultiple { try output.write("</gx:MultiTrack>\n".utf8) }
  }

  private func writeSensors(
    _ columns: inout [(name: String, cursor: SpooledValues<Double>.Cursor)], _ count: Int
  ) throws {
    try output.write("<ExtendedData><SchemaData schemaUrl=\"#sensors\">\n".utf8)
    for index in columns.indices {
      try output.write("<gx:SimpleArrayData name=\"\(columns[index].name)\">\n".utf8)
      for _ in 0..<count {
        let value = try columns[index].cursor.next() ?? .nan
        try output.reserve()
        if value.isNaN {
          output.put("<gx:value/>\n")
        } else {
          output.put("<gx:value>")
          try output.write(value, decimals: nil)
          output.put("</gx:value>\n")
        }
      }
      try output.write("</gx:SimpleArrayData>\n".utf8)
    }
    try output.write("</SchemaData></ExtendedData>\n".utf8)
  }

  @inline(__always)
  func writePosition(
    _ latitude: Double, _ longitude: Double, _ elevation: Double, _ separator: StaticString
  ) throws {
    try output.reserve()
    try output.write(longitude, decimals: nil)
    output.put(separator)
    try output.write(latitude, decimals: nil)
    guard elevation.isFinite else { return }
    output.put(separator)
    try output.write(elevation, decimals: nil)
  }
}
