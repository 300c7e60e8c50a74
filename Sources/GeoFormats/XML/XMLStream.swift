import CExpat
import Geodesy

/// A streaming XML parser, based on expat, that passes a document's elements and text to a handler.
///
/// The parser decodes the file's text, repairs invalid references and characters, and applies the
/// size limits. It reports repairs and other problems through a ``GeoFeed``. External entities and
/// external definitions are never loaded.
///
/// After ``parse(_:)``, a codec must pass the complete part of an unfinished item to the
/// ``GeoFeed``, call ``report(_:)`` with the damage, and finish the feed.
final class XMLStream {
  /// The damage or exceeded limit that stopped parsing before all elements were closed.
  struct Damage {
    let code: Diagnostic.Code
    let message: String
    let place: Diagnostic.Place

    init(code: Diagnostic.Code, message: String, place: Diagnostic.Place) {
      self.code = code
      self.message = message
      self.place = place
    }

    /// Creates a value that describes an exceeded limit.
    ///
    /// - Throws: `refusal` itself if its cause is not an exceeded limit.
    init(_ refusal: InputRefusal) throws {
      guard refusal.code.isLimit else { throw refusal }
      self.init(code: refusal.code, message: refusal.message, place: refusal.place)
    }
  }

  /// The number of open elements. During ``XMLStreamHandler/start(_:_:)`` and
  /// ``XMLStreamHandler/end(_:)``, it includes the element itself.
  private(set) var depth = 0
  private let input: GeoInput
  private let feed: GeoFeed
  private let encoding: XMLEncoding
  private let text: RepairedText
  private let parser: XML_Parser
  /// The mapping from positions in the parser's input to positions in the file.
  private var origin = XMLOrigin()
  /// The number of bytes that have been passed to expat.
  private var fed = 0
  /// The position in the parser's input after the last byte passed to the parser. Nil if nothing
  /// has been repaired yet.
  private var reached: XMLOrigin?
  /// The number of line endings in the runs of elements that the handler has read without expat.
  private var skippedLines = 0
  private var isInCDATASection = false
  private var handler: Unmanaged<XMLStreamHandler>?
  /// The error that stopped the parser, if any.
  private var failure: (any Error)?
  private var hasRoot = false

  /// Creates a parser for a file's content.
  init(_ input: GeoInput, _ feed: GeoFeed) throws {
    guard let parser = XML_ParserCreate("UTF-8") else {
      throw GeoFormatsError(code: .outOfMemory, message: "not enough memory for the XML parser")
    }
    self.parser = parser
    self.input = input
    self.feed = feed
    let head = try input.content.window(atLeast: FileSignature.headSize)
    encoding = XMLEncoding(start: head)
    text = RepairedText(encoding.text(of: input.content))
    feed.report.encoding = encoding.name
  }

  deinit {
    XML_ParserFree(parser)
  }

  // MARK: Parsing

  /// Reads the whole document, and passes its elements and text to a handler. Must be called once.
  ///
  /// - Returns: The damage that stopped parsing. Nil if the document is complete.
  /// - Throws: Any error thrown by the handler, the source or the progress closure.
  ///   An ``InputRefusal`` about a limit is returned as damage instead.
  func parse(_ handler: XMLStreamHandler) throws -> Damage? {
    self.handler = Unmanaged.passRetained(handler)
    defer {
      self.handler?.release()
      self.handler = nil
    }
    for diagnostic in encoding.diagnostics { feed.diagnose(diagnostic) }
    installHandlers()
    var status = try passFirst()
    while status == XML_STATUS_OK, failure == nil {
      try input.advance()
      let unfinished = fed - Int(XML_GetCurrentByteIndex(parser))
      guard unfinished <= input.options.limits.token else { return try Damage(tokenRefusal) }
      guard let next = try passNext(atLeast: unfinished / 2) else {
        status = XML_Parse(parser, nil, 0, 1)
        break
      }
      status = next
    }
    if let refusal = failure as? InputRefusal { return try Damage(refusal.located(at: place())) }
    if let failure { throw failure }
    return status == XML_STATUS_OK ? nil : try damage(XML_GetErrorCode(parser))
  }

