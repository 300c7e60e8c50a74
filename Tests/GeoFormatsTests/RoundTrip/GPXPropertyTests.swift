import Foundation
import GPXCompare
import GeoFormats
import TestSupport
import Testing

/// Random documents that something does not hold of.
private struct Failures {
  private(set) var descriptions: [String] = []
  /// The documents of the first one.
  private(set) var first = ""

  mutating func add(_ seed: UInt64, _ reasons: [String], _ documents: [[UInt8]]) {
    if descriptions.isEmpty || reasons == ["no XML"] {
      first = documents.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "\n----\n")
    }
    descriptions.append("seed \(seed): \(reasons.prefix(3).joined(separator: "; "))")
  }
}

/// What must hold of every document, tried on random ones.
@Suite struct GPXPropertyTests {
  @Test(arguments: RandomGPX.Kind.allCases)
  func `a random document comes out as it went in, and the same again`(
    kind: RandomGPX.Kind
  ) throws {
    var failures = Failures()
    var seeds = SplitMix64.forTest()
    for _ in 0..<400 {
      let seed = seeds.next()
      var generator = RandomGPX(seed: seed, kind: kind)
      let document = Array(generator.document().utf8)
      let first = try RoundTrip.run(document)
      try #require(first.report.refusal == nil, "seed \(seed)")
      let second = try RoundTrip.run(first.output)
      let third = try RoundTrip.run(second.output)
      guard (try? XMLTree(bytes: first.output)) != nil else {
        failures.add(seed, ["no XML"], [document, first.output])
        continue
      }
      let differences =
        try RoundTrip.differences(document, first.output)
        + RoundTrip.differences(first.output, second.output)
      if second.report.totals[.orderNormalised] != nil {
        failures.add(seed, ["it is not in order yet"], [document, first.output])
      } else if differences != [] {
        failures.add(seed, differences, [document, first.output])
      } else if third.output != second.output || (kind == .valid && second.output != first.output) {
        // What was put in order may be laid out otherwise once it is read in order.
        failures.add(seed, ["the layout changes"], [first.output, second.output, third.output])
      }
    }
    #expect(failures.descriptions == [], "\(failures.first)")
  }

  @Test(.enabled(if: GPXSchema.isChecked, "\(GPXSchema.absence)"), arguments: [true, false])
  func `a valid random document comes out valid, in both versions`(isVersion10: Bool) throws {
    var failures = Failures()
    var seeds = SplitMix64.forTest()
    for _ in 0..<15 {
      let seed = seeds.next()
      var generator = RandomGPX(seed: seed, kind: .valid, isVersion10: isVersion10)
      let document = Array(generator.document().utf8)
      for version in GPXSchema.allCases {
        let result = try RoundTrip.run(document) {
          RoundTrip.options($0, version == .version10 ? .version10 : .version11)
        }
        let violations = try version.violations(of: Data(result.output))
        if violations != [] { failures.add(seed, violations, [document, result.output]) }
      }
    }
    #expect(failures.descriptions == [], "\(failures.first)")
  }

  /// To write a file back as it came, but valid.
  private static func valid(
    _ header: GeoFileHeader, _ version: GPXWritingOptions.Version? = nil
  ) -> GPXWritingOptions {
    var options = GPXWritingOptions(unchangedSource: header)
    options.version = version
    options.isValidOnly = true
    return options
  }

  @Test(arguments: [true, false])
  func `of a valid random document nothing is left out`(isVersion10: Bool) throws {
    var failures = Failures()
    var seeds = SplitMix64.forTest()
    for _ in 0..<200 {
      let seed = seeds.next()
      var generator = RandomGPX(seed: seed, kind: .valid, isVersion10: isVersion10)
      let document = Array(generator.document().utf8)
      let result = try RoundTrip.run(document) { Self.valid($0) }
      let reasons =
        try RoundTrip.differences(document, result.output) + result.diagnostics.map(\.message)
      if reasons != [] { failures.add(seed, reasons, [document, result.output]) }
    }
    #expect(failures.descriptions == [], "\(failures.first)")
  }

