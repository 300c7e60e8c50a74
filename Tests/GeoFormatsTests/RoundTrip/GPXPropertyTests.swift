import Foundation
import GPXCompare
import GeoFormats
import TestSupport
import Testing

/// The random documents that violate a property.
private struct Failures {
  private(set) var descriptions: [String] = []
  /// The texts of the first failure, or of the last one whose output is not well-formed.
  private(set) var first = ""

  mutating func add(_ seed: UInt64, _ reasons: [String], _ documents: [[UInt8]]) {
    if descriptions.isEmpty || reasons == ["the output is not well-formed"] {
      first = documents.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "\n----\n")
    }
    descriptions.append("seed \(seed): \(reasons.prefix(3).joined(separator: "; "))")
  }
}

/// Property tests of the round trip with random documents.
@Suite struct GPXPropertyTests {
  @Test(arguments: RandomGPX.Kind.allCases)
  func `repeated round trips of a random document preserve its content and layout`(
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
        failures.add(seed, ["the output is not well-formed"], [document, first.output])
        continue
      }
      let differences =
        try RoundTrip.differences(document, first.output)
        + RoundTrip.differences(first.output, second.output)
      if second.report.totals[.orderNormalised] != nil {
        failures.add(seed, ["the elements are still out of order"], [document, first.output])
      } else if differences != [] {
        failures.add(seed, differences, [document, first.output])
      } else if third.output != second.output || (kind == .valid && second.output != first.output) {
        // The first round trip may reorder elements, and the second may then change the layout.
        failures.add(
          seed, ["the layout still changes"], [first.output, second.output, third.output])
      }
    }
    #expect(failures.descriptions == [], "\(failures.first)")
  }

  @Test(.enabled(if: GPXSchema.isChecked, "\(GPXSchema.absence)"), arguments: [true, false])
  func `a valid random document is written as a valid file in both GPX versions`(isVersion10: Bool)
    throws
  {
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

  /// Returns options that write a file back unchanged, but without its invalid parts.
  private static func validOnlyOptions(
    _ header: GeoFileHeader, _ version: GPXVersion? = nil
  ) -> GeoWritingOptions {
    var options = GeoWritingOptions(unchangedSource: header)
    options.gpxVersion = version
    options.isValidOnly = true
    return options
  }

  @Test(arguments: [true, false])
  func `nothing is left out of a valid random document`(isVersion10: Bool) throws {
    var failures = Failures()
    var seeds = SplitMix64.forTest()
    for _ in 0..<200 {
      let seed = seeds.next()
      var generator = RandomGPX(seed: seed, kind: .valid, isVersion10: isVersion10)
      let document = Array(generator.document().utf8)
      let result = try RoundTrip.run(document) { Self.validOnlyOptions($0) }
      let reasons =
        try RoundTrip.differences(document, result.output) + result.diagnostics.map(\.message)
      if reasons != [] { failures.add(seed, reasons, [document, result.output]) }
    }
    #expect(failures.descriptions == [], "\(failures.first)")
  }

  @Test(.enabled(if: GPXSchema.isChecked, "\(GPXSchema.absence)"), arguments: [true, false])
  func `an odd random document written without invalid parts is valid in both versions`(
    isVersion10: Bool
  ) throws {
    var failures = Failures()
    var seeds = SplitMix64.forTest()
    for _ in 0..<Self.checkedRounds {
      let seed = seeds.next()
      var generator = RandomGPX(seed: seed, kind: .odd, isVersion10: isVersion10)
      let document = Array(generator.document().utf8)
      for schema in GPXSchema.allCases {
        let version: GPXVersion = schema == .version10 ? .version10 : .version11
        let result = try RoundTrip.run(document) { Self.validOnlyOptions($0, version) }
        let violations = try schema.violations(of: Data(result.output))
        if violations != [] { failures.add(seed, violations, [document, result.output]) }
      }
    }
    #expect(failures.descriptions == [], "\(failures.first)")
  }

  /// The number of documents checked by xmllint: 15, unless `CARTOGRAPHER_ROUNDS` is set.
  private static let checkedRounds =
    ProcessInfo.processInfo.environment["CARTOGRAPHER_ROUNDS"].flatMap { Int($0) } ?? 15

  @Test(arguments: RandomGPX.Kind.allCases)
  func `the values of a random document survive conversion to the other version and back`(
    kind: RandomGPX.Kind
  ) throws {
    var failures = Failures()
    var seeds = SplitMix64.forTest()
    for _ in 0..<150 {
      let seed = seeds.next()
      var generator = RandomGPX(seed: seed, kind: kind)
      let document = Array(generator.document().utf8)
      let own: GPXVersion = generator.isVersion10 ? .version10 : .version11
      let other: GPXVersion = generator.isVersion10 ? .version11 : .version10
      let there = try RoundTrip.run(document) { RoundTrip.options($0, other) }
      let back = try RoundTrip.run(there.output) { RoundTrip.options($0, own) }
      let reasons = Self.lostValues(
        there.document, try RoundTrip.run(back.output).document, isOdd: kind == .odd)
      if reasons != [] { failures.add(seed, reasons, [document, there.output, back.output]) }
    }
    #expect(failures.descriptions == [], "\(failures.first)")
  }

  /// Returns the kinds of values supported by both versions that the second document has lost.
  private static func lostValues(
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
    let paths = { (document: GeoDocument, kind: GeoPathHeader.Kind) in
      document.paths.filter { $0.header.kind == kind }
    }
    let left = paths(one, .route) + paths(one, .track)
    for (left, right) in zip(left, paths(other, .route) + paths(other, .track)) {
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

  @Test func `numbers and times survive a round trip unchanged`() throws {
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

  @Test func `items of several files keep their meaning when written into one file`() throws {
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

  @Test func `preserved markup keeps its meaning under another root's namespace bindings`() throws {
    var failures = Failures()
    var seeds = SplitMix64.forTest()
    for _ in 0..<200 {
      let seed = seeds.next()
      var generator = RandomGPX(seed: seed, kind: .valid, isVersion10: false)
      let inputs = (0..<2).map { _ in Array(generator.document(hasAsides: false).utf8) }
      var documents = try inputs.map { try RoundTrip.run($0).document }
      let from = documents[0].header
      let onto = documents[1].header
      // The places of the first file move into the second file.
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
  /// Returns a document with the model's root and the items of all trees in schema order.
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

  /// Adds a copy of a node and its descendants to the root.
  private mutating func append(_ index: Int, of tree: XMLTree) {
    var pending = [(index, 1)]
    while let (source, parent) = pending.popLast() {
      let newIndex = nodes.count
      nodes[parent].children.append(newIndex)
      var node = tree[source]
      let children = node.children
      node.children = []
      node.parent = parent
      nodes.append(node)
      // Reversed, so that children are popped in order and each node precedes its children.
      pending += children.reversed().map { ($0, newIndex) }
    }
  }
}
