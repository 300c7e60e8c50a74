import CartographerCore
import Foundation
import Geodesy
import LogicalDump
import TestSupport
import Testing

/// Repeated imports of a file that changes at random while its items are edited at random.
@Suite struct ImportPropertyTests {
  /// An item of the file. Its comment holds a fixed number that identifies it to the test. The
  /// program does not match items by their comments.
  private struct Item {
    enum Kind: CaseIterable { case place, route, track }
    let number: Int
    var kind: Kind
    var name: String?
    var latitudes: [Double]
    var longitude: Double
    var details: String
    var hour: Int?

    var text: String {
      let head =
        (name.map { "<name>\($0)</name>" } ?? "") + "<cmt>#\(number)#</cmt><desc>\(details)</desc>"
      func points(_ element: String) -> String {
        latitudes.enumerated().map { index, latitude in
          let time = hour.map {
            "<time>2026-07-\(String(format: "%02dT%02d:%02d", 1 + number % 28, $0, index))"
              + ":00Z</time>"
          }
          return "<\(element) lat=\"\(latitude)\" lon=\"\(longitude)\">\(time ?? "")</\(element)>"
        }.joined()
      }
      return switch kind {
      case .place: "<wpt lat=\"\(latitudes[0])\" lon=\"\(longitude)\">\(head)</wpt>"
      case .route: "<rte>\(head)\(points("rtept"))</rte>"
      case .track: "<trk>\(head)<trkseg>\(points("trkpt"))</trkseg></trk>"
      }
    }
  }

  /// The current content of the file.
  private struct File {
    var items: [Item] = []
    private var count = 0
    /// The earlier names of removed and renamed items, nil for items without a name: a new item
    /// with such a name would match an edited item of the library, which keeps its name.
    private var lost: Set<String?> = []

    var text: String {
      let order: [Item.Kind] = [.place, .route, .track]
      return GPXText.file(
        order.flatMap { kind in items.filter { $0.kind == kind } }.map(\.text).joined())
    }

    mutating func add(_ random: inout SplitMix64) {
      let kind = Item.Kind.allCases.randomElement(using: &random) ?? .place
      let start = 40 + Double(count % 50) / 10
      // Some paths start at the same point.
      let sharedStart = Bool.random(using: &random) ? [39.5] : []
      let name = ["Track 1", "Home", "Day", nil].randomElement(using: &random) ?? nil
      let latitudes = GPXText.latitudes(from: start, Int.random(in: 6...12, using: &random))
      items.append(
        Item(
          number: count, kind: kind,
          name: lost.contains(name) ? "New \(count)" : name,
          latitudes: kind == .place ? [start] : sharedStart + latitudes,
          longitude: 7 + Double(count / 50),
          details: "first",
          hour: kind == .track && Bool.random(using: &random) ? 6 + count % 12 : nil))
      count += 1
    }

    /// Changes a few items, each once.
    mutating func change(_ random: inout SplitMix64) {
      for index in items.indices.shuffled(using: &random).prefix(3) {
        switch Int.random(in: 0..<5, using: &random) {
        case 0:
          let name = "Named \(Int.random(in: 0..<3, using: &random))"
          if !lost.contains(name) {
            lost.insert(items[index].name)
            items[index].name = name
          }
        case 1: items[index].details = "\(Int.random(in: 0..<99, using: &random))"
        case 2 where items[index].kind == .place:
          // A moved place without a name could match any other one.
          if items[index].name != nil { items[index].latitudes[0] += 0.002 }
        case 2, 3:
          let point = items[index].latitudes.indices.randomElement(using: &random) ?? 0
          if items[index].kind != .place { items[index].latitudes[point] += 0.0301 }
        default:
          guard items[index].kind != .place, let last = items[index].latitudes.last else { break }
          items[index].latitudes.append(last + 0.001)
        }
      }
      if Bool.random(using: &random), items.count > 6 {
        let item = items.remove(at: Int.random(in: 0..<items.count, using: &random))
        lost.insert(item.name)
      }
      if Bool.random(using: &random) { add(&random) }
      if Bool.random(using: &random) { items.shuffle(using: &random) }
    }
  }

  /// The content of an item that a user can edit.
  private struct Content: Equatable {
    var name: String
    var details: String?
    var notes: String
    var isTrashed: Bool
    var latitudes: [Double]
  }

  private func contents(_ library: Library) async throws -> [ItemID: Content] {
    let snapshot = try await library.snapshot()
    var contents: [ItemID: Content] = [:]
    for place in snapshot.places {
      contents[place.id] = Content(
        name: place.name, details: place.details, notes: place.notes,
        isTrashed: place.trashed != nil, latitudes: [place.coordinate.latitude])
    }
    for path in snapshot.paths {
      contents[path.id] = Content(
        name: path.name, details: path.details, notes: path.notes,
        isTrashed: path.trashed != nil,
        latitudes: try await library.geometry(path.id)?.columns.latitudes ?? [])
    }
    return contents
  }

  /// Returns the items with the numbers in their comments.
  private func numbers(_ library: Library) async throws -> [(number: String, id: ItemID)] {
    let snapshot = try await library.snapshot()
    return snapshot.places.map { ($0.comment ?? "", $0.id) }
      + snapshot.paths.map { ($0.comment ?? "", $0.id) }
  }