  @Test(.enabled(if: GPXSchema.isChecked, "\(GPXSchema.absence)"), arguments: [true, false])
  func `an odd random document without its invalid parts is valid, in both versions`(
    isVersion10: Bool
  ) throws {
    var failures = Failures()
    var seeds = SplitMix64.forTest()
    for _ in 0..<Self.checkedRounds {
      let seed = seeds.next()
      var generator = RandomGPX(seed: seed, kind: .odd, isVersion10: isVersion10)
      let document = Array(generator.document().utf8)
      for schema in GPXSchema.allCases {
        let version: GPXWritingOptions.Version = schema == .version10 ? .version10 : .version11
        let result = try RoundTrip.run(document) { Self.valid($0, version) }
        let violations = try schema.violations(of: Data(result.output))
        if violations != [] { failures.add(seed, violations, [document, result.output]) }
      }
    }
    #expect(failures.descriptions == [], "\(failures.first)")
  }

  /// How many documents xmllint looks at; `CARTOGRAPHER_ROUNDS` sets it.
  private static let checkedRounds =
    ProcessInfo.processInfo.environment["CARTOGRAPHER_ROUNDS"].flatMap { Int($0) } ?? 15

  @Test(arguments: RandomGPX.Kind.allCases)
  func `the values of a random document survive the other version and the way back`(
    kind: RandomGPX.Kind
  ) throws {
    var failures = Failures()
    var seeds = SplitMix64.forTest()
    for _ in 0..<150 {
      let seed = seeds.next()
      var generator = RandomGPX(seed: seed, kind: kind)
      let document = Array(generator.document().utf8)
      let own: GPXWritingOptions.Version = generator.isVersion10 ? .version10 : .version11
      let other: GPXWritingOptions.Version = generator.isVersion10 ? .version11 : .version10
      let there = try RoundTrip.run(document) { RoundTrip.options($0, other) }
      let back = try RoundTrip.run(there.output) { RoundTrip.options($0, own) }
      let reasons = Self.lost(
        there.document, try RoundTrip.run(back.output).document, isOdd: kind == .odd)
      if reasons != [] { failures.add(seed, reasons, [document, there.output, back.output]) }
    }
    #expect(failures.descriptions == [], "\(failures.first)")
  }

  /// What both versions can say and the second document does not.
  private static func lost(
    _ one: GeoDocument, _ other: GeoDocument, isOdd: Bool
  ) -> [String] {
    var lost: [String] = []
    if one.places.count != other.places.count || one.paths.count != other.paths.count {
      return ["items"]
    }
    for (left, right) in zip(one.places, other.places) {
      if left.coordinate != right.coordinate || left.elevation != right.elevation {
        lost.append("position")
      }
      if left.time != right.time { lost.append("time") }
      if left.name != right.name || left.details != right.details || left.type != right.type {
        lost.append("texts")
      }
      if !isOdd, left.fields.links.first?.href != right.fields.links.first?.href {
        lost.append("link")
      }
      if left.fields.fix != right.fields.fix || left.fields.satellites != right.fields.satellites {
        lost.append("fields")
      }
    }
    let routes = { (document: GeoDocument, kind: GeoPathHeader.Kind) in
      document.paths.filter { $0.header.kind == kind }
    }
    let left = routes(one, .route) + routes(one, .track)
    for (left, right) in zip(left, routes(other, .route) + routes(other, .track)) {
      if left.points.latitudes != right.points.latitudes
        || left.points.segments != right.points.segments
      {
        lost.append("points")
      }
      if left.header.name != right.header.name || left.header.number != right.header.number {
        lost.append("header")
      }
    }
    return lost
  }

