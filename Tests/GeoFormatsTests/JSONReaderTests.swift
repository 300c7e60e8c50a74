import Foundation
import Testing

@testable import GeoFormats

@Suite struct JSONReaderTests {
  private func reader(
    _ text: some Sequence<UInt8>, _ limits: GeoReadingLimits = GeoReadingLimits()
  ) throws -> JSONReader {
    try JSONReader(BufferedSource(MemorySource(text)), limits: limits)
  }

  /// Returns all tokens of a text in a compact notation, and the fault that ended the reading.
  private func tokens(
    _ text: String, chunk: Int = .max
  ) throws -> (tokens: [String], fault: Diagnostic?, repairs: [Diagnostic]) {
    let source = ChunkedSource(Array(text.utf8), chunk: chunk)
    let reader = try JSONReader(BufferedSource(source))
    var list: [String] = []
    do {
      while true {
        let token = try reader.next()
        switch token {
        case .objectStart: list.append("{")
        case .objectEnd: list.append("}")
        case .arrayStart: list.append("[")
        case .arrayEnd: list.append("]")
        case .key: list.append("\(reader.string):")
        case .string: list.append("“\(reader.string)”")
        case .number: list.append("\(reader.number)")
        case .true, .false, .null: list.append("\(token)")
        case .end: return (list, nil, reader.repairs)
        }
      }
    } catch let fault as JSONFault {
      return (list, fault.diagnostic, reader.repairs)
    }
  }

