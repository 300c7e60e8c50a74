import CartographerCore
import CartographerPresentation
import Foundation
import Geodesy
import TerminalUI
import Testing

@testable import CartographerApp

/// Operations on paths, looked at before they are done.
@Suite struct TrialTests {
  let editor = EditorDriver()
  let path = ItemID(.path, 1)

  private var trial: TrialState? {
    if case .trial(let trial) = editor.state.mode { trial } else { nil }
  }

  private var count: Int { editor.library.content.points[path]?.count ?? 0 }

  @Test func `simplifying shows what goes, and escape leaves everything as it was`() {
    let before = editor.library.content.points
    editor.press("S")
    #expect(editor.state.modeName == "PREVIEW")
    #expect(trial?.preview?.before.points == 40)
    let first = trial?.preview?.after.points
    editor.press("l l l l")
    #expect((trial?.preview?.after.points ?? 40) < (first ?? 0))
    #expect(editor.text.contains("before"))
    editor.press("esc")
    #expect(editor.state.mode == .browse)
    #expect(editor.library.content.points == before)
    #expect(editor.library.done.isEmpty)
  }

  @Test func `enter does what was shown, as one entry that undo takes back`() {
    editor.press("S l l l l")
    let shown = trial?.preview?.after.points
    editor.press("enter")
    #expect(count == shown)
    #expect(editor.library.done.count == 1)
    #expect(editor.state.paths[path]?.count == shown)
    editor.press("u")
    #expect(count == 40)
  }

  @Test func `what matters to a path is found once, and other tolerances are compared with it`() {
    editor.press("S")
    let known = trial?.preview?.simplifications[path]?.significance
    editor.press("l")
    #expect(known != nil)
    #expect(trial?.pending == nil)
    #expect(editor.questions == 2)
    let asked = editor.effects.compactMap { effect -> TrialRequest? in
      if case .tryOut(let request) = effect { request } else { nil }
    }
    #expect(asked[0].known == nil)
    #expect(asked[1].known?.simplifications[path]?.significance == known)
  }

  @Test func `a value is typed, with its unit, and what cannot be read is said beside it`() {
    editor.press("S")
    editor.type("50m")
    #expect(trial?.plan == .perform(.simplify(toleranceMetres: 50)))
    editor.press("backspace")
    editor.type("x")
    #expect(editor.text.contains("a length such as"))
    editor.press("enter")
    #expect(trial != nil)
    #expect(editor.library.done.isEmpty)
    editor.press("e ctrl-u")
    editor.type("2km")
    editor.press("esc")
    #expect(trial?.form.text(.tolerance) == "50x", "escape takes back what was typed alone")
  }

  @Test func `a range confines it, and the rest stays`() {
    editor.press("enter j v j")
    editor.press("S")
    #expect(trial?.range == 10..<21)
    editor.press("l l l l l l l l l enter")
    let points = editor.library.content.points[path] ?? []
    #expect(points.count == 31)
    #expect(editor.state.modeName == "EDIT")
  }

  @Test func `cropping begins with the range, and counts points from one`() {
    editor.press("enter j v j t c")
    #expect(trial?.form.text(.firstPoint) == "11")
    #expect(trial?.form.text(.lastPoint) == "21")
    editor.press("enter")
    #expect(count == 11)
  }

  @Test func `cropping by distance begins with the whole way`() {
    editor.press("t c k l")
    #expect(trial?.form.text(.part) == "distance")
    #expect(editor.text.contains("nothing would change"))
    editor.press("j l")
    #expect(trial?.preview?.edits.count == 1)
  }

  @Test func `cropping by distance gives the start the unit of the end`() {
    editor.press("t c k l j")
    editor.type("1")
    editor.press("tab")
    editor.type("3km")
    #expect(trial?.plan == .perform(.crop(.metres(1_000...3_000))))
    editor.press("backtab")
    editor.type("1km")
    editor.press("tab")
    editor.type("3")
    #expect(trial?.plan == nil)
    #expect(editor.text.contains("write the unit here too"))
  }

  @Test func `splitting shows the pieces and marks the cuts`() {
    editor.press("t s")
    #expect(trial?.preview?.pieces.count == 2)
    #expect(editor.text.contains("2 pieces"))
    editor.press("k l l")
    #expect(trial?.form.text(.by) == "distance")
    editor.press("j")
    editor.type("3km")
    #expect(trial?.preview?.cuts.count == (trial?.preview?.pieces.count ?? 0) - 1)
    let pieces = trial?.preview?.pieces.count ?? 0
    editor.press("enter")
    #expect(editor.library.content.snapshot.paths.count == 14 + pieces - 1)
  }

  @Test func `a refusal stands in the form and nothing is done`() {
    editor.press("t s k l")
    #expect(trial?.form.text(.by) == "gap")
    #expect(trial?.refusal?.contains("not be split") == true)
    #expect(editor.text.contains("not be split"))
    editor.press("enter")
    #expect(editor.state.modeName == "PREVIEW")
    #expect(editor.library.done.isEmpty)
  }