  /// Edits some items at random, as a user would.
  ///
  /// - Returns: The items whose content was changed.
  private func editAtRandom(
    _ library: Library, _ random: inout SplitMix64
  ) async throws -> [ItemID] {
    var edited: [ItemID] = []
    let all = try await contents(library)
    for id in all.keys.sorted().shuffled(using: &random).prefix(2) where all[id]?.isTrashed == false
    {
      switch Int.random(in: 0..<6, using: &random) {
      case 0 where id.kind == .path:
        _ = try await library.apply(.set(.name, of: [id], to: "Mine"))
        edited.append(id)
      case 1:
        _ = try await library.apply(.set(.details, of: [id], to: "mine"))
        edited.append(id)
      case 2 where id.kind == .path:
        let keys = try await library.geometry(id)?.keys ?? []
        if let key = keys.last {
          _ = try await library.apply(
            .editPoints(of: id, .move(key: key, to: .init(latitude: 1, longitude: 1))))
          edited.append(id)
        }
      case 3: _ = try await library.apply(.set(.notes, of: [id], to: "cold"))
      case 4: _ = try await library.apply(.createGroup(name: "G", members: [id]))
      case 5: _ = try await library.apply(.trash([id]))
      default: break
      }
    }
    return edited
  }

  @Test(arguments: 0..<4)
  func `repeated imports of a changing file lose, duplicate or overwrite no item`(
    run: Int
  ) async throws {
    var random = SplitMix64.forTest("ImportPropertyTests \(run)")
    let library = try await Library.ticking()
    try await TemporaryDirectory.with { folder in
      let path = folder.appending(path: "tour.gpx")
      var file = File()
      for _ in 0..<9 { file.add(&random) }
      try Data(file.text.utf8).write(to: path)
      _ = try await library.importFile(.file(path))
      var editedItems: Set<ItemID> = []
      var reported: Set<ItemID> = []
      for round in 0..<15 {
        editedItems.formUnion(try await editAtRandom(library, &random))
        file.change(&random)
        let before = (try await library.dump(), try await contents(library))
        try Data(file.text.utf8).write(to: path)
        let dry = try await library.importFile(
          .file(path), options: ImportOptions(isDryRun: true))
        #expect(try await library.dump() == before.0)
        let report = try await library.importFile(.file(path))
        let note = Comment(rawValue: "round \(round): \(report.diagnostics)")
        if report.status == .unchanged { continue }
        #expect(dry.changes == report.changes && dry.updated == report.updated, note)
        #expect(dry.diagnostics == report.diagnostics, note)

        let after = try await contents(library)
        for id in editedItems { #expect(after[id] == before.1[id], note) }
        for (id, content) in before.1 {
          #expect(after[id]?.notes == content.notes && after[id]?.isTrashed == content.isTrashed)
        }
        let stored = try await numbers(library)
        // An edited item is recognised by its edited content. If the file changes the item further,
        // it may be added again; the report then says that the edited item is no longer in the
        // file.
        let duplicates = Dictionary(grouping: stored, by: \.number).values
          .flatMap { $0.dropLast().map(\.id) }
        #expect(editedItems.isSuperset(of: duplicates), note)
        for id in duplicates where before.1[id] != nil && !reported.contains(id) {
          let text = "\(id) ("
          #expect(
            report.diagnostics.contains {
              $0.code == "update.gone" && $0.message.hasPrefix(text)
            } || before.1[id]?.isTrashed == true, note)
          reported.insert(id)
        }
        #expect(Set(stored.map(\.number)).isSuperset(of: file.items.map { "#\($0.number)#" }), note)
        try await requireContent(of: file, library, stored, after, except: editedItems, note)
        try await requireExport(of: file, library, report, stored, after, note)

        let now = try await library.dump()
        _ = try await library.undo()
        #expect(try await library.dump() == before.0, note)
        _ = try await library.redo()
        #expect(try await library.dump() == now)
        #expect(try await library.importFile(.file(path)).status == .unchanged, note)
      }
    }
  }

  /// Requires that each item that was not edited has its content in the file.
  private func requireContent(
    of file: File, _ library: Library, _ stored: [(number: String, id: ItemID)],
    _ contents: [ItemID: Content], except editedItems: Set<ItemID>, _ note: Comment
  ) async throws {
    for item in file.items {
      let id = try #require(stored.last { $0.number == "#\(item.number)#" }?.id)
      guard !editedItems.contains(id), let content = contents[id] else { continue }
      #expect(content.latitudes == item.latitudes && content.details == item.details, note)
      if let name = item.name { #expect(content.name == name, note) }
    }
  }

  /// Requires that exporting the newest import writes all items of the file, edited ones too.
  private func requireExport(
    of file: File, _ library: Library, _ report: ImportReport,
    _ stored: [(number: String, id: ItemID)], _ contents: [ItemID: Content], _ note: Comment
  ) async throws {
    let newest = Dictionary(stored.map { ($0.number, $0.id) }) { max($0, $1) }
    let shown = newest.filter { contents[$0.value]?.isTrashed == false }.keys
    let wanted = Set(file.items.map { "#\($0.number)#" }).intersection(shown)
    guard !wanted.isEmpty else { return }
    let text = try await library.exportedText([try #require(report.importID)])
    let written = text.matches(of: /#[0-9]+#/).map { String($0.output) }
    #expect(Set(written) == wanted && written.count == wanted.count, note)
  }
}
