import Foundation
import Testing

@testable import TerminalUI

struct CharacterWidthTests {
  /// ncurses computes positions with the widths of the C library, so ours must be the same.
  @Test func `character widths agree with the C library`() throws {
    let locale = try #require(newlocale(LC_CTYPE_MASK, "C.UTF-8", nil))
    let before = uselocale(locale)
    defer {
      uselocale(before)
      freelocale(locale)
    }
    // Foundation does not export this function of the C library to Swift.
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
    // A library with another Unicode version differs in a few new characters.
    #expect(disagreements.count < 10, "\(disagreements)")
  }
}
