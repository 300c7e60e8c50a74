import Foundation
import TestSupport
import Testing

/// Tests of conversions by other programs in the editor, with a stand-in for GPSBabel.
@Suite(.enabled(if: TerminalWindow.isAvailable, "\(TerminalWindow.absence)"))
struct EditorViaTests {
  private let world: EditorWorld

  init() throws {
    world = try EditorWorld()
    try world.folder.write("GDB", to: "old.gdb")
    try world.folder.write(
      """
      <gpx version="1.1" creator="GPSBabel" xmlns="http://www.topografix.com/GPX/1/1">
      <wpt lat="46" lon="7"><name>Hut</name></wpt></gpx>
      """, to: "sample.gpx")
  }

  /// Creates a program `gpsbabel` that runs a script, in which `$out` is the output file.
  private func install(_ script: String) throws {
    let file = try world.folder.write(
      """
      #!/bin/sh
      here='\(world.folder.url.path)'
      for word in "$@"; do out=$word; done
      \(script)

      """, to: "bin/gpsbabel")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file.path)
  }

  /// Starts the editor and runs a command of its command line.
  ///
  /// - Parameter path: The search path after the folder of the stand-in.
  private func edit(_ line: String, path: String = ":/usr/bin:/bin") throws -> TerminalWindow {
    let window = try world.edit(
      columns: 160, rows: 30, variables: ["PATH": world.folder.file("bin").path + path])
    try window.wait(for: "Nothing here yet")
    try window.type(":\(line)")
    try window.press("Enter")
    return window
  }

  @Test func `a file is imported and exported by another program`() throws {
    try install(
      "case $out in *.gpx) cp \"$here/sample.gpx\" \"$out\";; *) echo ok > \"$out\";; esac")
    let window = try edit("import --via gpsbabel:gdb old.gdb")
    try window.wait(for: "Imported old.gdb: no paths, 1 place")
    try window.type(":export-all --via gpsbabel:unicsv out.csv")
    try window.press("Enter")
    try window.wait(for: "Passed 1 place to gpsbabel, which wrote out.csv")
    let written = try String(contentsOf: world.folder.file("out.csv"), encoding: .utf8)
    #expect(written == "ok\n")
  }

  @Test func `a missing program is reported with the package to install`() throws {
    // The terminal needs these programs to start the editor.
    for name in ["sh", "cat"] {
      let link = world.folder.file("bin/\(name)")
      try FileManager.default.createDirectory(
        at: link.deletingLastPathComponent(), withIntermediateDirectories: true)
      try FileManager.default.createSymbolicLink(
        atPath: link.path, withDestinationPath: "/bin/\(name)")
    }
    let window = try edit("import --via gpsbabel:gdb old.gdb", path: "")
    try window.wait(for: "sudo apt install gpsbabel")
    try window.wait(for: ":import --via gpsbabel:gdb old.gdb")
  }

  @Test func `the messages of a program that fails are shown`() throws {
    try install("echo 'bad header' >&2; exit 1")
    let window = try edit("import --via gpsbabel:gdb old.gdb")
    try window.wait(for: "bad header")
  }

  @Test func `ctrl-c stops the program of a running conversion`() throws {
    try install("sleep 1000 & echo $! > \"$here/child\"; wait")
    let window = try edit("import --via gpsbabel:gdb old.gdb")
    try window.wait(for: "[import old.gdb")
    try window.press("C-c")
    try window.wait(for: "Cancelled; the store is unchanged")
    let text = try? String(contentsOf: world.folder.file("child"), encoding: .utf8)
    // The program may have been stopped before it started its child.
    guard let child = text.flatMap({ Int($0.trimmingCharacters(in: .whitespacesAndNewlines)) })
    else { return }
    // A killed process stays in the table until its new parent has read its status.
    let state = try? String(contentsOfFile: "/proc/\(child)/stat", encoding: .utf8)
    #expect(state?.contains(") Z ") ?? true)
  }
}
