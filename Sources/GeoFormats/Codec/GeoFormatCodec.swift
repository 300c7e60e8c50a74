/// A reader, a writer or both for one file format.
///
/// To add a format, create a folder with a type that conforms to this protocol, add the type to
/// ``GeoFormat/codecs``, and describe the format in `docs/formats`. A codec that reads the format
/// implements ``read(_:into:)``. A codec that writes the format implements ``writer(into:_:)``.
///
/// When reading, a codec passes all items to the ``GeoSink`` through a ``GeoFeed``, which counts
/// the items and stores the diagnostics. A codec streams the file: its memory use depends only on
/// the largest item, whose size ``GeoReadingLimits`` bounds, and not on the length of the file. A
/// codec does not recurse into nested elements, allocates no more memory than the input justifies,
/// and reports every value that is repaired or left out.
protocol GeoFormatCodec: Sendable {
  /// The format's names, capabilities and options.
  var format: GeoFormat { get }

  /// Returns whether a file has this format, judging by the file's first bytes and, for a format
  /// without characteristic content, by the file's name.
  func recognises(_ head: FileHead) -> Bool

  /// Returns whether a file's first bytes prove that the file has this format. The default
  /// implementation calls ``recognises(_:)``. A codec with lenient recognition implements a
  /// stricter check.
  func isCharacteristic(_ head: FileHead) -> Bool

  /// Reads the content of a file in this format.
  ///
  /// - Throws: ``InputRefusal`` for an unreadable file.
  /// - Throws: Any error thrown by the source, the sink or the progress closure.
  func read(_ input: GeoInput, into sink: any GeoSink) throws -> GeoReadReport

  /// Returns a writer for a new file in this format.
  func writer(into sink: any ByteSink, _ options: GeoWritingOptions) throws -> any GeoWriter
}

extension GeoFormatCodec {
  func recognises(_ head: FileHead) -> Bool { false }

  func isCharacteristic(_ head: FileHead) -> Bool { recognises(head) }

  func read(_ input: GeoInput, into sink: any GeoSink) throws -> GeoReadReport {
    throw InputRefusal(
      code: .inputUnknown, message: "files in the format \(format.name) cannot be imported")
  }

  func writer(into sink: any ByteSink, _ options: GeoWritingOptions) throws -> any GeoWriter {
    throw GeoFormatsError(
      code: .unwritableValue, message: "files in the format \(format.name) cannot be written")
  }
}

extension GeoFormat {
  /// The registered formats, in the order in which a file's content is checked against them. GPX,
  /// which accepts any file that resembles XML, follows the other XML formats. Text formats with
  /// lenient recognition come last.
  static let codecs: [any GeoFormatCodec] = [
    FITCodec(), KMLCodec(), TCXCodec(), GoogleTimelineCodec(), GeoJSONCodec(), GPXCodec(),
    NMEACodec(), IGCCodec(), CSVCodec(.tabs), CSVCodec(.commas), GeoPackageCodec(),
  ]
}
