import Foundation
import GPXCompare
import TestSupport
import Testing

@Suite struct RandomGPXTests {
  @Test func `every random document is well-formed`() throws {
    var seeds = SplitMix64.forTest()
    for _ in 0..<300 {
      let seed = seeds.next()
      var generator = RandomGPX(seed: seed)
      let document = generator.document()
      #expect(throws: Never.self, "seed \(seed)") { try XMLTree(bytes: Array(document.utf8)) }
    }
  }

  @Test(.enabled(if: GPXSchema.isChecked, "\(GPXSchema.absence)"), arguments: [true, false])
  func `every random document of the valid kind conforms to its schema`(isVersion10: Bool) throws {
    let schema = isVersion10 ? GPXSchema.version10 : .version11
    var seeds = SplitMix64.forTest()
    for _ in 0..<10 {
      let seed = seeds.next()
      var generator = RandomGPX(seed: seed, kind: .valid, isVersion10: isVersion10)
      let document = generator.document()
      #expect(try schema.violations(of: Data(document.utf8)) == [], "seed \(seed)")
    }
  }
}