  /// Returns the position of the current tag in the file.
  ///
  /// - Complexity: O(n), where n is the number of bytes since the previously requested position.
  func place(_ element: String? = nil) -> Diagnostic.Place {
    let (line, column) = parserPosition
    let place = origin.place(line: line, column: column)
    return Diagnostic.Place(line: place.line, column: place.column, element: element)
  }

  /// Reports the damage at which parsing stopped. Does nothing if the damage is nil. Must be called
  /// after all complete items were passed to the feed.
  ///
  /// - Throws: ``InputRefusal`` if nothing usable was read before the damage.
  func report(_ damage: Damage?) throws {
    guard let damage else { return }
    guard feed.report.counts.usable > 0 else {
      throw InputRefusal(code: damage.code, message: damage.message, place: damage.place)
    }
    feed.report.isComplete = false
    feed.diagnose(
      damage.code, .skipped, at: damage.place,
      damage.message
        + (damage.code.isLimit
          ? InputRefusal.readPartly : "; complete elements before this position were read"))
  }

  private var parserPosition: (line: Int, column: Int) {
    (
      Int(XML_GetCurrentLineNumber(parser)) + skippedLines,
      Int(XML_GetCurrentColumnNumber(parser)) + 1
    )
  }

  /// Passes the first piece of the text to expat, without any content before the markup.
  private func passFirst() throws -> XML_Status {
    let piece = try text.next()
    let start = XMLStart(piece)
    if let diagnostic = start.diagnostic {
      feed.diagnose(diagnostic)
      origin.advance(over: piece[..<start.skipped])
    }
    var repairs = text.repairs.filter { $0.offset >= start.skipped }
    for index in repairs.indices { repairs[index].offset -= start.skipped }
    let rest = UnsafeBufferPointer(rebasing: piece[start.skipped...])
    note(repairs, in: rest)
    return pass(rest)
  }

  /// Passes the next piece of the text to expat. For a long tag, several pieces are combined,
  /// because the parser rescans an incomplete tag with each piece.
  ///
  /// - Returns: The status of expat, or nil at the end of the text.
  private func passNext(atLeast wanted: Int) throws -> XML_Status? {
    var piece = try text.next()
    if !text.repairs.isEmpty { note(text.repairs, in: piece) }
    if piece.count >= wanted || piece.isEmpty { return piece.isEmpty ? nil : pass(piece) }
    var combined: [UInt8] = []
    while !piece.isEmpty, combined.count < wanted {
      combined += piece
      piece = try text.next()
      if !text.repairs.isEmpty { note(text.repairs, in: piece, after: combined) }
    }
    combined += piece
    return combined.withUnsafeBufferPointer { pass($0) }
  }

  /// Passes a piece of text to expat, except for runs of elements that the handler reads itself.
  private func pass(_ piece: UnsafeBufferPointer<UInt8>) -> XML_Status {
    reached?.advance(over: piece)
    var rest = piece
    while expectsRun, let start = Self.firstStartTag(rest) {
      let status = feed(UnsafeBufferPointer(rebasing: rest[..<start]))
      guard status == XML_STATUS_OK, failure == nil else { return status }
      rest = UnsafeBufferPointer(rebasing: rest[start...])
      let count = readRun(rest)
      guard count > 0 else { break }
      rest = UnsafeBufferPointer(rebasing: rest[count...])
    }
    return failure == nil ? feed(rest) : XML_STATUS_OK
  }

  /// Passes text to expat.
  private func feed(_ piece: UnsafeBufferPointer<UInt8>) -> XML_Status {
    guard !piece.isEmpty else { return XML_STATUS_OK }
    fed += piece.count
    return piece.withMemoryRebound(to: CChar.self) {
      XML_Parse(parser, $0.baseAddress, Int32(truncatingIfNeeded: $0.count), 0)
    }
  }

  // MARK: Runs

  private var expectsRun: Bool { handler?._withUnsafeGuaranteedRef { $0.expectsRun } ?? false }

  private static func firstStartTag(_ text: UnsafeBufferPointer<UInt8>) -> Int? {
    text.indices.dropLast().first {
      text[$0] == UInt8(ascii: "<") && text[$0 + 1] != UInt8(ascii: "/")
    }
  }

