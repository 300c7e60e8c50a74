/// The codec for tables of comma-separated and tab-separated values.
struct CSVCodec: GeoFormatCodec {
  /// The delimiter that the codec writes. Tables with other delimiters can also be read.
  enum Form {
    case commas
    case tabs
  }

  let form: Form
  let format: GeoFormat

  init(_ form: Form) {
    self.form = form
    let options = [
      GeoFormat.Option(
        name: "columns",
        meaning:
          "the column of each field, such as lat=3,lon=4,name=1 (default: taken from the header)"),
      GeoFormat.Option(
        name: "as",
        meaning: "import the rows as places or as one path (default: path if the rows have times)"),
    ]
    format =
      form == .commas
      ? GeoFormat(
        id: "csv", name: "CSV (comma-separated values)", fileExtensions: ["csv"], canRead: true,
        canWrite: true, options: options)
      : GeoFormat(
        id: "tsv", name: "TSV (tab-separated values)", fileExtensions: ["tsv", "tab"],
        canRead: true, canWrite: true, options: options)
  }

  func recognises(_ head: FileHead) -> Bool {
    guard FileSignature(head.bytes) == .foreign(nil) || Self.isWide(head.bytes) else {
      return false
    }
    if head.isNamed(as: format) { return true }
    guard form == .commas else { return false }
    var text = Self.text(head.bytes)
    return text.withUnsafeMutableBufferPointer {
      CSVSample($0, isEnd: head.bytes.count < FileSignature.headSize).header != nil
    }
  }

  /// Returns whether the bytes begin with a UTF-16 byte order mark. A UTF-16 table contains many
  /// zero bytes, but is not binary data.
  private static func isWide(_ head: [UInt8]) -> Bool {
    head.starts(with: [0xFF, 0xFE]) || head.starts(with: [0xFE, 0xFF])
  }

  private static func text(_ head: [UInt8]) -> [UInt8] {
    let encoding = head.withUnsafeBytes { XMLEncoding(plainText: $0) }
    let text = encoding.text(of: BufferedSource(MemorySource(head)))
    var bytes: [UInt8] = []
    while let piece = try? text.next(), !piece.isEmpty { bytes += piece }
    return bytes
  }

  func read(_ input: GeoInput, into sink: any GeoSink) throws -> GeoReadReport {
    let reader = try CSVReader(input, into: sink, format)
    do {
      return try reader.readAll()
    } catch var refusal as InputRefusal {
      refusal.columnNames = reader.feed.report.columnNames
      throw refusal
    }
  }

  func writer(into sink: any ByteSink, _ options: GeoWritingOptions) throws -> any GeoWriter {
    try CSVWriter(into: sink, options, delimiter: UInt8(ascii: form == .commas ? "," : "\t"))
  }
}
