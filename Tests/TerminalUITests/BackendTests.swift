import Testing

@testable import TerminalUI

struct BackendTests {
  @Test func `the headless backend replays its script and records frames`() throws {
    let backend = HeadlessBackend(
      size: Size(columns: 80, rows: 24),
      script: [.key(KeyStroke("j")), .resize(Size(columns: 40, rows: 10))])
    #expect(backend.nextEvent(timeoutMilliseconds: nil) == .key(KeyStroke("j")))
    backend.suspend()
    #expect(backend.nextEvent(timeoutMilliseconds: nil) == .resumed)
    #expect(backend.nextEvent(timeoutMilliseconds: nil) == .resize(Size(columns: 40, rows: 10)))
    #expect(backend.size == Size(columns: 40, rows: 10))
    #expect(backend.nextEvent(timeoutMilliseconds: 0) == nil)
    backend.present(Surface(size: backend.size))
    #expect(backend.screen?.size == backend.size)
    backend.launch = { _ in 3 }
    #expect(try backend.run(["vi", "notes"]) == 3)
    #expect(backend.launches == [["vi", "notes"]])
  }

  @Test func `several wake-ups from another thread are received as one event`() async {
    let backend = HeadlessBackend(size: .zero)
    let wake = backend.waker
    await Task.detached {
      wake()
      wake()
    }.value
    #expect(backend.nextEvent(timeoutMilliseconds: nil) == .wake)
    #expect(backend.nextEvent(timeoutMilliseconds: nil) == nil)
  }

  @Test(arguments: [
    ("e\u{301}\u{302}", 1, [([UInt32(0x65), 0x301, 0x302], 1)]),
    ("👩‍👩‍👧", 2, [([0x1F469], 2)]),
    ("👍🏽", 2, [([0x1F44D], 2)]),
    ("❤️", 2, [([0x2764], 2)]),
    ("🇨🇭", 2, [([0x43], 1), ([0x48], 1)]),
    ("日", 2, [([0x65E5], 2)]),
  ])
  func `a cell is sent as parts whose width is the same in every terminal`(
    text: String, width: Int, parts: [([UInt32], Int)]
  ) {
    let cell = TerminalCell(text, width: width)
    #expect(cell.parts.map(\.scalars) == parts.map(\.0))
    #expect(cell.parts.map(\.width) == parts.map(\.1))
  }

  @Test func `all pasted line endings become line feeds`() {
    #expect(NcursesKeys.unifiedLineEnds("a\rb\r\nc\nd") == "a\nb\nc\nd")
  }

  @Test(arguments: [
    ([:], ColourLevel.twoHundredFiftySix, Theme.Background.unknown),
    (["NO_COLOR": "1"], .mono, .unknown), (["NO_COLOR": ""], .twoHundredFiftySix, .unknown),
    (["COLORFGBG": "15;0"], .twoHundredFiftySix, .dark),
    (["COLORFGBG": "0;default;15"], .twoHundredFiftySix, .light),
    (["TERM": "linux"], .twoHundredFiftySix, .dark),
    (["TERM": "linux", "COLORFGBG": "0;15"], .twoHundredFiftySix, .light),
  ])
  func `the environment determines the colour limit and the background`(
    environment: [String: String], level: ColourLevel, background: Theme.Background
  ) {
    let options = TerminalOptions.fromEnvironment(environment)
    #expect(options.colourLimit == level)
    #expect(options.background == background)
  }
}
