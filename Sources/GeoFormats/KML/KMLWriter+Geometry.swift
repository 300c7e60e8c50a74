extension KMLWriter {
  func writeLines(_ element: KMLElement) throws {
    log.leaveOut("sensor values in paths without times", count: sensorValueCount)
    let mode = element.altitudeMode(for: elevations)
    let tessellate = element.geometryValues(["tessellate"])
    let values =
      element.geometryValues(["extrude"])
      + (tessellate.isEmpty && elevations != .all ? Self.tessellation : tessellate) + mode
      + element.geometryValues(["gx:altitudeOffset"]) + element.geometryValues(["gx:drawOrder"])
    var cursor = SpooledPoints.Cursor(points)
    if segments.count > 1 { try output.write("<MultiGeometry>\n".utf8) }
    for count in segments {
      try output.write("<LineString>".utf8)
      try write(values)
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

  func writeTracks(_ element: KMLElement) throws {
    let mode = element.altitudeMode(for: elevations)
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
    for count in segments {
      try output.write("<gx:Track>".utf8)
      try write(mode)
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
