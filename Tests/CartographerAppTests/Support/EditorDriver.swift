import CartographerPresentation
import Foundation
import Geodesy
import TerminalUI
import Testing

@testable import CartographerApp
@testable import CartographerCore

/// Drives the editor without a terminal: passes keys to it, renders its screens, and answers its
/// effects immediately.
final class EditorDriver {
  var state: AppState
  let library: FakeLibrary
  private(set) var effects: [Effect] = []
  /// The changes that the editor sent to the store.
  var writes: [Write] {
    effects.compactMap { if case .write(let write, _, _) = $0 { write } else { nil } }
  }
  /// The results of imports, by file path.
  var files: [String: ImportSummary] = [:]
  /// The folders of the file browser, by path. The empty path is the working folder.
  var folders: [String: FolderListing] = [
    "": FolderListing(
      folder: "/tracks",
      entries: [
        FolderListing.Entry(name: "2025", isFolder: true), FolderListing.Entry(name: "a.gpx"),
        FolderListing.Entry(name: "b.gpx"),
      ])
  ]
  /// The results of dry runs of imports, by file path.
  var checks: [String: ImportCheck.File] = [:]
  /// The reasons why folders with terrain tiles cannot be read, by path.
  var folderProblems: [String: EditorFailure] = [:]
  /// The file names offered as completions.
  var names: [String] = []
  /// The towns found by names that are being typed. Nil if only items are found.
  var towns: BaseMapTowns?
  /// The reports of earlier sessions.
  var reports: [JobReport] = []
  /// The reason why reports cannot be read, or nil.
  var reportProblem: String?
  /// The time at which all jobs end.
  static let reportTime = Date(timeIntervalSinceReferenceDate: 806_000_000)
  /// The notes that the user's text editor returns.
  var editedNotes: String?
  /// The number of previews that were computed.
  private(set) var questions = 0
  /// Called while the user's text editor is open.
  var duringNotes: (() -> Void)?
  /// Whether changes are answered immediately; otherwise they stay pending until ``answer()``.
  var answersWrites = true
  /// Whether other requests, such as for points, previews and exports, are answered immediately;
  /// otherwise they stay pending until ``answer()``.
  var answersReads = true
  private var pendingEffects: [Effect] = []

  /// - Parameter preparing: Changes the state before the library is loaded.
  init(
    _ content: FakeLibrary.Content = SampleLibrary.content(),
    size: Size = Size(columns: 120, rows: 40), settings: Settings = EditorDriver.settings,
    preparing: (inout AppState) -> Void = { _ in }
  ) {
    library = FakeLibrary(content)
    state = AppState(size: size, settings: settings, storeName: "trip.store")
    preparing(&state)
    send(.loaded(library.index))
  }

  static let settings = Settings(
    zone: TimeZone(secondsFromGMT: 7_200) ?? .gmt)

  static func empty(size: Size = Size(columns: 80, rows: 24)) -> EditorDriver {
    EditorDriver(FakeLibrary.Content(snapshot: LibrarySnapshot(revision: 1)), size: size)
  }

  func send(_ message: Message) {
    for effect in update(&state, message) {
      effects.append(effect)
      switch effect {
      case .write where !answersWrites: pendingEffects.append(effect)
      case .loadPaths where !answersReads: pendingEffects.append(effect)
      case .searchBox where !answersReads: pendingEffects.append(effect)
      case .complete where !answersReads: pendingEffects.append(effect)
      case .findPoints where !answersReads: pendingEffects.append(effect)
      case .preview where !answersReads: pendingEffects.append(effect)
      case .loadSeries where !answersReads: pendingEffects.append(effect)
      case .export where !answersReads: pendingEffects.append(effect)
      case .picture where !answersReads: pendingEffects.append(effect)
      case .listFolder where !answersReads: pendingEffects.append(effect)
      case .checkImport where !answersReads: pendingEffects.append(effect)
      case .checkText where !answersReads: pendingEffects.append(effect)
      case .readReports where !answersReads: pendingEffects.append(effect)
      case .ask(.names) where !answersReads: pendingEffects.append(effect)
      default: perform(effect)
      }
    }
  }

