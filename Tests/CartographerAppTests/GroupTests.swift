import CartographerCore
import CartographerPresentation
import Geodesy
import TerminalUI
import Testing

@testable import CartographerApp

/// Editing the groups of items, and the totals shown for a group.
@Suite struct GroupTests {
  let editor = EditorDriver()

  private typealias Mark = GroupPicker.Mark

  @Test(arguments: [
    (GroupPicker.Mark.all, [GroupPicker.Mark.none, .all, .none]),
    (.none, [.all, .none, .all]), (.some, [.all, .none, .some]),
  ])
  func `space cycles through the marks that a group can have`(
    _ initial: GroupPicker.Mark, _ marks: [GroupPicker.Mark]
  ) {
    let group = SampleLibrary.alps
    var picker = GroupPicker(items: [ItemID(.path, 1)], initial: [group: initial])
    for mark in marks {
      picker.toggle(group)
      #expect(picker.mark(of: group) == mark)
      #expect((picker.changes[group] == nil) == (mark == initial))
    }
  }

  @Test(arguments: ["d", "e", "R", "m"])
  func `in the groups column, no key acts on the list's selected item`(key: String) {
    editor.press("0 j \(key)")
    #expect(editor.writes.isEmpty)
    #expect(editor.state.overlay == nil)
    #expect(editor.text.contains("acts on the list"))
  }