  @Test func `what is marked is worked on together, as one entry`() {
    editor.press("space space S")
    #expect(trial?.paths.count == 2)
    #expect(editor.text.contains("2 paths"))
    editor.type("300m")
    let after = trial?.preview?.after.points
    editor.press("enter")
    let left = (1...2).reduce(0) {
      $0 + (editor.library.content.points[ItemID(.path, Int64($1))]?.count ?? 0)
    }
    #expect(left == after)
    #expect(editor.library.done.count == 1)
  }

  @Test func `what is marked is turned round together`() {
    let before = editor.library.content.points
    editor.press("space space R")
    for number in 1...2 as ClosedRange<Int64> {
      let id = ItemID(.path, number)
      #expect(editor.library.content.points[id] == before[id]?.reversed())
    }
    #expect(editor.library.done.count == 1)
  }

  @Test func `joining shows what would follow what, and asks for order and gaps`() {
    editor.press("j j space k k space J")
    #expect(trial?.paths == [ItemID(.path, 3), ItemID(.path, 2)])
    #expect(trial?.plan == .join(order: .given, gap: .shared))
    let sum = (2...3).reduce(0) { $0 + (editor.state.paths[ItemID(.path, Int64($1))]?.count ?? 0) }
    #expect(trial?.preview?.before.paths == 2)
    #expect(trial?.preview?.after.points == sum)
    let broken = trial?.preview?.after
    #expect(trial?.preview?.join?.seams.count == 1)
    editor.press("j l l")
    #expect(trial?.plan == .join(order: .given, gap: .line))
    #expect(trial?.preview?.after.segments == (broken?.segments ?? 0) - 1)
    #expect((trial?.preview?.after.lengthMetres ?? 0) > (broken?.lengthMetres ?? .infinity))
    #expect(trial?.preview?.cutsOfFirst == [editor.state.paths[ItemID(.path, 3)]?.count ?? 0])
    editor.press("esc")
    #expect(editor.library.done.isEmpty)
    #expect(editor.state.list.marks.count == 2)
    editor.press("J l enter")
    let writes = editor.effects.compactMap { effect -> Write? in
      if case .write(let write, _, _) = effect { write } else { nil }
    }
    #expect(writes == [.edit(.join([ItemID(.path, 3), ItemID(.path, 2)], order: .time))])
    #expect(editor.state.list.marks.isEmpty)
  }

  @Test func `a join is opened with an order, and one that is none is said beside it`() {
    editor.press("j space space k :")
    editor.type("join time")
    editor.press("enter")
    #expect(trial?.plan == .join(order: .time, gap: .shared))
    editor.press("esc :")
    editor.type("join sideways")
    editor.press("enter")
    #expect(trial?.plan == nil)
    #expect(editor.text.contains("choose one of as marked, time"))
  }

  @Test func `one path alone is not joined`() {
    editor.press("J")
    #expect(trial == nil)
    #expect(editor.state.toast?.text.contains("mark the paths") == true)
  }

  @Test func `one pane at a time, the map is a key away and the form comes back`() {
    editor.send(.input(.resize(Size(columns: 60, rows: 20))))
    editor.press("S m")
    #expect(editor.text.contains("2 Map"))
    editor.press("m")
    #expect(editor.text.contains("Tolerance"))
  }

  @Test func `points are of one path alone, which several are told`() {
    editor.press("space space t c")
    #expect(editor.text.contains("point numbers need"))
  }

  @Test func `enter waits for what it confirms, and what is typed after it waits for both`() {
    editor.answersReads = false
    editor.press("S enter d")
    #expect(editor.library.done.isEmpty)
    #expect(trial?.isConfirmed == true)
    editor.answer()
    #expect(editor.library.done.count == 2)
    #expect(editor.library.content.snapshot.paths.count { $0.trashed != nil } == 1)
  }

  @Test func `values changed while a question is on its way are asked for once, at the end`() {
    editor.answersReads = false
    editor.press("S l l l l")
    #expect(editor.effects.count { if case .tryOut = $0 { true } else { false } } == 1)
    editor.answer()
    #expect(editor.questions == 2)
    #expect(trial?.preview?.plan == trial?.plan)
  }

  @Test func `a path that another program changes below is tried anew, and nothing is done unseen`()
  {
    editor.press("S")
    let before = trial?.preview
    editor.library.content.points[path]?.removeLast(10)
    editor.library.content.elevations[path]?.removeLast(10)
    editor.library.content.times[path]?.removeLast(10)
    editor.library.content.keys[path]?.removeLast(10)
    editor.library.content.snapshot.revision += 1
    editor.send(.loaded(editor.library.index))
    #expect(trial?.preview != before)
    #expect(trial?.preview?.before.points == 30)
    #expect(editor.text.contains("A path in the preview was changed"))
  }

