/// The codec for glider and paraglider flight logs in the format of the FAI's International Gliding
/// Commission.
struct IGCCodec: GeoFormatCodec {
  let format = GeoFormat(
    id: "igc", name: "IGC (flight recorder)", fileExtensions: ["igc"], canRead: true,
    canWrite: false)

  func recognises(_ head: FileHead) -> Bool {
    guard !head.bytes.contains(0), FileSignature(head.bytes) != .markup else { return false }
    let lines = head.text.split { $0 == 0x0A || $0 == 0x0D }.prefix(60)
    guard let first = lines.first else { return false }
    if lines.contains(where: { IGCRecord.isDate($0) || IGCRecord.Fix($0) != nil }) {
      return first.first == UInt8(ascii: "A") || first.first == UInt8(ascii: "H")
        || head.isNamed(as: format)
    }
    return head.isNamed(as: format) && first.first == UInt8(ascii: "A")
  }

  func read(_ input: GeoInput, into sink: any GeoSink) throws -> GeoReadReport {
    try IGCReader.read(input, into: sink, format)
  }
}