  /// Answers the pending changes and requests, and all later ones immediately.
  func answer() {
    answersWrites = true
    answersReads = true
    let effects = pendingEffects
    pendingEffects = []
    for effect in effects { perform(effect) }
  }

  private func perform(_ effect: Effect) {
    switch effect {
    case .loadLibrary: send(.loaded(library.index))
    case .readBaseMap, .readUserMaps: break
    case .loadPaths(let ids): send(.pathsLoaded(library.paths(ids), of: ids))
    case .loadDetail(let request): send(.detailLoaded([:], of: request))
    case .searchBox(let box, let found, _): send(.boxSearched(box, found))
    case .loadFacts(let id): send(.factsLoaded(library.content.facts[id] ?? ItemFacts(id: id)))
    case .write(let write, let revision, let refreshing):
      do throws(EditorFailure) {
        let result = try library.write(write, basedOn: revision)
        send(.written(write, result, library.index, library.paths(refreshing)))
      } catch {
        send(.writeFailed(error))
      }
    case .loadSeries(let path):
      send(
        .seriesLoaded(PathSeries(path, sensors: library.content.sensors[path.id] ?? PathSensors())))
    case .report(let request):
      var builder = PathReportBuilder(request)
      for path in library.paths(request.subjects.map(\.id)) { builder.add(path.geometry) }
      send(.reported(request.number, builder.report))
    case .measure(let ids, let threshold):
      send(
        .measured(
          library.paths(ids).map { MeasuredPath($0.geometry, thresholdMetres: threshold) }))
    case .findPoints(let request): send(.found(request.number, request.matches()))
    case .preview(let request):
      questions += 1
      send(.previewed(request.number, request.outcome()))
    case .loadHistory: send(.historyLoaded(library.history))
    case .ask(.nearest(let origin, let name, let except)): answerNearest(to: origin, name, except)
    case .ask(.climb(let points, _, _)):
      let legs = Double(points.count - 1)
      send(
        .climbed(
          points,
          TerrainClimb(
            ascentMetres: 250 * legs, descentMetres: 40 * legs, isWhole: true,
            legSeconds: points.dropFirst().map { _ in 3_600 })))
    case .ask(.names(let request)):
      send(.namesFound(for: request.name, request.suggestions(towns)))
    case .ask(.towns(let name, _)) where state.map.base.scene.towns == nil:
      send(.townsFound(named: name, []))
    case .ask(.towns), .ask(.visited): break
    case .ask(.description(let request, let focus)):
      let contents = PictureContents(
        of: request.ids, in: library.index.snapshot, library.paths(request.ids).map(\.geometry)
      ).inView(request.paneView)
      let description = ViewDescription(
        contents, view: request.paneView, focus: focus, towns: nil, units: request.units)
      send(.answered(title: "The map in words", lines: description.sentences))
    case .ask: send(.answered(title: "Asked", lines: ["An answer"]))
    case .importFile(let job, let path, _, _, _):
      if let summary = files[path] {
        send(.imported(job: job, summary, library.index))
      } else {
        send(.jobProgress(id: job, JobProgress(fraction: nil, detail: path)))
      }
    case .importFiles(let job, let paths, _, _, _):
      let batch = ImportBatch(summaries: paths.compactMap { files[$0] })
      send(.importedFiles(job: job, batch, library.index))
    case .checkTerrainFolder(let setting, let path):
      send(.terrainFolderChecked(setting: setting, path, folderProblems[path]))
    case .listFolder(let number, let path):
      send(.folderListed(number, folders[path] ?? FolderListing(folder: path)))
    case .checkImport(let number, let sources, _, _):
      let files = sources.map { checks[$0] ?? ImportCheck.File(path: $0, outcome: .new) }
      send(.importChecked(number, ImportCheck(files: files)))
    case .checkText(let job, let text, let name):
      let file = checks[name] ?? ImportCheck.File(path: name, outcome: .new, places: 1, paths: 2)
      send(.textChecked(job: job, text: text, file))
    case .importText: break
    case .export(let job, let ids, let path, _, _, let createsFolder, _):
      if path.contains("missing/"), !createsFolder {
        return send(
          .exportNeedsFolder(job: job, ids: ids, path: path, folder: "/tracks/missing"))
      }
      send(.exported(job: job, path: path, places: 2, paths: 1, points: 12, remarks: []))
    case .picture(let job, _, let path, _): send(.pictureWritten(job: job, path: path))
    case .cancelJob(let id): send(.jobCancelled(id: id))
    case .complete(let argument): send(.completed(argument: argument, names))
    case .completeTopic(let argument):
      send(
        .completed(
          argument: argument, ["index", "sample"].filter { $0.hasPrefix(argument) }))
    case .readManual(let topic, let anchor):
      let name = topic.isEmpty ? "index" : topic
      send(.manualRead(name: name, SampleManual.page, anchor: anchor))
    case .editNotes(let id, _, let revision):
      duringNotes?()
      send(.notesEdited(id, editedNotes, basedOn: revision))
    case .copy(let text): send(.copied(text))
    case .keepReport(let job, _): send(.reportKept(job: job, Self.reportTime))
    case .readReports: send(.reportsRead(reports, problem: reportProblem))
    case .saveLibrary(let path):
      send(
        path.contains("no-folder")
          ? .librarySavingFailed(path: path, EditorFailure("\(path) cannot be written"))
          : .librarySaved(path: path))
    case .setMouse, .repaint, .suspend, .saveSession, .writeDrafts, .quit, .cancelPreview,
      .cancelBoxSearch, .cancelWrite, .cancelImportCheck(_):
      break
    }
  }