  /// Lets the handler read a run of elements directly, without expat. The run starts at the first
  /// byte that has not been passed to expat.
  ///
  /// - Returns: The number of bytes read. It is 0 if the parser is inside a token.
  private func readRun(_ text: UnsafeBufferPointer<UInt8>) -> Int {
    // The parser has consumed all text unless it is waiting for the end of a tag, comment or
    // similar construct.
    guard expectsRun, !isInCDATASection, Int(XML_GetCurrentByteIndex(parser)) == fed else {
      return 0
    }
    do {
      let count = try handler?._withUnsafeGuaranteedRef { try $0.readRun(text) } ?? 0
      // The run is followed by a line end, so the parser's column is valid again from the next line
      // on.
      for byte in text[..<count] where byte == UInt8(ascii: "\n") { skippedLines += 1 }
      return count
    } catch {
      failure = error
      return 0
    }
  }

  // MARK: Callbacks

  fileprivate func started(_ name: UnsafePointer<CChar>, _ attributes: XMLAttributes) {
    guard failure == nil else { return }
    hasRoot = true
    depth &+= 1
    guard depth <= input.options.limits.depth else { return stop(depthRefusal) }
    do {
      try handler?._withUnsafeGuaranteedRef { try $0.start(Self.tag(name), attributes) }
    } catch {
      stop(error)
    }
  }

  fileprivate func ended(_ name: UnsafePointer<CChar>) {
    guard failure == nil else { return }
    do {
      try handler?._withUnsafeGuaranteedRef { try $0.end(Self.tag(name)) }
    } catch {
      stop(error)
    }
    depth &-= 1
  }

  fileprivate func received(_ piece: UnsafeBufferPointer<UInt8>) {
    guard failure == nil else { return }
    do {
      try handler?._withUnsafeGuaranteedRef { try $0.text(piece) }
    } catch {
      stop(error)
    }
  }

  fileprivate func foundDefinition() {
    feed.diagnose(
      .dtdExternal, .skipped, at: place("!DOCTYPE"),
      "the file refers to an external document type definition, which is never loaded")
  }

  fileprivate func foundEntity(_ name: String) {
    feed.diagnose(
      .dtdEntitySkipped, .skipped, at: place(),
      "the entity &\(Excerpt.of(name)); is external or undefined; it was skipped")
  }

  @inline(__always)
  private static func tag(_ name: UnsafePointer<CChar>) -> XMLTag {
    let bytes = UnsafeRawPointer(name).assumingMemoryBound(to: UInt8.self)
    return XMLTag(bytes, length: XMLAttributes.length(bytes))
  }

  private func stop(_ error: any Error) {
    failure = error
    XML_StopParser(parser, 0)
  }

  // MARK: Damage and limits

  private func damage(_ error: XML_Error) throws -> Damage? {
    if error == XML_ERROR_AMPLIFICATION_LIMIT_BREACH {
      return Damage(
        code: .dtdAmplification, message: "the file's XML entities expand beyond the limit",
        place: place())
    }
    if hasRoot, depth == 0 {
      feed.diagnose(
        .xmlTrailingContent, .skipped, at: place(),
        "content after the end of the document was skipped")
      return nil
    }
    switch error {
    case XML_ERROR_NO_ELEMENTS, XML_ERROR_UNCLOSED_TOKEN, XML_ERROR_PARTIAL_CHAR,
      XML_ERROR_UNCLOSED_CDATA_SECTION:
      if let problem = input.unpacking.problem {
        return Damage(code: problem.code, message: problem.message, place: place())
      }
      let end = InputPosition(input.content.consumed, of: input.byteCount)
      return Damage(
        code: .xmlTruncated, message: "the file ends at \(end), before its last element is closed",
        place: place())
    default:
      let reason = XML_ErrorString(error).map { String(cString: $0) } ?? "unknown error"
      let unread = fed - Int(XML_GetCurrentByteIndex(parser))
      let stop = InputPosition(input.content.consumed - unread, of: input.byteCount)
      let share = stop.share.map { ", \($0)" } ?? ""
      return Damage(
        code: .xmlMalformed, message: "the XML is malformed: \(reason)\(share)", place: place())
    }
  }

