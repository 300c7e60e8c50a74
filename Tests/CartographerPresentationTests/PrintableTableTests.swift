import TerminalUI
import Testing

@testable import CartographerPresentation

@Suite struct PrintableTableTests {
  @Test func `a very long cell does not widen the column in other rows`() {
    var table = PrintableTable([.leading, .trailing])
    table.add(["short", "12"])
    table.add([DisplayText(String(repeating: "x", count: 3_000)), "7"])
    let lines = table.lines.map(\.string)
    #expect(lines[0].count < 80 && lines[0].hasSuffix(" 12"))
    #expect(lines[1].hasSuffix("x   7"))
  }
}