  private func answerNearest(to origin: Coordinate, _ name: String, _ except: ItemID?) {
    let found = library.content.snapshot.places.filter { $0.id != except }.map { place in
      let line = Geodesic.inverse(from: origin, to: place.coordinate)
      return Nearby(
        id: place.id, name: place.name, coordinate: place.coordinate, metres: line.distanceMetres,
        bearingDegrees: line.initialBearingDegrees)
    }
    send(.foundNearest(to: name, found.sorted { $0.metres < $1.metres }))
  }

  /// Imports a file with one path, and a remark about one of its lines.
  func importFileWithRemark() {
    files["a.gpx"] = ImportSummary(
      file: "a.gpx", status: .imported, places: 0, paths: 1, points: 1_200,
      created: [SampleLibrary.bonhomme], messages: ["line 18: latitude 91.2 is outside −90…90"])
    press(":")
    type("import a.gpx")
    press("enter")
  }

  /// Presses the keys of a sequence in key notation, such as `j j space m enter`.
  func press(_ notation: String, sourceLocation: SourceLocation = #_sourceLocation) {
    guard let strokes = KeyStroke.sequence(notation: notation) else {
      Issue.record("“\(notation)” is not a valid key sequence", sourceLocation: sourceLocation)
      return
    }
    for stroke in strokes { send(.input(.key(stroke))) }
  }

  /// Types a text, one key for each character.
  func type(_ text: String) {
    for character in text { send(.input(.key(KeyStroke(character)))) }
  }

  func click(_ column: Int, _ row: Int) {
    let point = Point(column: column, row: row)
    send(.input(.mouse(MouseEvent(.press(.left), at: point))))
    send(.input(.mouse(MouseEvent(.release(.left), at: point))))
  }

  var frame: Frame { render(state) }
  var screen: [String] { frame.surface.lines }
  var text: String { frame.surface.text }

  var rowNames: [String] { state.list.rows.compactMap { state.index[$0]?.name } }
  var selectedName: String? { state.selectedItem?.name }
  var wantsToQuit: Bool { effects.contains(.quit) }

  /// Returns the value of a field in the open preview, or nil if no preview is open.
  func previewValue(_ name: OperationField.Name) -> String? {
    if case .preview(let operation) = state.mode { operation.form.text(name) } else { nil }
  }
}