  private var tokenRefusal: InputRefusal {
    InputRefusal(
      code: .limitToken,
      message: """
        a single tag or comment is longer than \(Numbers.grouped(input.options.limits.token)) bytes
        """, place: place())
  }

  private var depthRefusal: InputRefusal {
    InputRefusal(
      code: .limitDepth,
      message: """
        elements are nested more than \(Numbers.grouped(input.options.limits.depth)) levels deep
        """, place: place())
  }

  // MARK: Repairs

  /// Reports the repairs in a piece of text that has not been passed to expat yet.
  ///
  /// - Parameter before: The bytes before the piece, which expat has not received yet either.
  private func note(
    _ repairs: [RepairedText.Repair], in piece: UnsafeBufferPointer<UInt8>,
    after before: [UInt8] = []
  ) {
    guard !repairs.isEmpty else { return }
    var place = positionOfNext()
    place.advance(over: before)
    var rest = piece[...]
    var offset = 0
    for repair in repairs {
      place.advance(over: rest.prefix(repair.offset - offset))
      rest = rest.dropFirst(repair.offset - offset)
      offset = repair.offset
      let (line, column) = origin.place(line: place.line, column: place.column)
      let (inFile, inPiece) = repair.characters
      origin.note(
        XMLOrigin.Change(
          line: place.line, start: place.column, end: place.column + inPiece,
          shift: inFile - inPiece))
      feed.diagnose(
        repair.code, .repaired,
        at: Diagnostic.Place(line: line, column: column, element: repair.element),
        repair.message(encoding: encoding.name))
    }
  }

  /// Returns the position, in the parser's input, of the next byte to be passed to expat.
  private func positionOfNext() -> XMLOrigin {
    guard fed > 0 else {
      reached = XMLOrigin()
      return XMLOrigin()
    }
    let (line, column) = parserPosition
    origin.forget(before: line, column: column)
    if let reached { return reached }
    var place = XMLOrigin(line: line, column: column)
    var offset: Int32 = 0
    var size: Int32 = 0
    if let bytes = XML_GetInputContext(parser, &offset, &size), offset < size {
      place.advance(over: UnsafeRawBufferPointer(start: bytes, count: Int(size))[Int(offset)...])
    }
    reached = place
    return place
  }

  // MARK: Registration

  private func installHandlers() {
    XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
    XML_SetElementHandler(
      parser,
      { data, name, attributes in
        guard let name, let attributes else { return }
        XMLStream.with(data) { $0.started(name, XMLAttributes(attributes)) }
      },
      { data, name in
        guard let name else { return }
        XMLStream.with(data) { $0.ended(name) }
      })
    XML_SetCharacterDataHandler(parser) { data, characters, count in
      guard let characters else { return }
      let bytes = UnsafeRawPointer(characters).assumingMemoryBound(to: UInt8.self)
      XMLStream.with(data) {
        $0.received(UnsafeBufferPointer(start: bytes, count: Int(count)))
      }
    }
    XML_SetCdataSectionHandler(
      parser, { data in XMLStream.with(data) { $0.isInCDATASection = true } },
      { data in XMLStream.with(data) { $0.isInCDATASection = false } })
    XML_SetStartDoctypeDeclHandler(parser) { data, _, systemID, _, _ in
      guard systemID != nil else { return }
      XMLStream.with(data) { $0.foundDefinition() }
    }
    XML_SetSkippedEntityHandler(parser) { data, name, _ in
      guard let name else { return }
      XMLStream.with(data) { $0.foundEntity(String(cString: name)) }
    }
    XML_SetExternalEntityRefHandlerArg(parser, Unmanaged.passUnretained(self).toOpaque())
    XML_SetExternalEntityRefHandler(parser) { stream, context, _, _, _ in
      XMLStream.with(UnsafeMutableRawPointer(stream)) {
        $0.foundEntity(context.map { String(cString: $0) } ?? "")
      }
      return Int32(XML_STATUS_OK.rawValue)
    }
  }

  @inline(__always)
  fileprivate static func with(_ data: UnsafeMutableRawPointer?, _ body: (XMLStream) -> Void) {
    guard let data else { return }
    Unmanaged<XMLStream>.fromOpaque(data)._withUnsafeGuaranteedRef(body)
  }
}
