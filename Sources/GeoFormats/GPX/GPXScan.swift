import CExpat
import Foundation
import Geodesy

/// The state of reading one GPX file: what the XML parser's callbacks work on.
///
/// A plain value behind a pointer, since the callbacks run several million times a second. It
/// holds no more than one batch of points and the fields of the element being read; the depth of
/// the document costs one byte an element and no recursion.
struct GPXScan {
  /// How many points go to the sink at once.
  static let batch = 8192

  let parser: XML_Parser
  let sink: any GeoSink
  /// What no file may exceed.
  let limits: GeoReadingLimits
  /// Where the parser's text stands in the file.
  var origin = XMLOrigin()
  /// How many documents of the file began.
  var documents = 1
  /// How many elements are open.
  var depth = 0
  /// How many of them were made up, as the file has no root.
  var madeUp = 0

  var report = GeoReadReport()
  var log = DiagnosticLog()
  var notKept = ElementTally()
  var namespaces = GPXNamespaces()

  /// The error that ends the reading.
  var failure: (any Error)?
  /// Set with `failure` or a refusal; later callbacks do nothing.
  var stopped = false
  var rootClosed = false

  /// The innermost open element of the structure.
  var context = GPXName.document
  /// The field being read inside it.
  var field = GPXField.none
  /// The open elements inside one that is not read, outermost first.
  var unread: [GPXName] = []
  /// Unread elements deeper than this are covered by another diagnostic.
  var quietAbove = Int.max
  var text: TextBuffer

  var latitude = Double.nan
  var longitude = Double.nan
  var elevation = Double.nan
  var time = Double.nan
  /// The bits of the fields of the current point or place.
  var seenInPoint: UInt8 = 0
  /// The bits of the fields of the current path.
  var seenInPath: UInt8 = 0
  var place = GeoPlace(coordinate: Coordinate(latitude: 0, longitude: 0))
  var header = GeoPathHeader(kind: .track)
  var points = GeoPoints(capacity: Self.batch)
  var segment = -1

  var elevationLow = Double.infinity
  var elevationHigh = -Double.infinity
  var timeLow = Double.infinity
  var timeHigh = -Double.infinity

  init(parser: XML_Parser, sink: any GeoSink, limits: GeoReadingLimits) {
    self.parser = parser
    self.sink = sink
    self.limits = limits
    text = TextBuffer(limit: limits.text)
    report.format = GeoFormat.gpx.id
  }

  /// Where the parser stands: the start of the tag being handled.
  var position: (line: Int, column: Int) {
    origin.place(
      line: Int(XML_GetCurrentLineNumber(parser)),
      column: Int(XML_GetCurrentColumnNumber(parser)) + 1)
  }

  /// Reports something at the parser's place.
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

  /// Starts or stops collecting text.
  ///
  /// The parser is spared the calls while no text is wanted.
  func collectText(_ wanted: Bool) {
    XML_SetCharacterDataHandler(
      parser,
      wanted
        ? { data, characters, count in
          guard let data, let characters else { return }
          let scan = data.assumingMemoryBound(to: GPXScan.self)
          guard !scan.pointee.stopped else { return }
          if !scan.pointee.text.append(characters, count: Int(count)) {
            scan.pointee.refuseText(of: scan.pointee.field.text)
          }
        } : nil)
  }
}
