import Foundation
import TestSupport
import Testing

/// Notations of coordinates on the command line.
@Suite struct CLICoordinateTests {
  private let program: CLIProgram

  init() throws {
    program = try CLIProgram()
    try program.run("add", "place", "Hut", "45.7251", "6.7104")
    try program.run("add", "path", "Ridge", "45.7251 6.7104", "45.73 6.72", "45.74 6.73")
  }

  private func position(_ words: String...) throws -> [Double] {
    let document = try program.json("near", words.joined(separator: " "), "-n", "1")
    return try ["latitude", "longitude"].map { try #require(document[$0] as? Double) }
  }

  @Test(arguments: [
    "45.7251 6.7104", "45°43.506′N 6°42.624′E", "45°43'30.36\"N 6°42'37.44\"E",
    "32T 321836 5066054", "32TLR2183666054", "8FQ8PPG6+25R", "PPG6+25R 45.7 6.7", "PPG6+25R Hut",
    "PPG6+25R, Hut", "u0hu0sn258", "maidenhead:JN35ir54fa", "geo:45.7251,6.7104;u=35",
    "https://www.openstreetmap.org/#map=15/45.7251/6.7104",
    "https://www.google.com/maps/@45.7251,6.7104,15z", "https://maps.apple.com/?ll=45.7251,6.7104",
    "om://map?ll=45.7251,6.7104",
  ])
  func `a position is accepted in each notation`(_ text: String) throws {
    let found = try position(text)
    #expect(abs(found[0] - 45.7251) < 0.001, "\(found)")
    #expect(abs(found[1] - 6.7104) < 0.001, "\(found)")
  }

  @Test func `every argument for a position accepts a grid reference`() throws {
    for words in [
      ["add", "place", "A", "32T", "321836", "5066054"], ["add", "place", "B", "PPG6+25R", "Hut"],
      ["add", "path", "C", "32T 321836 5066054", "8FQ8PPG6+25R"],
      ["edit", "L1", "--move", "32T 321836 5066054"],
      ["points", "append", "P1", "32T", "321836", "5066054"],
      ["points", "move", "P1", "1", "u0hu0sn258"],
      ["points", "insert", "P1", "1", "PPG6+25R", "Hut"],
      ["points", "delete", "P1", "--near", "32T 321836 5066054:1m", "--dry-run"],
      ["near", "32T", "321836", "5066054"], ["distance", "32T 321836 5066054", "L1"],
    ] {
      let result = try program.run(words)
      #expect(result.exitCode == 0, "\(words): \(result.errors)")
    }
  }

  /// The words of one position near the hut, in several notations.
  private static let words = [
    ["45.7251", "6.7104"], ["45.7251,", "6.7104"], ["45.7251,6.7104"],
    ["45°43'30.36\"N", "6°42'37.44\"E"], ["N45°43.506′", "E6°42.624′"],
    ["45", "43", "30.36", "N", "6", "42", "37.44", "E"], ["32T", "321836", "5066054"],
    ["32T", "LR", "21836", "66054"],
  ]

  @Test(arguments: words)
  func `every argument for a position accepts it as one or several words`(_ words: [String]) throws
  {
    var around = words
    around[around.count - 1] += ":50m"
    let file = program.folder.file("o.gpx").path
    func run(_ line: String) throws -> Subprocess {
      try program.run(
        line.split(separator: " ").flatMap { word -> [String] in
          switch word {
          case "POSITION": words
          case "AROUND": around
          case "FILE": [file]
          default: [String(word)]
          }
        })
    }
    for line in [
      "add place A POSITION --dry-run", "edit L1 --move POSITION --dry-run",
      "edit --move POSITION L1 --dry-run", "near POSITION", "distance L1 POSITION",
      "distance POSITION L1", "points append P1 POSITION --dry-run",
      "points move P1 1 POSITION --dry-run", "points insert P1 1 POSITION --dry-run",
      "crop P1 --near AROUND --out --dry-run", "split --near AROUND P1 --dry-run",
      "points delete P1 --near AROUND 1 --dry-run", "points delete --near POSITION P1 --dry-run",
      "export --privacy-zone AROUND L1 P1 -o FILE --dry-run",
    ] {
      let result = try run(line)
      #expect(result.exitCode == 0, "\(line): \(result.errors)")
    }
    let path = try run("add path B POSITION 45.8 6.8 POSITION")
    #expect(path.output.split(separator: "\n").count { $0.contains("°N") } == 3, "\(path.output)")
  }

  @Test func `the remedy for an invalid position can be typed as it is printed`() throws {
    let failed = try program.run("edit", "L1", "--move", "north")
    #expect(failed.exitCode == 64)
    for words in [["45.9817", "6.8920"], ["45°58'54\"N", "6°53'31\"E"]] {
      #expect(failed.errors.contains(words.joined(separator: " ")), "\(failed.errors)")
      #expect(try program.run(["edit", "L1", "--move"] + words).exitCode == 0)
    }
  }

  @Test func `the option --coordinates chooses the notation of printed coordinates`() throws {
    for (notation, text) in [
      ("degrees", "45.72510°N 6.71040°E"), ("utm", "32T 321836 5066054"),
      ("mgrs", "32T LR 21836 66054"), ("plus", "8FQ8PPG6+25R"), ("dms", "45°43′30.4″N 6°42′37.4″E"),
    ] {
      for words in [
        ["list"], ["show", "L1"], ["show", "P1", "--points"], ["near", "45.7", "6.7"],
        ["add", "place", "N", "45.7251", "6.7104", "--dry-run"],
        ["edit", "L1", "--move", "45 6", "--dry-run"],
      ] {
        let result = try program.run(words + ["--coordinates", notation])
        #expect(result.exitCode == 0, "\(words): \(result.errors)")
        #expect(result.output.contains(text), "\(words), \(notation): \(result.output)")
      }
    }
  }

  @Test func `the setting coordinates chooses the notation, and the option overrides it`() throws {
    let folder = program.folder.file("config/cartographer")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data("coordinates = \"utm\"\n".utf8).write(to: folder.appending(path: "config.toml"))
    let environment = ["XDG_CONFIG_HOME": program.folder.file("config").path]
    let chosen = try program.run(["list"], environment: environment)
    #expect(chosen.output.contains("32T 321836 5066054"), "\(chosen.output)\(chosen.errors)")
    let overridden = try program.run(
      ["list", "--coordinates", "mgrs"], environment: environment)
    #expect(overridden.output.contains("32T LR 21836 66054"), "\(overridden.output)")
  }

  @Test func `JSON output has decimal degrees in every notation`() throws {
    for words in [["list"], ["show", "L1"], ["edit", "L1", "--move", "45 6", "--dry-run"]] {
      let plain = try program.run(words + ["--json"])
      let utm = try program.run(words + ["--json", "--coordinates", "utm"])
      #expect(utm.exitCode == 0)
      #expect(utm.output == plain.output)
    }
  }

  @Test func `an ambiguous position is refused with its meanings`() throws {
    let failure = try program.failure("add", "place", "X", "NN12")
    #expect(failure.code == 64)
    let message = failure.error["message"] as? String ?? ""
    #expect(message.contains("British grid") && message.contains("osgb:NN12"), "\(message)")
    #expect(try program.run("add", "place", "X", "osgb:NN12").exitCode == 0)
    let chosen = try program.run("add", "place", "Y", "NN12", "--coordinates", "maidenhead")
    #expect(chosen.output.contains("NN12mm00aa"), "\(chosen.output)\(chosen.errors)")
  }

  @Test func `a short Plus Code without a known place is refused`() throws {
    for text in ["PPG6+25R", "PPG6+25R Xyzzyq"] {
      let failure = try program.failure("add", "place", "X", text)
      let message = failure.error["message"] as? String ?? ""
      #expect(message.contains("short Plus Code"), "\(message)")
    }
  }

  @Test func `a short Plus Code is completed by a town, which is told`() throws {
    let result = try program.run("add", "place", "X", "9G8F+6X Zürich", "--coordinates", "plus")
    #expect(result.exitCode == 0)
    #expect(result.output.contains("8FVC9G8F+6X"), "\(result.output)")
    #expect(
      result.errors.contains(
        "The short Plus Code 9G8F+6X is read as a position near the town Zürich, Switzerland."),
      "\(result.errors)")
    let own = try program.run("near", "PPG6+25R Hut")
    #expect(!own.errors.contains("town"))
  }

  @Test func `an unknown notation is refused with the list of notations`() throws {
    let result = try program.run("list", "--coordinates", "nad27")
    #expect(result.exitCode == 64)
    #expect(result.errors.contains("maidenhead"), "\(result.errors)")
  }
}