  @Test(arguments: [1, 2, 3, 7, 1000])
  func `tokens are the same however the bytes arrive`(chunk: Int) throws {
    let text = #"""
      {"name": "Zürich \"HB\"\n😀", "empty": {}, "list": [1, -2.5, 1e3, true, false, null, []],
       "a\u00e9b\ud83d\ude00": [[7.25,46.5],[8,47]]}
      """#
    let (list, fault, repairs) = try tokens(text, chunk: chunk)
    #expect(fault == nil)
    #expect(repairs.isEmpty)
    #expect(
      list.joined(separator: " ") == """
        { name: “Zürich "HB"
        😀” empty: { } list: [ 1.0 -2.5 1000.0 true false null [ ] ] aéb😀: [ [ 7.25 46.5 ] \
        [ 8.0 47.0 ] ] }
        """)
  }

  @Test func `every token knows its line, column and path`() throws {
    let reader = try reader(
      "{\n  \"é\": 1, \"features\": [\n {}, {\"a b\": [5, x".utf8)
    var places: [String] = []
    #expect(throws: JSONFault.self) {
      while try reader.next() != .end {
        let place = reader.place
        places.append("\(place.line ?? 0):\(place.column ?? 0) \(place.element ?? "")")
      }
    }
    #expect(
      places == [
        "1:1 $", "2:3 $.é".replacingOccurrences(of: ".é", with: "['é']"), "2:8 $['é']",
        "2:11 $.features", "2:23 $.features", "3:2 $.features[0]", "3:3 $.features[0]",
        "3:6 $.features[1]", "3:7 $.features[1]['a b']", "3:14 $.features[1]['a b']",
        "3:15 $.features[1]['a b'][0]",
      ])
  }

  @Test func `a fault states its position and what is wrong`() throws {
    let cases: [(String, Int, Int, String, Diagnostic.Code)] = [
      ("[1, 2", 1, 6, "$[1]", .jsonTruncated),
      ("[1 2]", 1, 4, "$[0]", .jsonMalformed),
      ("{\"a\" 1}", 1, 6, "$.a", .jsonMalformed),
      ("{a: 1}", 1, 2, "$", .jsonMalformed),
      ("{\"a\": \"open", 1, 7, "$.a", .jsonTruncated),
      ("{\"a\": \"open\\", 1, 7, "$.a", .jsonTruncated),
      ("[1-2]", 1, 2, "$[0]", .jsonMalformed),
      ("[1.2.3]", 1, 2, "$[0]", .jsonMalformed),
      ("[-]", 1, 2, "$[0]", .jsonMalformed),
      ("[yes]", 1, 2, "$[0]", .jsonMalformed),
      ("[\u{0}]", 1, 2, "$[0]", .jsonMalformed),
      ("]", 1, 1, "$", .jsonMalformed),
      ("[}", 1, 2, "$[0]", .jsonMalformed),
    ]
    for (text, line, column, path, code) in cases {
      let fault = try tokens(text).fault
      #expect(fault?.place == .init(line: line, column: column, element: path), "\(text)")
      #expect(fault?.code == code, "\(text)")
    }
  }

  @Test func `a million nested arrays are refused by the depth limit`() throws {
    let reader = try reader(repeatElement(UInt8(ascii: "["), count: 1_000_000))
    let fault = #expect(throws: JSONFault.self) {
      while try reader.next() != .end {}
    }
    #expect(fault?.isLimit == true)
    #expect(fault?.diagnostic.code == .limitDepth)
    #expect(fault?.diagnostic.place.column == 50_001)
    let path = fault?.diagnostic.place.element ?? ""
    #expect(path.hasPrefix("$[0][0]") && path.count < 100)
  }

  @Test func `a text longer than the limit is refused`() throws {
    var limits = GeoReadingLimits()
    limits.text = 1 << 16
    let reader = try reader(
      Array("[\"".utf8) + repeatElement(UInt8(ascii: "x"), count: 1 << 20), limits)
    let fault = #expect(throws: JSONFault.self) {
      while try reader.next() != .end {}
    }
    #expect(fault?.diagnostic.code == .limitText)
  }

  @Test func `harmless faults are repaired, counted and located at the first`() throws {
    let text = """
      { // note
        "a": [1, 2,], /* more */ "a": 9,
        "b": [+1, .5, 007, NaN, -Infinity, Infinity, 1e999],
        "c": "tab\there", "d": "\\q\\ud800", "e": None,
      }
      """
    let (list, fault, repairs) = try tokens(text)
    #expect(fault == nil)
    #expect(
      list.joined(separator: " ") == """
        { a: [ 1.0 2.0 ] a: 9.0 b: [ 1.0 0.5 7.0 nan nan nan nan ] c: “tab\there” d: “q\u{FFFD}” \
        e: null }
        """)
    let shown = repairs.map { "\($0.code) \($0.line ?? 0):\($0.column ?? 0) \($0.element ?? "")" }
    #expect(
      shown == [
        "json.repaired 1:3 $", "json.repaired 2:13 $.a[2]", "value.invalid 3:22 $.b[3]",
        "json.repaired 3:9 $.b[0]", "json.repaired 4:42 $.e", "json.repaired 4:8 $.c",
        "json.repaired 4:25 $.d", "json.duplicateKey 2:28 $.a",
      ])
    #expect(repairs[2].message.hasSuffix("(3 times, first here)"))
  }

  @Test func `the values of repeated keys are skipped`() throws {
    let reader = try reader(#"{"a": 1, "a": {"x": [2]}, "b": 3, "a": [4]}"#.utf8)
    #expect(try reader.next() == .objectStart)
    var values: [String: Double] = [:]
    while try reader.nextKey() {
      let key = reader.string
      if try reader.next() == .number { values[key] = reader.number }
    }
    #expect(values == ["a": 1, "b": 3])
    #expect(try reader.next() == .end)
  }

  @Test(arguments: ["UTF-16LE", "UTF-16BE", "UTF-32LE"], [true, false])
  func `UTF-16 and UTF-32 are recognised`(encoding: String, isMarked: Bool) throws {
    let name: String.Encoding =
      encoding == "UTF-16LE"
      ? .utf16LittleEndian : encoding == "UTF-16BE" ? .utf16BigEndian : .utf32LittleEndian
    let text = (isMarked ? "\u{FEFF}" : "") + #"{"name": "Zürich"}"#
    let reader = try reader(try #require(text.data(using: name)))
    #expect(reader.encoding == encoding)
    #expect(try reader.next() == .objectStart)
    #expect(try reader.nextKey())
    #expect(try reader.nextString() == "Zürich")
  }

  @Test func `a byte order mark is skipped and invalid bytes are read as windows-1252`() throws {
    let reader = try reader([0xEF, 0xBB, 0xBF, 0x22, 0x5A, 0xFC, 0x22])
    #expect(try reader.next() == .string)
    #expect(reader.string == "Zü")
    #expect(reader.repairs.map(\.code) == [.encodingInvalidBytes])
    #expect(reader.repairs.first?.place.column == 3)
  }

  @Test func `the text of a value is valid JSON without white space`() throws {
    let reader = try reader(
      "{ \"a\" : [ 1.50 , +2, NaN, {\"b\": \"x\ty\\u0041\"} , null,], } 5".utf8)
    _ = try reader.next()
    #expect(
      try reader.valueText(limit: 1000) == #"{"a":[1.50,2,null,{"b":"x\tyA"},null]}"#)
    #expect(try reader.next() == .number)
  }

  @Test func `the text of a long value is left out and the value is skipped`() throws {
    let reader = try reader("[[1,2,3,4,5,6,7,8,9],true]".utf8)
    _ = try reader.next()
    _ = try reader.next()
    #expect(try reader.valueText(limit: 8) == nil)
    #expect(try reader.next() == .true)
  }

  @Test(arguments: ["1\n{}\r\n[2]3", "\u{1E}1\n\u{1E}{\n}\n\u{1E}[2]\n\u{1E}3\n"])
  func `a sequence of values can be separated by lines or record separators`(text: String) throws {
    let (tokens, fault, repairs) = try tokens(text)
    #expect(tokens == ["1.0", "{", "}", "[", "2.0", "]", "3.0"])
    #expect(fault == nil && repairs.isEmpty)
  }

  @Test(arguments: ["[1,}\n[2]", "\u{1E}[1,}\n1\n\u{1E}[2]"])
  func `after a fault in a sequence, reading continues with the next record`(text: String) throws {
    let reader = try reader(text.utf8)
    let fault = try #require(throws: JSONFault.self) { while try reader.next() != .end {} }
    #expect(try reader.skipRecord(after: fault) != nil)
    #expect(try reader.next() == .arrayStart)
    #expect(try reader.next() == .number && reader.number == 2)
  }
}

/// A source that returns a few bytes at a time.
private final class ChunkedSource: ByteSource {
  let byteCount: Int? = nil
  private let bytes: [UInt8]
  private let chunk: Int
  private var position = 0

  init(_ bytes: [UInt8], chunk: Int) {
    self.bytes = bytes
    self.chunk = chunk
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    let count = min(buffer.count, chunk, bytes.count - position)
    buffer.copyBytes(from: bytes[position..<position + count])
    position += count
    return count
  }
}
