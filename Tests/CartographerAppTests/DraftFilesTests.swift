import CartographerCore
import Foundation
import Geodesy
import TestSupport
import Testing

@testable import CartographerApp

/// The files beside a store that keep drafts.
@Suite struct DraftFilesTests {
  private let folder: TemporaryDirectory
  private let now = Date(timeIntervalSinceReferenceDate: 806_000_000)

  init() throws { folder = try TemporaryDirectory() }

  private var store: URL { folder.file("trip.store") }

  private func draft(_ count: Int) -> Draft {
    Draft(
      .drawing(
        (0..<count).map { Coordinate(latitude: 45.123456789, longitude: Double($0)) },
        name: ""))
  }

  private func contents(_ drafts: [Draft]) -> [Draft.Content] { drafts.map(\.content) }

  @Test func `drafts come back as they were written, in a file that only the user can read`()
    throws
  {
    let form = DraftForm(
      purpose: .points(of: ItemID(.path, 3), keys: [4, 9]), title: "Edit “2” points\n",
      fields: [
        DraftForm.Field(kind: .elevation, label: "Elevation", initial: "", text: "1 840 🏔"),
        DraftForm.Field(kind: .text(.notes), label: "Notes", initial: "a", text: ""),
      ])
    let written = [draft(3), Draft(.form(form))]
    var files = DraftFiles(store: store)
    try files.write(written, now: now)
    #expect(folder.names == ["trip.store.drafts"])
    let attributes = try FileManager.default.attributesOfItem(
      atPath: folder.file("trip.store.drafts").path)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    files.close()
    var next = DraftFiles(store: store)
    let found = next.recover(now: now)
    #expect(contents(found.drafts) == contents(written))
    #expect(found.drafts.allSatisfy { $0.changed == now })
    next.close()
  }

  @Test(
    arguments: [
      .edit([ItemID(.path, 3), ItemID(.location, 4)]), .colour([ItemID(.group, 3)]), .newPlace,
      .newGroup(members: []), .newGroup(members: [ItemID(.path, 1)]), .newPath,
      .stops([StopID(5)], of: ItemID(.group, 2)),
      .stops([StopID(5), StopID(7)], of: ItemID(.group, 2)), .firstDay(ItemID(.group, 2)),
    ] as [FormState.Purpose])
  func `the draft of every kind of form comes back`(purpose: FormState.Purpose) throws {
    let draft = Draft(.form(DraftForm(purpose: purpose, title: "T", fields: [])), changed: now)
    #expect(DraftFormat.decode(try DraftFormat.encode([draft], now: now)) == [draft])
  }

  @Test(
    arguments: [
      OpenOperation.Subject(kind: .simplify, paths: [ItemID(.path, 3)], range: nil, point: nil),
      OpenOperation.Subject(
        kind: .join, paths: [ItemID(.path, 9), ItemID(.path, 3)], range: nil, point: nil),
      OpenOperation.Subject(kind: .times, paths: [ItemID(.path, 3)], range: 4..<9, point: 8),
    ])
  func `the draft of a preview comes back`(subject: OpenOperation.Subject) throws {
    let preview = DraftPreview(
      subject: subject, title: "Simplify “Ridge”",
      fields: [
        DraftPreview.Field(kind: .tolerance, label: "Tolerance", initial: "10m", text: "75m")
      ])
    let draft = Draft(.preview(preview), changed: now)
    #expect(DraftFormat.decode(try DraftFormat.encode([draft], now: now)) == [draft])
  }

  @Test func `a draft with the earlier name of a command comes back`() throws {
    let purpose = FormState.Purpose.stops([StopID(5)], of: ItemID(.group, 2))
    let draft = Draft(.form(DraftForm(purpose: purpose, title: "T", fields: [])), changed: now)
    let written = String(decoding: try DraftFormat.encode([draft], now: now), as: UTF8.self)
    #expect(written.contains("edit-stop"))
    let earlier = Data(written.replacing("edit-stop", with: "edit-entry").utf8)
    #expect(DraftFormat.decode(earlier) == [draft])
  }

  @Test func `two editors on one store keep their drafts apart`() throws {
    var first = DraftFiles(store: store)
    var second = DraftFiles(store: store)
    #expect(first.recover(now: now).drafts.isEmpty)
    try first.write([draft(1)], now: now)
    #expect(second.recover(now: now).drafts.isEmpty, "the draft of a running editor is not offered")
    try second.write([draft(2)], now: now)
    try first.write([draft(3)], now: now)
    #expect(folder.names == ["trip.store.drafts", "trip.store.drafts-2"])
    first.close()
    second.close()
    var third = DraftFiles(store: store)
    let found = third.recover(now: now).drafts
    #expect(contents(found) == contents([draft(3), draft(2)]))
    try third.write(found, now: now)
    #expect(folder.names == ["trip.store.drafts"], "the drafts of both editors are in one file now")
    try third.write([], now: now)
    #expect(folder.names.isEmpty)
    third.close()
  }

  @Test func `drafts keep their time while unchanged, and are forgotten after 30 days`() throws {
    var files = DraftFiles(store: store)
    try files.write([draft(1)], now: now)
    try files.write([draft(1), draft(2)], now: now.addingTimeInterval(60))
    files.close()
    var next = DraftFiles(store: store)
    let later = now.addingTimeInterval(DraftFiles.lifetimeSeconds + 30)
    #expect(contents(next.recover(now: later).drafts) == contents([draft(2)]))
    next.close()
    var last = DraftFiles(store: store)
    #expect(last.recover(now: later.addingTimeInterval(60)).drafts.isEmpty)
    #expect(folder.names.isEmpty, "a file without valid drafts is removed")
    last.close()
  }

