/// The secure hash SHA-256 of bytes that come in pieces (FIPS 180-4, sections 4.1.2, 5.1.1, 6.2).
struct SHA256 {
  /// The first 32 bits of the fractional parts of the cube roots of the first 64 primes
  /// (section 4.2.2).
  private static let constants: [UInt32] = [
    0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4,
    0xab1c_5ed5, 0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe,
    0x9bdc_06a7, 0xc19b_f174, 0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f,
    0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da, 0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7,
    0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967, 0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc,
    0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85, 0xa2bf_e8a1, 0xa81a_664b,
    0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070, 0x19a4_c116,
    0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
    0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7,
    0xc671_78f2,
  ]
  private static let blockSize = 64

  private var state: [UInt32] = [
    0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab,
    0x5be0_cd19,
  ]
  /// The bytes of a block that is not whole yet.
  private var rest: [UInt8] = []
  private var byteCount: UInt64 = 0

  /// Takes the next bytes.
  ///
  /// - Complexity: O(bytes).
  mutating func update(_ bytes: UnsafeRawBufferPointer) {
    byteCount += UInt64(bytes.count)
    var bytes = bytes[...]
    if !rest.isEmpty {
      let taken = min(Self.blockSize - rest.count, bytes.count)
      rest.append(contentsOf: bytes.prefix(taken))
      bytes = bytes.dropFirst(taken)
      guard rest.count == Self.blockSize else { return }
      let block = rest
      rest.removeAll(keepingCapacity: true)
      block.withUnsafeBytes { compress($0) }
    }
    let whole = bytes.count - bytes.count % Self.blockSize
    if whole > 0 { compress(UnsafeRawBufferPointer(rebasing: bytes.prefix(whole))) }
    rest.append(contentsOf: bytes.dropFirst(whole))
  }

  /// The hash of all bytes taken, in lowercase hexadecimal.
  func hexadecimal() -> String {
    var padded = self
    var padding = [UInt8](
      repeating: 0, count: 1 + (119 - Int(byteCount % 64)) % Self.blockSize)
    padding[0] = 0x80
    withUnsafeBytes(of: (byteCount &* 8).bigEndian) { padding.append(contentsOf: $0) }
    padding.withUnsafeBytes { padded.update($0) }
    return padded.state.map { word in
      let digits = String(word, radix: 16)
      return String(repeating: "0", count: 8 - digits.count) + digits
    }.joined()
  }

  /// Compresses whole blocks into the state (section 6.2.2).
  private mutating func compress(_ bytes: UnsafeRawBufferPointer) {
    Self.constants.withUnsafeBufferPointer { constants in
      state.withUnsafeMutableBufferPointer { state in
        withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 64) { schedule in
          for start in stride(from: 0, to: bytes.count, by: Self.blockSize) {
            Self.compress(bytes, start, state, schedule, constants)
          }
        }
      }
    }
  }

  @inline(__always)
  private static func rotated(_ word: UInt32, by count: UInt32) -> UInt32 {
    word &>> count | word &<< (32 &- count)
  }

  @inline(__always)
  private static func compress(
    _ bytes: UnsafeRawBufferPointer, _ start: Int, _ state: UnsafeMutableBufferPointer<UInt32>,
    _ schedule: UnsafeMutableBufferPointer<UInt32>, _ constants: UnsafeBufferPointer<UInt32>
  ) {
    for word in 0..<16 {
      schedule[word] = UInt32(
        bigEndian: bytes.loadUnaligned(fromByteOffset: start &+ word &* 4, as: UInt32.self))
    }
    for word in 16..<64 {
      let (early, late) = (schedule[word &- 15], schedule[word &- 2])
      let sigma0 = rotated(early, by: 7) ^ rotated(early, by: 18) ^ early &>> 3
      let sigma1 = rotated(late, by: 17) ^ rotated(late, by: 19) ^ late &>> 10
      schedule[word] = schedule[word &- 16] &+ sigma0 &+ schedule[word &- 7] &+ sigma1
    }
    var (a, b, c, d) = (state[0], state[1], state[2], state[3])
    var (e, f, g, h) = (state[4], state[5], state[6], state[7])
    for round in 0..<64 {
      let sum1 = rotated(e, by: 6) ^ rotated(e, by: 11) ^ rotated(e, by: 25)
      let choice = e & f ^ ~e & g
      let first = h &+ sum1 &+ choice &+ constants[round] &+ schedule[round]
      let sum0 = rotated(a, by: 2) ^ rotated(a, by: 13) ^ rotated(a, by: 22)
      let majority = a & b ^ a & c ^ b & c
      (h, g, f, e) = (g, f, e, d &+ first)
      (d, c, b, a) = (c, b, a, first &+ sum0 &+ majority)
    }
    state[0] &+= a
    state[1] &+= b
    state[2] &+= c
    state[3] &+= d
    state[4] &+= e
    state[5] &+= f
    state[6] &+= g
    state[7] &+= h
  }
}
