import CExpat
import Foundation
import Geodesy

/// The state of reading one GPX file, on which the XML parser's callbacks operate.
///
/// The state is a value behind a pointer, because the callbacks run several million times a second.
/// It holds at most one batch of points, the current element, and the preserved markup of the
/// enclosing elements. The depth of the document costs one byte per element and no recursion.
struct GPXScan {
  /// The maximum number of open structure elements, plus one for the document.
  static let levelCount = 5

  let parser: XML_Parser
  let sink: any GeoSink
  /// The limits that no file may exceed.
  let limits: GeoReadingLimits
  /// The mapping from the parser's positions to the file's.
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
  /// Whether the reading has stopped because of `failure` or a refusal; later callbacks do nothing.
  var stopped = false
  var document = DocumentState()

  /// The innermost open element of the structure.
  var context = GPXName.document
  /// The number of open structure elements.
  var depth = 0
  /// The states of the open structure elements; index 0 is the document.
  let levels: UnsafeMutablePointer<GPXLevel>
  /// The markup before the element just opened, which belongs to that element.
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
  /// The number of bytes of undeclared prefixes, and of repeated namespace declarations.
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

  /// The parser's position in the file: the start of the current tag.
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

  /// Ends the reading with an error.
  mutating func fail(_ error: any Error) {
    failure = error
    stopped = true
    XML_StopParser(parser, 0)
  }

  /// Ends the reading and refuses the file.
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
