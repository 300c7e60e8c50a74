/// The content of the first GPX file in a ZIP archive.
///
/// The archive is read once from its start; the central directory at its end is not needed.
final class ZipSource: PackedSource {
  /// The maximum number of names in a message.
  private static let listed = 5

  let name = "ZIP"
  let byteCount: Int? = nil
  private let input: BufferedSource
  private let meter: UnpackingMeter
  private let member: ZipMember
  private let content: BufferedSource
  /// The names of the files before the one that is read.
  private let before: [String]

  /// Moves to the first file that is named `.gpx` or begins with a `gpx` element.
  ///
  /// - Throws: ``InputRefusal`` if the archive has no such file.
  init(_ input: BufferedSource, _ meter: UnpackingMeter) throws {
    self.input = input
    self.meter = meter
    var others: [String] = []
    var encrypted: [String] = []
    while let entry = try ZipEntry(input) {
      let member = try ZipMember(entry, input, meter)
      if entry.isReadable {
        let content = BufferedSource(member)
        if try entry.isGPX || Self.beginsAsGPX(content) {
          self.member = member
          self.content = content
          before = others
          return
        }
      }
      if !entry.isFolder { others.append(entry.name) }
      if entry.isEncrypted { encrypted.append(entry.name) }
      guard try member.passOver() else { break }
    }
    guard encrypted.isEmpty else {
      throw InputRefusal(
        code: .inputEncrypted,
        message: """
          the ZIP archive is encrypted (\(Self.list(encrypted))); decompress it with its password \
          first and import its content
          """)
    }
    let isKMZ = others.contains { $0.lowercased().hasSuffix(".kml") }
    let advice = isKMZ ? " (KMZ: convert it to GPX first, for example with gpsbabel)" : ""
    let held = others.isEmpty ? "" : ": it contains \(Self.list(others))\(advice)"
    throw InputRefusal(
      code: .inputCompressed,
      message: "the ZIP archive contains no readable GPX file\(held)")
  }

  private static func beginsAsGPX(_ content: BufferedSource) throws -> Bool {
    let head = Array(try content.window(atLeast: FileSignature.headSize))
    guard FileSignature(head) == .markup else { return false }
    let letters = head.filter { $0 != 0 }
    return String(decoding: letters, as: UTF8.self).contains("<gpx")
  }

  /// The name of the file that is read.
  var chosen: String { Excerpt.of(member.entry.name) }

  var problem: String? { member.problem }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    try content.read(into: buffer)
  }

  func leftBehind() throws -> Diagnostic? {
    var others = before
    var last = member
    do {
      while try last.passOver(), let entry = try ZipEntry(input) {
        if !entry.isFolder { others.append(entry.name) }
        last = try ZipMember(entry, input, meter)
      }
    } catch is InputRefusal {
      // The names of the other files need no decompression beyond the limits.
    }
    guard !others.isEmpty else { return nil }
    return Diagnostic(
      code: .inputMembersLeft, action: .skipped,
      message: """
        the ZIP archive also contains \(Self.list(others)); only \(chosen) was read. Decompress \
        the archive to import the others
        """)
  }

  private static func list(_ names: [String]) -> String {
    let shown = names.prefix(listed).map(Excerpt.of).joined(separator: ", ")
    return names.count > listed ? "\(shown) and \(names.count - listed) more" : shown
  }
}