  @Test(arguments: [
    "{\"version\":2,\"drafts\":[]}", "not JSON", "{\"version\":1,\"drafts\":[{\"changed\":1}]}",
    """
    {"version":1,"drafts":[{"changed":"2026-11-20T10:00:00Z","form":{"purpose":"dance",\
    "title":"T","fields":[]}}]}
    """,
    """
    {"version":1,"drafts":[{"changed":"2026-11-20T10:00:00Z","points":[[91,0]]}]}
    """,
    """
    {"version":1,"drafts":[{"changed":"2026-11-20T10:00:00Z","preview":{"operation":"dance",\
    "paths":["P1"],"title":"T","fields":[]}}]}
    """,
    """
    {"version":1,"drafts":[{"changed":"2026-11-20T10:00:00Z","preview":{"operation":"simplify",\
    "paths":["P1"],"range":[4,2],"title":"T","fields":[]}}]}
    """,
  ])
  func `a file that this version cannot read is kept unchanged and reported`(text: String) throws {
    try folder.write(text, to: "trip.store.drafts")
    var files = DraftFiles(store: store)
    let found = files.recover(now: now)
    #expect(found.drafts.isEmpty)
    #expect(found.unreadable == [folder.file("trip.store.drafts").path])
    try files.write([draft(1)], now: now)
    files.close()
    #expect(
      try String(contentsOf: folder.file("trip.store.drafts"), encoding: .utf8) == text)
    #expect(folder.names == ["trip.store.drafts", "trip.store.drafts-2"])
  }

  @Test func `editors that start do not disturb the writing of another editor's drafts`() throws {
    var files = DraftFiles(store: store)
    try files.write([draft(1)], now: now)
    // A thread, because a task that never suspends would keep other tests from running.
    let ended = DispatchSemaphore(value: 0)
    let thread = Thread { [store, now] in
      while !Thread.current.isCancelled {
        var other = DraftFiles(store: store)
        #expect(other.recover(now: now).drafts.isEmpty)
        other.close()
      }
      ended.signal()
    }
    thread.start()
    let failures = (2...150).filter { count in
      (try? files.write([draft(count)], now: now)) == nil
    }
    thread.cancel()
    ended.wait()
    #expect(failures.isEmpty)
    files.close()
    var next = DraftFiles(store: store)
    #expect(contents(next.recover(now: now).drafts) == contents([draft(150)]))
    next.close()
  }

  @Test func `an interrupted write is cleaned up, and an empty file is no error`() throws {
    try folder.write("{\"vers", to: "trip.store.drafts.new")
    try folder.write("", to: "trip.store.drafts")
    var files = DraftFiles(store: store)
    let found = files.recover(now: now)
    #expect(found.drafts.isEmpty && found.unreadable.isEmpty)
    #expect(folder.names.isEmpty)
    files.close()
  }

  @Test func `a symbolic link is neither read nor replaced`() throws {
    try folder.write("secret", to: "other")
    try FileManager.default.createSymbolicLink(
      at: folder.file("trip.store.drafts"), withDestinationURL: folder.file("other"))
    var files = DraftFiles(store: store)
    #expect(files.recover(now: now).unreadable.isEmpty)
    try files.write([draft(1)], now: now)
    try files.write([], now: now)
    files.close()
    #expect(try String(contentsOf: folder.file("other"), encoding: .utf8) == "secret")
    #expect(folder.names == ["other", "trip.store.drafts"])
  }

  @Test func `drafts that are too large are refused, and the file stays as it was`() throws {
    var files = DraftFiles(store: store)
    try files.write([draft(1)], now: now)
    let text = String(repeating: "a", count: DraftFormat.limitBytes)
    let field = DraftForm.Field(kind: .text(.notes), label: "Notes", initial: "", text: text)
    let large = Draft(.form(DraftForm(purpose: .newPlace, title: "T", fields: [field])))
    #expect {
      try files.write([large], now: now)
    } throws: { error in
      ((error as? EditorFailure)?.message ?? "").contains("larger than 8 MB")
    }
    files.close()
    var next = DraftFiles(store: store)
    #expect(contents(next.recover(now: now).drafts) == contents([draft(1)]))
    next.close()
  }

  @Test func `a file that was deleted is written again`() throws {
    var files = DraftFiles(store: store)
    try files.write([draft(1)], now: now)
    try FileManager.default.removeItem(at: folder.file("trip.store.drafts"))
    try files.write([draft(2)], now: now)
    #expect(folder.names == ["trip.store.drafts"])
    files.close()
  }

  @Test func `a folder that cannot be written gives a reason`() throws {
    var files = DraftFiles(store: folder.file("missing/trip.store"))
    #expect {
      try files.write([draft(1)], now: now)
    } throws: { error in
      "\((error as? EditorFailure)?.message ?? "")".contains("No such file or directory")
    }
  }

  @Test func `the writer writes the last drafts before it ends`() throws {
    let writer = DraftWriter(store: store) { Issue.record("\($0)") }
    _ = writer.recover()
    for count in 1...50 { writer.write([draft(count)]) }
    writer.end(with: [draft(51)])
    var next = DraftFiles(store: store)
    #expect(contents(next.recover(now: Date()).drafts) == contents([draft(51)]))
    next.close()
  }
}