  @Test func `numbers and times come back as written`() throws {
    var random = RandomGPX(seed: SplitMix64.forTest().seed, kind: .valid, isVersion10: false)
    let points = (0..<5000).map { _ in
      """
      <trkpt lat="\(random.number(below: 90))" lon="\(random.number(below: 180))">\
      <ele>\(random.number(below: 9000))</ele>\(random.time())</trkpt>
      """
    }
    let document = Array(Reading.gpx("<trk><trkseg>\(points.joined())</trkseg></trk>").utf8)
    let result = try RoundTrip.run(document)
    #expect(try RoundTrip.differences(document, result.output) == [])
    let track = try #require(result.document.paths.first)
    #expect(track.points.count == points.count)
    #expect(track.points.elevations.allSatisfy { !$0.isNaN })
    #expect(track.points.times.allSatisfy { !$0.isNaN })
  }

  @Test func `items of several files keep their meaning in one`() throws {
    var failures = Failures()
    var seeds = SplitMix64.forTest()
    for _ in 0..<200 {
      let seed = seeds.next()
      var generator = RandomGPX(seed: seed, kind: .valid, isVersion10: false)
      let inputs = (0..<3).map { _ in Array(generator.document(hasAsides: false).utf8) }
      let documents = try inputs.map { try RoundTrip.run($0).document }
      let output = try RoundTrip.write(documents).bytes
      let right = try XMLTree(bytes: output)
      let left = try XMLTree.items(of: inputs.map { try XMLTree(bytes: $0) }, rootLike: right)
      let comparison = GPXComparison(left, right)
      if !comparison.areEqual {
        failures.add(seed, comparison.differences.map(\.description), inputs + [output])
      }
    }
    #expect(failures.descriptions == [], "\(failures.first)")
  }

  @Test func `text under the bindings of another root keeps its meaning`() throws {
    var failures = Failures()
    var seeds = SplitMix64.forTest()
    for _ in 0..<200 {
      let seed = seeds.next()
      var generator = RandomGPX(seed: seed, kind: .valid, isVersion10: false)
      let inputs = (0..<2).map { _ in Array(generator.document(hasAsides: false).utf8) }
      var documents = try inputs.map { try RoundTrip.run($0).document }
      let from = documents[0].header
      let onto = documents[1].header
      // The points of the first file's tracks and its places move into the second file.
      for index in documents[0].places.indices {
        documents[0].places[index].kept = documents[0].places[index].kept.map {
          PreservedMarkup.rebound($0, from: from, to: onto)
        }
      }
      documents[0].paths = []
      let moved = GeoDocument(header: onto, places: documents[0].places, paths: [])
      let output = try RoundTrip.write([moved]).bytes
      let right = try XMLTree(bytes: output)
      let left = try XMLTree.items(of: [XMLTree(bytes: inputs[0])], rootLike: right, only: ["wpt"])
      let comparison = GPXComparison(left, right)
      if !comparison.areEqual {
        failures.add(seed, comparison.differences.map(\.description), inputs + [output])
      }
    }
    #expect(failures.descriptions == [], "\(failures.first)")
  }
}

extension XMLTree {
  /// A document with another's root around the items of several, in the order of the schema.
  fileprivate static func items(
    of trees: [XMLTree], rootLike model: XMLTree, only names: [String] = ["wpt", "rte", "trk"]
  ) throws -> XMLTree {
    var joined = XMLTree()
    joined.nodes = [model[0], model[model.root]]
    joined.nodes[0].children = [1]
    joined.nodes[1].children = []
    joined.nodes[1].parent = 0
    joined.root = 1
    for name in names {
      for tree in trees {
        for child in tree[tree.root].children where tree[child].name.local == name {
          joined.append(child, of: tree)
        }
      }
    }
    return joined
  }

  /// Adds a copy of a node and all below it to the root.
  private mutating func append(_ index: Int, of tree: XMLTree) {
    var pending = [(index, 1)]
    while let (source, parent) = pending.popLast() {
      let place = nodes.count
      nodes[parent].children.append(place)
      var node = tree[source]
      let children = node.children
      node.children = []
      node.parent = parent
      nodes.append(node)
      // Later ones first, so that they are taken in order; each stands before its children.
      pending += children.reversed().map { ($0, place) }
    }
  }
}
