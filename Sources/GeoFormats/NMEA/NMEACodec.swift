/// The codec for logs of NMEA 0183 sentences, which GPS receivers write.
struct NMEACodec: GeoFormatCodec {
  let format = GeoFormat(
    id: "nmea", name: "NMEA 0183", fileExtensions: ["nmea", "nma"], canRead: true, canWrite: false)

  private static let types: Set = [
    "RMC", "GGA", "GLL", "GNS", "ZDA", "GSA", "GSV", "VTG", "WPL", "GST", "GBS", "TXT",
  ]

  func recognises(_ head: FileHead) -> Bool {
    guard !head.bytes.contains(0), FileSignature(head.bytes) != .markup else { return false }
    return head.bytes.withUnsafeBufferPointer { bytes in
      var start = 0
      while let sentence = NMEASentence(in: bytes, from: start) {
        if Self.types.contains(sentence.type) { return true }
        start = sentence.end
      }
      return false
    }
  }

  func read(_ input: GeoInput, into sink: any GeoSink) throws -> GeoReadReport {
    try NMEAReader(input, into: sink, format).readAll()
  }
}