  @Test func `the message after colouring a group names the paths that keep their own colours`()
    throws
  {
    let editor = EditorDriver()
    let group = try #require(editor.library.content.snapshot.groups.first).id
    let member = try #require(
      editor.library.content.snapshot.paths.first { $0.groups.contains(group) }
    ).id
    editor.send(
      .written(
        .edit(.set(.colour, of: [group], to: "#2E933C")),
        EditResult(title: ChangeTitle(.colour, "Alps 2026 #2E933C")), editor.library.index, []))
    #expect(editor.state.toast?.text.contains("keep") == false)
    var content = editor.library.content
    let position = try #require(content.snapshot.paths.firstIndex { $0.id == member })
    content.snapshot.paths[position].colour = "#D7263D"
    let other = EditorDriver(content)
    other.send(
      .written(
        .edit(.set(.colour, of: [group], to: "#2E933C")),
        EditResult(title: ChangeTitle(.colour, "Alps 2026 #2E933C")), other.library.index, []))
    #expect(
      other.state.toast?.text.contains(
        "1 path keeps its own colour (to change it, press enter a C in the group)") == true,
      "\(other.state.toast?.text ?? "")")
  }

  @Test func `esc cancels changed memberships, and enter writes them as one change`() {
    editor.press("a m space down space esc")
    #expect(editor.writes.isEmpty)
    let marked = editor.state.list.marks
    editor.press("m")
    #expect(editor.text.contains("[-] Alps 2026"))
    #expect(editor.text.contains("[-] TMB"))
    editor.press("space down space space enter")
    guard case .together(let edits)? = editor.writes.first, editor.writes.count == 1,
      edits.count == 2,
      case .addToGroups(let added, let joined) = edits[0],
      case .removeFromGroups(let removed, let left) = edits[1]
    else {
      Issue.record("\(editor.writes)")
      return
    }
    #expect(Set(added) == marked)
    #expect(Set(removed) == marked)
    #expect(joined == [SampleLibrary.alps])
    #expect(left == [SampleLibrary.tmb])
    editor.press("u")
    guard case .undo? = editor.writes.last else {
      Issue.record("\(editor.writes)")
      return
    }
  }

  @Test func `the map highlights the selected group in its colour`() throws {
    editor.press("g r")
    if editor.state.list.selected != SampleLibrary.alps { editor.press("j") }
    let scene = editor.state.mapScene
    #expect(scene.marked == Set(editor.state.index.members(of: SampleLibrary.alps)))
    #expect(scene.marked.count > 3)
    let blue = try #require(RGBColour(hexadecimal: "#2F6FDE"))
    #expect(scene.markedRole == .custom(blue))
    editor.press("g p")
    #expect(editor.state.mapScene.marked.isEmpty)
    #expect(editor.state.mapScene.markedRole == .marked)
  }

  @Test(arguments: [Size(columns: 80, rows: 24), Size(columns: 120, rows: 40)])
  func `the details of a group show the total length and ascent of its paths`(size: Size) {
    let editor = EditorDriver(size: size)
    editor.press("g r")
    if editor.state.list.selected != SampleLibrary.alps { editor.press("j") }
    let members = editor.state.index.members(of: SampleLibrary.alps)
      .compactMap { editor.state.library.measures(of: $0) }
    let length = editor.state.settings.units.length(
      metres: members.reduce(0) { $0 + $1.lengthMetres })
    let ascent = editor.state.settings.units.elevation(
      metres: members.compactMap(\.ascentMetres).reduce(0, +))
    #expect(editor.text.contains(length))
    #expect(editor.text.contains("↑\(ascent)"))
  }

  @Test func `in the groups column, details, map and statistics are those of the group`() {
    var sample = SampleLibrary.content()
    sample.snapshot.paths[0].kind = .route
    let editor = EditorDriver(sample, size: Size(columns: 200, rows: 60))
    let path = editor.selectedName ?? ""
    let content = editor.state.layout.content(of: .detail) ?? Rect(size: .zero)
    func details() -> String {
      ItemWords(state: editor.state).detail(in: content.size)?.map(\.text.string)
        .joined(separator: "\n") ?? ""
    }
    #expect(details().contains(path))
    editor.press("0 j")
    let group = editor.state.columnGroup
    #expect(details().hasPrefix(group?.name ?? "-"))
    #expect(editor.text.contains(details().split(separator: "\n").last ?? "-"))
    let members = editor.state.index.members(of: group?.id ?? SampleLibrary.tmb)
    let measures = members.compactMap { editor.state.library.measures(of: $0) }
    let units = editor.state.settings.units
    for fact in [
      units.length(metres: measures.reduce(0) { $0 + $1.lengthMetres }),
      "↑" + units.elevation(metres: measures.compactMap(\.ascentMetres).reduce(0, +)),
      "\(measures.count) paths (\(measures.count - 1) tracks, 1 route), ", "places", "Days",
    ] {
      #expect(details().contains(fact), "\(fact)")
    }
    #expect(editor.state.mapScene.marked == Set(members))
    editor.press("g s")
    guard let report = editor.state.overlays.top(as: StatisticsBox.self) else {
      Issue.record("the statistics did not open")
      return
    }
    #expect(report.title == group?.name)
    #expect(report.request.subjects.count == measures.count)
    editor.press("esc k")
    #expect(details().hasPrefix("Everything"))
    #expect(details().contains("\(editor.state.index.snapshot.paths.count) paths"))
    #expect(editor.state.mapScene.marked.isEmpty)
    editor.press("1")
    #expect(details().contains(path))
  }

  @Test func `g i opens the itinerary of the group selected in the groups column`() throws {
    let editor = EditorDriver(size: Size(columns: 200, rows: 60))
    editor.press("0 j enter 0 j")
    let group = try #require(editor.state.columnGroup?.id)
    let scope = editor.state.list.scope
    #expect(scope != group)
    editor.press("g i")
    #expect(editor.state.itinerary?.group == group)
    editor.press("esc")
    #expect(editor.state.mode == .browse && editor.state.focus == .groups)
    #expect(editor.state.list.scope == scope && editor.state.columnGroup?.id == group)
  }

  @Test func `a generated name is dimmed and in parentheses`() throws {
    var content = SampleLibrary.content()
    content.snapshot.paths[0].isNameMadeUp = true
    let name = content.snapshot.paths[0].name
    let id = content.snapshot.paths[0].id
    let editor = EditorDriver(content, size: Size(columns: 120, rows: 40))
    let words = ItemWords(state: editor.state)
    #expect(words.row(id).style == Style(.dim))
    #expect(words.row(id).label.string == "(\(name))")
    let item = try #require(editor.state.index[id])
    let details = words.detail(of: item, in: Size(columns: 60, rows: 30))
    #expect(details.first?.text.string == "(\(name))")
  }
}
