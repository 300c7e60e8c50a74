import CExpat
import Foundation
import Geodesy

/// The state of the GPX reader for one file, which the XML parser's callbacks modify.
///
/// The state is a value behind a pointer, because the callbacks run several million times a second.
/// It holds at most one batch of points, the current element, and the preserved markup of the
/// enclosing elements. The depth of the document costs one byte per element and no recursion.
struct GPXScan {
  /// The maximum number of open elements of the GPX structure (`gpx`, `trk`, `trkseg`, `trkpt`),
  /// plus one for the document.
  static let levelCount = 5

  let parser: XML_Parser
  let sink: any GeoSink
  /// The size limits for the file; a file beyond one of them is rejected.
  let limits: GeoReadingLimits
  /// The mapping from positions in the parser's input to positions in the file.
  var origin = XMLOrigin()

  var report = GeoReadReport()
  var log = DiagnosticLog()
  var unknown = ElementTally()
  var namespaces = GPXNamespaces()
  var templates = PreservedMarkup.Templates()
  var fileHeader = GeoFileHeader()
  var extent = Extent()

  /// The error that ends the reading.
  var failure: (any Error)?
  /// Whether reading has stopped because of `failure` or because the file was rejected; later
  /// callbacks do nothing.
  var stopped = false
  var document = DocumentState()

  /// The innermost open element of the GPX structure, such as `trkseg`.
  var context = GPXName.document
  /// The number of open elements of the GPX structure, such as `gpx` and `trk`.
  var depth = 0
  /// The states of the open elements of the GPX structure; index 0 is the document.
  let levels: UnsafeMutablePointer<GPXLevel>
  /// The markup that precedes the current element, and is preserved together with it.
  var before: [UInt8] = []

  var field = FieldState()
  var literal = LiteralState()
  var stray = StrayText()
  /// The text of the field or sensor being read.
  var text: TextBuffer

  var root = RootState()
  var path = PathState(.track)
  var point = PointState()
  var batch = PointBatch()
  /// The number of items read so far.
  var itemCount = 0
  /// Whether the file is read by the rules of GPX 1.0.
  var is10 = false
  /// The total length of undeclared prefixes and of repeated namespace declarations, in bytes.
  var bindingBytes = (undeclared: 0, repeated: 0)

  init(parser: XML_Parser, sink: any GeoSink, limits: GeoReadingLimits) {
    self.parser = parser
    self.sink = sink
    self.limits = limits
    text = TextBuffer(limit: limits.text)
    levels = .allocate(capacity: Self.levelCount)
    for level in 0..<Self.levelCount { (levels + level).initialize(to: GPXLevel()) }
    report.format = GeoFormat.gpx.id
  }

  /// Frees the memory; the value must not be used afterwards.
  mutating func deallocate() {
    for level in 0..<Self.levelCount { levels[level].markup.deallocate() }
    levels.deinitialize(count: Self.levelCount)
    levels.deallocate()
    text.deallocate()
    stray.blanks.deallocate()
  }

  /// The line and column of the start of the current tag in the file.
  var position: (line: Int, column: Int) {
    let (line, column) = parserPosition
    return origin.place(line: line, column: column)
  }

  /// The parser's position in the current document, line and column from 1.
  var parserPosition: (line: Int, column: Int) {
    (
      Int(XML_GetCurrentLineNumber(parser)), Int(XML_GetCurrentColumnNumber(parser)) + 1
    )
  }

  /// Adds a diagnostic at the parser's position.
  mutating func note(
    _ code: Diagnostic.Code, _ action: Diagnostic.Action, element: @autoclosure () -> String?,
    _ message: @autoclosure () -> String
  ) {
    guard log.admits(code) else { return }
    let (line, column) = position
    log.keep(
      Diagnostic(
        line: line, column: column, element: element(), code: code, action: action,
        message: message()))
  }

  /// Stops reading because of an error.
  mutating func fail(_ error: any Error) {
    failure = error
    stopped = true
    XML_StopParser(parser, 0)
  }

  /// Stops reading and rejects the file.
  mutating func refuse(_ code: Diagnostic.Code, element: String?, _ message: String) {
    let (line, column) = position
    let diagnostic = Diagnostic(
      line: line, column: column, element: element, code: code, action: .refused, message: message)
    log.add(diagnostic)
    report.refusal = diagnostic
    report.isComplete = false
    stopped = true
    XML_StopParser(parser, 0)
  }
}
