import Foundation
import TestSupport
import Testing

@Suite(.enabled(if: TerminalWindow.isAvailable, "\(TerminalWindow.absence)"))
struct EditorConfigurationTests {
  @Test func `keys and settings of the configuration apply from the first screen`() throws {
    let world = try EditorWorld.withTrip()
    try world.folder.write(
      "units = \"imperial\"\n[keys.browse]\nQ = \"delete\"\nd = \"none\"\n",
      to: "config/cartographer/config.toml")
    let window = try world.edit()
    try window.wait(for: "lengths in miles") { rows in rows.contains { $0.contains(" mi") } }
    try window.press("d")
    try window.wait(for: "d does nothing here")
    try window.press("Q")
    try window.wait(for: "u to undo")
    try window.press("u")
    try window.wait(for: "Undid")
  }

  @Test func `an invalid line of the configuration is shown, and the editor continues`() throws {
    let world = try EditorWorld.withTrip()
    try world.folder.write(
      "units = \"imperial\"\nunit = 3\n", to: "config/cartographer/config.toml")
    let window = try world.edit(columns: 120, rows: 40)
    try window.wait(for: ":2: there is no setting")
    try window.press("Escape")
    try window.wait(forNo: "there is no setting")
    try window.wait(for: "lengths in miles") { rows in rows.contains { $0.contains(" mi") } }
  }
}

@Suite struct CLIConfigurationTests {
  @Test func `config checks the configuration file and exits with 65 if it is invalid`()
    throws
  {
    let program = try CLIProgram()
    let missing = try program.run("config")
    #expect(missing.exitCode == 0 && missing.output.contains("config.toml (there is none)"))
    let example = try program.run("config", "--example")
    try program.folder.write(example.output, to: ".config/cartographer/config.toml")
    let valid = try program.json("config")
    #expect((valid["problems"] as? [Any])?.count == 0)
    #expect((valid["settings"] as? [String: Any])?.isEmpty == true, "the example changes nothing")
    try program.folder.write(
      "mouse = false\n[keys.browse]\nf5 = \"fit-all\"\nf7 = \"fly\"\n",
      to: ".config/cartographer/config.toml")
    let invalid = try program.run("config")
    #expect(invalid.exitCode == 65)
    #expect(
      invalid.errors.contains("config.toml:4: there is no command “fly”"), "\(invalid.errors)")
    #expect(invalid.output.contains("fit-all") && invalid.output.contains("mouse  "))
    try program.folder.write(
      "[history]\nentries = \"many\"\n", to: ".config/cartographer/config.toml")
    let errors = try program.run("config").errors
    #expect(
      errors.components(separatedBy: "history.entries").count == 2,
      "history.entries must be reported exactly once: \(errors)")
  }
}
