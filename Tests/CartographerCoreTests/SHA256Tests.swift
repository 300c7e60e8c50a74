import Testing

@testable import CartographerCore

@Suite struct SHA256Tests {
  private func hash(_ bytes: [UInt8], pieces: Int) throws -> String {
    let hash = try SHA256()
    for start in stride(from: 0, to: bytes.count, by: pieces) {
      try bytes[start..<min(start + pieces, bytes.count)].withUnsafeBytes { try hash.update($0) }
    }
    return try hash.finish()
  }

  @Test(
    arguments: [
      ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
      ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
      (
        "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
      ),
      (
        "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopq"
          + "klmnopqrlmnopqrsmnopqrstnopqrstu",
        "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"
      ),
    ])
  func `the hashes of the FIPS 180-4 examples match the published values`(
    text: String, digest: String
  ) throws {
    for pieces in [1, 3, 64, 65, 1_000] {
      #expect(try hash(Array(text.utf8), pieces: pieces) == digest)
    }
  }

  @Test func `the hash does not depend on how the input is split`() throws {
    for length in 0..<200 {
      let bytes = (0..<length).map { UInt8(truncatingIfNeeded: $0 &* 7) }
      let whole = try hash(bytes, pieces: 1_000)
      for pieces in [1, 7, 63, 64, 65] { #expect(try hash(bytes, pieces: pieces) == whole) }
    }
  }

  @Test func `the hash of one million letters a matches the published value`() throws {
    #expect(
      try hash([UInt8](repeating: 0x61, count: 1_000_000), pieces: 4_096)
        == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
  }
}
