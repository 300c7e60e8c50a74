import CartographerPresentation
import Foundation
import Geodesy
import TerminalUI
import Testing

@testable import CartographerApp
@testable import CartographerCore

/// The fields of the operations' forms: their labels, units and values.
@Suite struct OperationFormTests {
  @Test(arguments: OperationKind.allCases)
  func `a field for a quantity names the unit, and labels and values are drawn in full`(
    kind: OperationKind
  ) throws {
    let editor = EditorDriver(size: Size(columns: 80, rows: 24))
    editor.press(kind.keys)
    // Every option of the first choice, and every option of the fields that it shows.
    for _ in 0..<8 {
      for _ in 0..<8 {
        let form = try #require(editor.state.operation?.form)
        let fields = form.visible.map { form.fields[$0] }
        #expect(Set(fields.map(\.label)).count == fields.count, "\(fields.map(\.label))")
        for field in fields {
          if let unit = field.unit {
            #expect(field.label.hasSuffix(" (\(unit))"), "\(field.label)")
          } else {
            #expect(!field.label.contains("("), "\(field.label)")
          }
          // The first two rows are the header and the pane's title.
          let row = editor.screen.dropFirst(2).first { $0.contains(" \(field.label) ") }
          #expect(row != nil, "\(field.label)\n\(editor.text)")
          // A place's name shares its row with the distance to the place.
          guard field.kind != .place, !field.text.isEmpty else { continue }
          #expect(row?.contains(field.text) == true, "\(field.label)\n\(editor.text)")
        }
        editor.press("j l")
      }
      editor.press("k k k k k k k k l")
    }
  }

  @Test func `a duration typed without a unit has the unit in the field's label`() throws {
    let editor = EditorDriver()
    editor.press("t d j j j")
    #expect(editor.state.operation?.form.field.label == "Stops longer than (min)")
    editor.type("15")
    guard case .perform(.clean(let cleaning)) = try #require(editor.state.operation?.plan) else {
      Issue.record("the plan is not a cleaning")
      return
    }
    #expect(cleaning.stop?.seconds == 900)
    editor.press("esc esc t t")
    editor.type("2")
    #expect(editor.state.operation?.plan == .perform(.shiftTimes(seconds: 7_200)))
    editor.press("backspace")
    editor.type("90s")
    #expect(editor.state.operation?.plan == .perform(.shiftTimes(seconds: 90)))
  }

  @Test func `a length or speed typed without a unit has the unit in the field's label`() {
    let length = OperationField(.tolerance, "Tolerance", .length(), "50")
    #expect(length.label == "Tolerance (m)")
    #expect(try! length.value(in: .gmt) == 50)
    let speed = OperationField(.speed, "Speed", .speed, "36")
    #expect(speed.label == "Speed (km/h)")
    #expect(try! speed.value(in: .gmt) == 10)
  }

  @Test func `labels show the units of the chosen system, and plain numbers have these units`() {
    let length = OperationField(.tolerance, "Tolerance", .length(), "50")
    #expect(length.using(.imperial).label == "Tolerance (ft)")
    #expect(try! length.using(.imperial).value(in: .gmt) == 50 * 0.3048)
    #expect(length.using(.nautical).label == "Tolerance (m)")
    let speed = OperationField(.speed, "Speed", .speed, "36")
    #expect(speed.using(.imperial).label == "Speed (mph)")
    #expect(try! speed.using(.imperial).value(in: .gmt) == 36 * 1609.344 / 3600)
    #expect(speed.using(.nautical).label == "Speed (kn)")
    // A typed unit has priority.
    let metres = OperationField(.tolerance, "Tolerance", .length(), "50m").using(.imperial)
    #expect(try! metres.value(in: .gmt) == 50)
  }

  @Test func `the form of an operation has labels and values in imperial units`() throws {
    let editor = EditorDriver(settings: Settings(units: .imperial))
    editor.press("t i j")
    let field = try #require(editor.state.operation?.form.field)
    #expect(field.label == "Tolerance (ft)" && field.text == "20ft")
    editor.type("100")
    let plan = try #require(editor.state.operation?.plan)
    #expect(plan == .perform(.simplify(toleranceMetres: 100 * 0.3048)))
    editor.press("esc esc t c k l j")
    #expect(editor.state.operation?.form.field.label == "From (ft)")
    #expect(editor.state.operation?.form.field.text == "0ft")
  }

  @Test func `a number in a draft keeps its unit after the units were changed`() {
    var field = OperationField(.tolerance, "Tolerance", .length(), "50").using(.imperial)
    field.keepUnit(of: "Tolerance (ft)")
    #expect(field.text == "50")
    field.keepUnit(of: "Tolerance (m)")
    #expect(field.text == "50m")
    field.keepUnit(of: "Tolerance (km)")
    #expect(field.text == "50m")
  }

  @Test func `elevations of a path without any come from terrain tiles`() throws {
    for hasElevations in [true, false] {
      var content = SampleLibrary.content()
      if !hasElevations { content.elevations = [:] }
      let editor = EditorDriver(content)
      editor.press(OperationKind.elevation.keys)
      let form = try #require(editor.state.operation?.form)
      #expect(form.text(.by) == (hasElevations ? "shift" : "terrain"))
    }
  }
}

extension OperationKind {
  /// The keys that open the operation for the first path of the sample library or, for a join, its
  /// first two paths.
  var keys: String {
    switch self {
    case .simplify: "t i"
    case .crop: "t c"
    case .split: "t s"
    case .join: "j space space k J"
    case .smooth: "t m"
    case .resample: "t r"
    case .clean: "t d"
    case .times: "t t"
    case .elevation: "t e"
    }
  }
}
