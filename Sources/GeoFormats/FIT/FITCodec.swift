/// The codec for FIT, the format of sports watches and bicycle computers.
struct FITCodec: GeoFormatCodec {
  static let id = "fit"

  let format = GeoFormat(
    id: Self.id, name: "FIT (Flexible and Interoperable Data Transfer)", fileExtensions: ["fit"],
    canRead: true, canWrite: false)

  func recognises(_ head: FileHead) -> Bool { FITHeader.hasSignature(head.bytes) }

  func read(_ input: GeoInput, into sink: any GeoSink) throws -> GeoReadReport {
    try FITReader(input, GeoFeed(input, into: sink, format)).read()
  }
}
