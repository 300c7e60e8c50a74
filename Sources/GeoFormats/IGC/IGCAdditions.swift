/// The additional data in B records, as declared by the last I record.
struct IGCAdditions {
  /// The code of each additional data field, and the range of its characters.
  private(set) var fields: [(code: String, range: Range<Int>)] = []
  /// The number of characters in a complete B record, including the declared additional data.
  private(set) var fixLength = IGCRecord.Fix.length

  /// Reads an I record. Each declaration consists of the numbers of the first and the last
  /// character, counted from 1, and a three-letter code. An invalid record is reported.
  mutating func read(
    _ line: UnsafeBufferPointer<UInt8>, _ number: Int, _ feed: GeoFeed
  ) {
    let text = IGCRecord.string(line.dropFirst(3))
    let found = IGCRecord.extensions(Array(text.utf8))
    if found == nil {
      feed.diagnose(
        .igcRecord, .skipped, at: Diagnostic.Place(line: number, column: 1),
        "the I record “\(Excerpt.of(text))” is not valid, so the data that it declares are ignored"
      )
    }
    fields = found ?? []
    fixLength = fields.reduce(IGCRecord.Fix.length) { max($0, $1.range.upperBound) }
  }
}
