/// The first GPX file in a ZIP archive.
///
/// The archive is read from its start, once: its table of contents at the end is not needed.
final class ZipSource: PackedSource {
  /// How many names a message lists.
  private static let listed = 5

  let name = "ZIP"
  let byteCount: Int? = nil
  private let input: BufferedSource
  private let meter: UnpackingMeter
  private let member: ZipMember
  private let content: BufferedSource
  /// The names of the files before the one that is read.
  private let before: [String]

  /// Goes to the first file that is named `.gpx` or begins as GPX does.
  ///
  /// - Throws: ``InputRefusal`` where the archive has none.
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
          the ZIP archive is encrypted, with \(Self.list(encrypted)) in it; unpack it with its \
          password first and import what is in it
          """)
    }
    let isKMZ = others.contains { $0.lowercased().hasSuffix(".kml") }
    let advice = isKMZ ? " (KMZ: convert it to GPX first, for example with gpsbabel)" : ""
    let held = others.isEmpty ? "" : ": it holds \(Self.list(others))\(advice)"
    throw InputRefusal(
      code: .inputCompressed,
      message: "there is no GPX file that can be read in the ZIP archive\(held)")
  }

  private static func beginsAsGPX(_ content: BufferedSource) throws -> Bool {
    let head = Array(try content.window(atLeast: FileSignature.headSize))
    guard FileSignature(head) == .markup else { return false }
    let letters = head.filter { $0 != 0 }
    return String(decoding: letters, as: UTF8.self).contains("<gpx")
  }

  /// The name of the file chosen.
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
      // What is too much to unpack is not needed: only the names were of interest.
    }
    guard !others.isEmpty else { return nil }
    return Diagnostic(
      code: .inputMembersLeft, action: .skipped,
      message: """
        the ZIP archive also holds \(Self.list(others)); only \(chosen) was read: unpack the \
        archive to import the others
        """)
  }

  private static func list(_ names: [String]) -> String {
    let shown = names.prefix(listed).map(Excerpt.of).joined(separator: ", ")
    return names.count > listed ? "\(shown) and \(names.count - listed) more" : shown
  }
}
