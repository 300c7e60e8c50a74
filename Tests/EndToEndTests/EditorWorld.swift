import Foundation
import TestSupport

/// The environment of one editor test: a home folder, a store and the program.
struct EditorWorld {
  let folder: TemporaryDirectory
  let store: URL
  private let program: String

  /// Creates an environment.
  ///
  /// - Parameter samples: The names of files in `SampleData` to import.
  init(samples: [String] = []) throws {
    folder = try TemporaryDirectory()
    store = folder.file("trip.store")
    program = try PackageFiles.executable("cartographer").path
    guard !samples.isEmpty else { return }
    try cartographer(["import"] + samples.map { PackageFiles.sample($0).path })
  }

  static let allSamples = [
    "day-1-saint-evrard-refuge-du-neve.gpx", "day-2-refuge-du-neve-yukimi-goya.gpx",
    "day-3-yukimi-goya-champ-renaud.gpx", "huts-gpx10.gpx", "plan.gpx",
  ]

  /// Returns an environment whose store contains the sample trip, in the group Trois Refuges.
  static func withTrip() throws -> EditorWorld {
    let world = try EditorWorld()
    try world.cartographer(
      ["import", "--group", "Trois Refuges"] + allSamples.map { PackageFiles.sample($0).path })
    return world
  }

  private var environment: [String: String] {
    let home = folder.url.path
    return [
      "HOME": home, "XDG_DATA_HOME": "\(home)/data", "XDG_STATE_HOME": "\(home)/state",
      "XDG_CONFIG_HOME": "\(home)/config", "TZ": "UTC", "LANG": "C.UTF-8",
      "TERM": "xterm-256color", "PATH": "/usr/local/bin:/usr/bin:/bin",
      "SWIFT_BACKTRACE": "enable=no",
    ]
  }

  /// Runs a command on the store and returns its output.
  ///
  /// - Throws: ``TestSupportError`` if the exit code is not 0.
  @discardableResult
  func cartographer(_ arguments: [String]) throws -> String {
    let result = try Subprocess.run(
      program, ["--store", store.path] + arguments,
      environment: environment.merging(["LC_ALL": "", "NO_COLOR": ""]) { own, _ in own },
      workingDirectory: folder.url)
    guard result.exitCode == 0 else {
      throw TestSupportError(
        code: .unreadable, message: "\(arguments) exited with \(result.exitCode): \(result.errors)")
    }
    return result.output
  }

  /// Starts the editor on the store in a terminal.
  ///
  /// - Parameter variables: Additional environment variables; an empty value removes a variable.
  func edit(
    columns: Int = 80, rows: Int = 24, _ arguments: [String] = [],
    variables: [String: String] = [:]
  ) throws -> TerminalWindow {
    let all = environment.merging(variables) { _, given in given }.filter { !$0.value.isEmpty }
    return try TerminalWindow(
      in: folder, columns: columns, rows: rows,
      command: [program, "--store", store.path] + arguments, environment: all)
  }

  /// Starts the editor and waits until the whole sample trip is on the screen.
  func editTrip(
    columns: Int = 80, rows: Int = 24, _ arguments: [String] = [],
    variables: [String: String] = [:]
  ) throws -> TerminalWindow {
    let window = try edit(columns: columns, rows: rows, arguments, variables: variables)
    try window.wait(for: "lengths of all paths") { rows in
      ["After dinner", "1.6 km", "14.0 km", "11.7 km", "14.6 km", "38.0 km"].allSatisfy { text in
        rows.contains { $0.contains(text) }
      }
    }
    return window
  }

  /// Starts the editor behind a slow line, which transfers a number of bytes and then pauses.
  func editSlowly(bytes: Int, everySeconds pause: String) throws -> TerminalWindow {
    let line = """
      script -qfec '"$PROGRAM" --store "$STORE"' /dev/null | while
        chunk=$(dd bs=\(bytes) count=1 2>/dev/null; echo .); [ "$chunk" != . ]
      do printf %s "${chunk%.}"; sleep \(pause); done
      """
    return try TerminalWindow(
      in: folder, columns: 80, rows: 24, command: ["sh", "-c", line],
      environment: environment.merging(["PROGRAM": program, "STORE": store.path]) { $1 })
  }

  /// Starts a shell in a terminal, with the paths of the program and the store in environment
  /// variables.
  func shell() throws -> TerminalWindow {
    try TerminalWindow(
      in: folder, columns: 80, rows: 24,
      command: ["bash", "--norc", "--noprofile", "-i"],
      environment: environment.merging([
        "PROGRAM": program, "STORE": store.path, "PS1": "ready> ",
      ]) { _, given in given })
  }

  /// Returns the contents of the store as text. Equal contents give equal texts.
  func contents() throws -> String {
    let listing = try cartographer(["list", "--json"])
    let ids = try JSONDecoder().decode(Listing.self, from: Data(listing.utf8)).ids
    let plans = try ids.filter { $0.hasPrefix("G") }
      .map { try cartographer(["itinerary", $0, "--json"]) }
    let items = ids.isEmpty ? "" : try cartographer(["show", "--json", "--points"] + ids)
    return try ([listing, items, cartographer(["trash", "list", "--json"])] + plans).joined(
      separator: "\n")
  }

  private struct Listing: Decodable {
    struct Item: Decodable { let id: String }
    let locations, paths, groups: [Item]?
    var ids: [String] { [locations, paths, groups].flatMap { $0 ?? [] }.map(\.id) }
  }
}
