import CartographerCore
import CartographerPresentation
import Foundation
import Geodesy
import TerminalUI
import TestSupport
import Testing

@testable import CartographerApp

/// The common tasks of the manual, replayed key by key on the sample trip.
@Suite struct TaskPageTests {
  /// The result of a task: the library before and after it, and the editor at its end.
  private struct Outcome {
    let before: LibrarySnapshot
    let after: LibrarySnapshot
    let state: AppState
    let screen: String
    let library: Library
    let folder: TemporaryDirectory

    func path(_ name: String) -> PathSnapshot? {
      after.paths.first { $0.name.hasPrefix(name) && $0.trashed == nil }
    }

    func metres(_ id: ItemID?) async throws -> Double {
      guard let id else { return .nan }
      return try await library.geometries(of: [id]).first?.measures.lengthMetres ?? .nan
    }
  }

  /// The checks of each task's result, by the task's title.
  private let checks: [String: (Outcome) async throws -> Void] = [
    "Import a file": { outcome in
      #expect(outcome.after.paths.count > outcome.before.paths.count)
    },
    "Find a path by its name": { outcome in
      #expect(outcome.state.list.rows.count == 2)
      #expect(outcome.state.selectedItem?.name.contains("Névé") == true)
    },
    "Rename a path": { outcome in
      #expect(outcome.path("Evening walk") != nil)
      #expect(outcome.path("After dinner") == nil)
    },
    "Delete a path and get it back": { outcome in
      #expect(outcome.after.paths == outcome.before.paths)
      #expect(outcome.after.redoCount == 1)
    },
    "Undo after a restart": { outcome in
      #expect(outcome.after.paths == outcome.before.paths)
      #expect(outcome.after.redoCount == 1)
    },
    "Split where the recording stopped": { outcome in
      #expect(outcome.after.paths.count { $0.trashed == nil } == 6)
      #expect(outcome.path("Day 2")?.pointCount == 760)
    },
    "Join two paths": { outcome in
      #expect(outcome.after.paths.count { $0.trashed == nil } == 4)
      #expect(outcome.path("Day 3") == outcome.before.paths.first { $0.name.hasPrefix("Day 3") })
      #expect(outcome.path("Day 2") == nil)
    },
    "Simplify with a preview": { outcome in
      let before = outcome.before.paths.first { $0.name == "After dinner" }?.pointCount ?? 0
      #expect((outcome.path("After dinner")?.pointCount ?? before) < before / 2)
    },
    "Cut the first kilometre off": { outcome in
      let length = try await outcome.metres(outcome.path("After dinner")?.id)
      #expect((500..<700).contains(length), "\(length)")
    },
    "Turn a path round": { outcome in
      #expect(outcome.after.undoCount == outcome.before.undoCount + 1)
      #expect(outcome.screen.contains("Reversed After dinner"))
    },
    "Move a point": { outcome in
      #expect(outcome.after.undoCount == outcome.before.undoCount + 1)
      #expect(outcome.screen.contains("Moved"))
    },
    "Find points above a speed": { outcome in
      guard case .pathEdit(let edit) = outcome.state.mode else {
        Issue.record("no path is open")
        return
      }
      #expect(edit.point > 0)
      #expect(outcome.state.pathEditing.search?.found?.contains(edit.point) == true)
    },
    "Go to a point by its number": { outcome in
      #expect(outcome.state.pointEdit?.edit.point == 599)
    },
    "Rename many paths by a pattern": { outcome in
      let names = outcome.after.paths.map(\.name)
      #expect(names.count == 5)
      #expect(names.allSatisfy { $0.contains(/^[1-5]\s/) })
    },
    "Jump to coordinates": { outcome in
      let centre = outcome.state.map.viewport.centreCoordinate
      #expect(abs(centre.latitude - 45.76) < 1e-4)
      #expect(abs(centre.longitude - 6.852) < 1e-4)
      #expect(outcome.state.focus == .map)
    },
    "New place at coordinates": { outcome in
      let place = outcome.after.places.first { $0.name == "Lunch" }
      #expect(abs((place?.coordinate.latitude ?? 0) - 45.76) < 1e-4)
      #expect(abs((place?.coordinate.longitude ?? 0) - 6.852) < 1e-4)
    },
    "Measure between two places": { outcome in
      let marked = outcome.before.places.filter { outcome.state.list.marks.contains($0.id) }
      #expect(marked.count == 2)
      let metres = Geodesic.distanceMetres(from: marked[0].coordinate, to: marked[1].coordinate)
      #expect(outcome.screen.contains(UnitSystem.metric.length(metres: metres)))
    },
    "Put five places into a group": { outcome in
      let group = outcome.after.groups.first { $0.name == "Huts" }
      #expect(group?.placeCount == 5)
      #expect(group?.pathCount == 0)
    },
    "Change the colour of many paths": { outcome in
      #expect(outcome.after.paths.allSatisfy { $0.colour != nil })
      #expect(Set(outcome.after.paths.map(\.colour)).count == 1)
    },
    "Plan a day": { outcome in
      let entries = outcome.after.groups.first { $0.trashed == nil }?.itinerary ?? []
      #expect(entries.map(\.day) == [1, 1, 1])
    },
    "Export a group": { outcome in
      let text = try String(contentsOf: outcome.folder.file("alps.gpx"), encoding: .utf8)
      #expect(text.components(separatedBy: "<trk>").count == 5)
      #expect(text.components(separatedBy: "<rte>").count == 2)
    },
    "Show slopes, days and kilometres of a path": { outcome in
      #expect(outcome.state.modeName == "STATISTICS")
      #expect(outcome.screen.contains("km"))
    },
  ]

  private static let trip = [
    "day-1-saint-evrard-refuge-du-neve.gpx", "day-2-refuge-du-neve-yukimi-goya.gpx",
    "day-3-yukimi-goya-champ-renaud.gpx", "huts-gpx10.gpx", "plan.gpx",
  ]

  @Test func `each task of the manual has its stated result and number of keys`() async throws {
    let page = try TaskPage()
    #expect(page.tasks.count >= 15)
    #expect(Set(page.tasks.map(\.title)) == Set(checks.keys))
    #expect(
      page.table
        == page.tasks.map {
          TaskPage.Count(title: $0.title, keys: $0.keys, letters: $0.letters)
        })
    let samples = try TemporaryDirectory()
    let template = samples.file("trip.store")
    let library = try await Library.open(at: .file(template), clock: { .distantPast })
    for name in Self.trip {
      let options = ImportOptions(groups: ["Three days in the Alps"])
      _ = try await library.importFile(.file(PackageFiles.sample(name)), options: options)
    }
    try await library.close()
    for task in page.tasks { try await replay(task, on: template) }
  }

  private func replay(_ task: TaskPage.Task, on template: URL) async throws {
    let editor = try await LiveEditor(copying: template)
    try FileManager.default.copyItem(
      at: PackageFiles.fixture("core/trip.gpx"), to: editor.folder.file("walk.gpx"))
    let before = try await editor.library.snapshot()
    var last: AppState?
    var screen = ""
    for run in task.runs {
      let problem = await editor.press(run) { state, surface in
        last = state
        screen = surface?.text ?? ""
      }
      #expect(problem == nil, "\(task.title)")
    }
    guard let state = last, let check = checks[task.title] else { return }
    let outcome = Outcome(
      before: before, after: try await editor.library.snapshot(), state: state, screen: screen,
      library: editor.library, folder: editor.folder)
    do {
      try await check(outcome)
    } catch {
      Issue.record("\(task.title): \(error)\n\(screen)")
    }
    try await editor.library.close()
  }
}
