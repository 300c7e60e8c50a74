import CExpat

/// Reads GPX 1.0 and 1.1 from a stream of bytes through expat.
enum GPXReader {
  private static let chunk = 64 * 1024
  /// The largest single tag, comment or attribute list, bytes.
  private static let tokenLimit = 16 << 20

  /// Reads a file to its end.
  ///
  /// - Parameters:
  ///   - head: The first bytes of the file, already taken from the source.
  ///   - source: The rest.
  /// - Throws: What the source, the sink or the progress closure throws, and
  ///   `CancellationError` when the task was cancelled. What is wrong in the file is in the
  ///   report.
  /// - Complexity: O(bytes) in time, O(1) in memory.
  static func read(
    head: [UInt8], source: any ByteSource, into sink: any GeoSink,
    progress: ((GeoProgress) throws -> Void)?
  ) throws -> GeoReadReport {
    let encoding = head.withUnsafeBytes { XMLEncoding(start: $0) }
    let parserName: String
    var table: [Int32] = []
    switch encoding.reading {
    case .builtIn(let name): parserName = name
    case .table(let name, let points): (parserName, table) = (name, points)
    case .unsupported: return refusal(of: encoding)
    }
    guard let parser = XML_ParserCreate(parserName) else {
      throw GeoFormatsError(code: .outOfMemory, message: "there is no memory for the XML parser")
    }
    defer { XML_ParserFree(parser) }
    let blanks = leadingBlanks(head)
    let state = UnsafeMutablePointer<GPXScan>.allocate(capacity: 1)
    state.initialize(
      to: GPXScan(
        parser: parser, sink: sink,
        linesBefore: head[..<blanks].count { $0 == UInt8(ascii: "\n") }))
    defer {
      state.pointee.text.deallocate()
      state.deinitialize(count: 1)
      state.deallocate()
    }
    state.pointee.report.encoding = encoding.name
    noteRepairs(encoding, blanks: blanks, state)
    installHandlers(parser, state)
    return try table.withUnsafeBufferPointer { points in
      XML_SetUnknownEncodingHandler(
        parser, fillEncoding, UnsafeMutableRawPointer(mutating: points.baseAddress))
      try parse(head[blanks...], source, state, total: source.byteCount, progress)
      return state.pointee.finish()
    }
  }

  private static func refusal(of encoding: XMLEncoding) -> GeoReadReport {
    let diagnostic = Diagnostic(
      line: 1, column: 1, code: .encodingUnsupported, action: .refused,
      message: "the encoding \(encoding.name) is not read; convert the file to UTF-8 first")
    var report = GeoReadReport()
    report.format = GeoFormat.gpx.id
    report.encoding = encoding.name
    report.refuse(diagnostic)
    return report
  }

  /// How many blanks stand before an XML declaration, where they are an error; else 0.
  private static func leadingBlanks(_ head: [UInt8]) -> Int {
    let start = head.firstIndex { $0 > UInt8(ascii: " ") } ?? 0
    return head[start...].starts(with: Array("<?xml".utf8)) ? start : 0
  }

  private static func noteRepairs(
    _ encoding: XMLEncoding, blanks: Int, _ state: UnsafeMutablePointer<GPXScan>
  ) {
    if let declared = encoding.contradicted {
      let shown = Array(declared.utf8).withUnsafeBufferPointer { Excerpt.of($0) }
      state.pointee.log.add(
        Diagnostic(
          line: 1, column: 1, element: "?xml", code: .encodingMismatch, action: .repaired,
          message: "the file says \(shown) but its bytes are \(encoding.name); read as that"))
    }
    if blanks > 0 {
      state.pointee.log.add(
        Diagnostic(
          line: 1, column: 1, element: "?xml", code: .xmlLeadingSpace, action: .repaired,
          message: "blanks before the XML declaration were passed over"))
    }
  }

  private static func installHandlers(_ parser: XML_Parser, _ state: UnsafeMutablePointer<GPXScan>)
  {
    XML_SetUserData(parser, state)
    XML_SetElementHandler(
      parser,
      { data, name, attributes in
        guard let data, let name, let attributes else { return }
        data.assumingMemoryBound(to: GPXScan.self).pointee.start(
          UnsafeRawPointer(name).assumingMemoryBound(to: UInt8.self), GPXAttributes(attributes))
      },
      { data, _ in
        data?.assumingMemoryBound(to: GPXScan.self).pointee.end()
      })
    XML_SetStartDoctypeDeclHandler(parser) { data, _, systemID, _, _ in
      guard let data, systemID != nil else { return }
      data.assumingMemoryBound(to: GPXScan.self).pointee.foundExternalDefinition()
    }
    XML_SetSkippedEntityHandler(parser) { data, name, _ in
      guard let data, let name else { return }
      data.assumingMemoryBound(to: GPXScan.self).pointee.foundForeignEntity(String(cString: name))
    }
    XML_SetExternalEntityRefHandlerArg(parser, state)
    XML_SetExternalEntityRefHandler(parser) { argument, context, _, _, _ in
      if let argument {
        UnsafeMutablePointer<GPXScan>(argument).pointee.foundForeignEntity(
          context.map { String(cString: $0) } ?? "")
      }
      return Int32(XML_STATUS_OK.rawValue)
    }
  }

  /// Fills expat's table for an encoding of one byte a character.
  private static let fillEncoding: XML_UnknownEncodingHandler = { table, _, information in
    guard let table, let information else { return Int32(XML_STATUS_ERROR.rawValue) }
    withUnsafeMutableBytes(of: &information.pointee.map) { map in
      map.copyMemory(from: UnsafeRawBufferPointer(start: table, count: map.count))
    }
    information.pointee.data = nil
    information.pointee.convert = nil
    information.pointee.release = nil
    return Int32(XML_STATUS_OK.rawValue)
  }

  private static func parse(
    _ head: ArraySlice<UInt8>, _ source: any ByteSource, _ state: UnsafeMutablePointer<GPXScan>,
    total: Int?, _ progress: ((GeoProgress) throws -> Void)?
  ) throws {
    let parser = state.pointee.parser
    var fed = head.count
    var status = head.withUnsafeBytes { bytes in
      XML_Parse(
        parser, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(bytes.count), 0)
    }
    var isFinal = false
    while true {
      if let failure = state.pointee.failure { throw failure }
      guard status == XML_STATUS_OK, !state.pointee.stopped else { break }
      try Task.checkCancellation()
      try progress?(GeoProgress(bytesRead: fed, bytesTotal: total))
      if isFinal { return }
      guard fed - Int(XML_GetCurrentByteIndex(parser)) <= tokenLimit else {
        state.pointee.stopAtHugeToken(limit: tokenLimit)
        return
      }
      guard let buffer = XML_GetBuffer(parser, Int32(chunk)) else {
        throw GeoFormatsError(code: .outOfMemory, message: "there is no memory for the XML parser")
      }
      let count = try source.read(
        into: UnsafeMutableRawBufferPointer(start: buffer, count: chunk))
      fed += count
      isFinal = count == 0
      status = XML_ParseBuffer(parser, Int32(count), isFinal ? 1 : 0)
    }
    if state.pointee.report.refusal == nil {
      state.pointee.stopAtError(XML_GetErrorCode(parser))
      if let failure = state.pointee.failure { throw failure }
    }
  }
}