  @Test func `a change that the store refuses brings the form back`() {
    editor.press("S l l l l")
    editor.library.refusal = "It was changed elsewhere."
    editor.press("enter")
    #expect(editor.state.modeName == "PREVIEW")
    #expect(editor.text.contains("changed elsewhere"))
    editor.press("enter enter")
    #expect(editor.library.done.count == 1)
  }

  @Test(arguments: TrialKind.allCases)
  func `every operation opens with something sensible and is left by escape`(kind: TrialKind) {
    let keys: [TrialKind: String] = [
      .simplify: "t i", .crop: "t c", .split: "t s", .smooth: "t m", .resample: "t r",
      .clean: "t d", .times: "t t", .elevation: "t e", .join: "j space space k J",
    ]
    for size in ScreenGoldenTests.sizes + [Size(columns: 60, rows: 20)] {
      let editor = EditorDriver(size: size)
      editor.press(keys[kind] ?? "")
      guard case .trial(let trial) = editor.state.mode else {
        Issue.record("\(kind) did not open")
        return
      }
      #expect(trial.plan != nil)
      #expect(trial.preview != nil, "\(trial.refusal ?? "")")
      #expect(editor.frame.surface.cursor != nil)
      for _ in 0..<12 { editor.press("j l space") }
      editor.press("esc")
      #expect(editor.state.mode == .browse)
      #expect(editor.library.done.isEmpty)
    }
  }

  @Test func `steps go from round number to round number in the units people use`() {
    let stepper = TrialStepper(units: .imperial, zone: .gmt, places: [])
    let metric = TrialStepper(units: .metric, zone: .gmt, places: [])
    let field = { (text: String) in TrialField(.tolerance, "", .length(), text) }
    #expect(metric.text(after: field("10m"), by: 1) == "20m")
    #expect(metric.text(after: field("12m"), by: -1) == "10m")
    #expect(metric.text(after: field("500m"), by: 1) == "1km")
    #expect(stepper.text(after: field("20ft"), by: 1) == "50ft")
    #expect(stepper.text(after: field("500ft"), by: 1) == "1mi")
    #expect(TrialStepper.duration(5400) == "1h30min")
    #expect(TrialStepper.duration(-3600) == "-1h")
    for seconds in [1.0, 59, 90, 119, 120, 3600, 5430, 90_061] {
      #expect(try! Quantity.seconds(TrialStepper.duration(seconds)) == seconds)
    }
  }

  // MARK: Long ones

  private var requests: [TrialRequest] {
    editor.effects.compactMap { effect in
      if case .tryOut(let request) = effect { request } else { nil }
    }
  }

  @Test func `leaving a trial that is worked out ends it`() {
    editor.answersReads = false
    editor.press("S esc")
    #expect(editor.effects.last == .cancelTrial)
    editor.answer()
    #expect(editor.state.mode == .browse)
    editor.press("S esc")
    #expect(editor.effects.count { $0 == .cancelTrial } == 1, "the second was answered")
  }

  @Test func `a trial ends with the path that it is of`() {
    editor.answersReads = false
    editor.press("S")
    editor.library.content.snapshot.paths.removeAll { $0.id == path }
    editor.library.content.snapshot.revision += 1
    editor.send(.loaded(editor.library.index))
    #expect(editor.effects.contains(.cancelTrial))
  }

  @Test func `another tolerance waits for a short trial and takes the place of a long one`() {
    editor.answersReads = false
    editor.press("S l l")
    #expect(requests.count == 1, "it may be there at once")
    let number = requests[0].number
    editor.send(.trialProgress(number, JobProgress(fraction: 0.4, detail: "")))
    #expect(requests.count == 2, "it takes long")
    #expect(requests[1].plan == trial?.plan)
    #expect(requests[1].plan != requests[0].plan)
    editor.send(.trialProgress(number, JobProgress(fraction: 0.5, detail: "")))
    #expect(trial?.progress == nil, "nobody waits for the first one")
    editor.send(.tried(number, .refused(EditorFailure("too late"))))
    #expect(trial?.refusal == nil)
    editor.answer()
    #expect(trial?.preview?.plan == trial?.plan)
  }

  @Test func `a long trial tells how far it is, and is not begun anew for being confirmed`() {
    editor.press("S l l l")
    editor.answersReads = false
    editor.press("l")
    let number = requests.count
    editor.send(
      .trialProgress(requests[number - 1].number, JobProgress(fraction: 0.4, detail: "")))
    #expect(editor.text.contains("calculating 40%"))
    editor.press("enter")
    #expect(requests.count == number)
    #expect(editor.text.contains("applying 40%"))
    editor.answer()
    #expect(count < 40)
  }

  @Test func `trying ends early in a task that was cancelled`() async {
    editor.press("S")
    let request = requests[0]
    let outcome = await Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return request.outcome()
    }.value
    guard case .refused = outcome else {
      Issue.record("it was worked out to its end")
      return
    }
  }
}
