import Foundation
import Testing

@testable import TerminalUI

struct CharacterWidthTests {
  /// The C library's table is what ncurses counts by; where it says 0 or 2 we must agree.
  @Test func `widths agree with the c library`() throws {
    let locale = try #require(newlocale(LC_CTYPE_MASK, "C.UTF-8", nil))
    let before = uselocale(locale)
    defer {
      uselocale(before)
      freelocale(locale)
    }
    // Foundation does not show this one of the C library's functions to Swift.
    let symbol = try #require(dlsym(nil, "wcwidth"))
    typealias Width = @convention(c) (UInt32) -> Int32
    let wcwidth = unsafeBitCast(symbol, to: Width.self)
    var disagreements: [String] = []
    for value in UInt32(0x20)...0x3FFFF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      switch scalar.properties.generalCategory {
      case .control, .format, .privateUse, .unassigned: continue
      default: break
      }
      let library = Int(wcwidth(value))
      if library >= 0, library != CharacterWidth.columns(of: scalar) {
        disagreements.append("\(String(value, radix: 16)):\(library)")
      }
    }
    // Libraries of other Unicode versions differ in a few characters new to one of them.
    #expect(disagreements.count < 10, "\(disagreements)")
  }
}
