import CartographerCore
import Foundation
import TestSupport
import Testing

/// The import of the exports of Strava and Garmin, with the names from their lists of activities.
@Suite struct ActivityExportTests {
  typealias World = ArchiveWorld

  private static func strava(_ list: World.Member? = nil) throws -> [World.Member] {
    let files = try [
      "activities/1001.gpx", "activities/1002.gpx", "activities/1004.gpx", "profile.csv",
    ]
    .map { try World.fixture("strava/\($0)", as: $0) }
    return try files + [list ?? World.fixture("strava/activities.csv", as: "activities.csv")]
  }

  @Test func `names, kinds, gear and notes of a Strava export are joined to its files`()
    async throws
  {
    let archive = ArchiveBytes.zip(try Self.strava())
    try await World.with { world in
      let result = try await world.importAll(archive, "export.zip")
      #expect(result.statuses == [.imported, .imported, .imported])
      let paths = try await world.paths()
      #expect(paths.map(\.name) == ["Über den Pass", "Feierabendrunde", "Zur Hütte"])
      #expect(paths.map(\.type) == ["Radfahrt", "Lauf", "Wanderung"])
      #expect(paths[0].comment == "Track 1" && paths[1].comment == "Lauf")
      #expect(paths[0].details == "Zwei Pässe, ein Tag.\nDer zweite hieß \"Furka\".")
      #expect(
        paths.map(\.notes) == [
          "Neue Bremsen prüfen\nGear: Canyon Endurace\nType in the file: cycling",
          "Gear: Hoka Clifton\nType in the file: running",
          "Type in the file: hiking",
        ])
      #expect(result.messages.contains { $0.contains("profile.csv") })
      #expect(
        result.messages.suffix(3) == [
          """
          ignored values in the activity list: Aktivitäts-ID, Aktivitätsdatum, Verstrichene \
          Zeit, Distanz, Pendelfahrt, Athletengewicht, Fahrradgewicht, Bewegungszeit
          """,
          """
          1 listed activity has no file (typical of manually entered activities) and was not \
          imported: \
          “Krafttraining” (row 4)
          """,
          """
          1 listed activity has a missing file and was not imported: activities/1005.fit.gz \
          (“Verlorene Datei”)
          """,
        ])
      let again = try await world.importAll(archive, "export.zip")
      #expect(again.statuses == [.unchanged, .unchanged, .unchanged])
    }
  }

  @Test func `a type in the file that equals the listed kind is not repeated in the notes`()
    async throws
  {
    let row = "1001,2019-05-01,Old ride,Cycling,,240,440,false,,activities/1001.gpx"
    let header = "id,date,name,type,description,elapsed_time,distance,commute,gear,filename"
    let list = World.member("activities.csv", "\(header)\n\(row)\n")
    try await World.with { world in
      _ = try await world.importAll(ArchiveBytes.zip(try Self.strava(list)))
      let path = try #require(try await world.paths().first { $0.name == "Old ride" })
      #expect(path.type == "Cycling" && path.notes.isEmpty)
    }
  }

  @Test func `a later Strava export updates the name of an activity`() async throws {
    let (name, bytes) = try World.fixture("strava/activities.csv", as: "activities.csv")
    let changed = String(decoding: bytes, as: UTF8.self)
      .replacing("Feierabendrunde", with: "Am See entlang")
    try await World.with { world in
      _ = try await world.importAll(ArchiveBytes.zip(try Self.strava()), "2025.zip")
      let later = try await world.importAll(
        ArchiveBytes.zip(try Self.strava((name, Array(changed.utf8)))), "2026.zip")
      #expect(later.statuses == [.unchanged, .updated, .unchanged])
      #expect(
        try await world.paths().map(\.name) == ["Über den Pass", "Am See entlang", "Zur Hütte"])
    }
  }

  @Test func `an unpacked Strava export is imported like the archive`() async throws {
    try await World.with { world in
      for (name, bytes) in try Self.strava() { try world.write(bytes, "export/\(name)") }
      let (sequence, reports) = try await world.importFiles([
        "export/activities.csv", "export/profile.csv",
      ])
      #expect(reports.map(\.status) == [.imported, .imported, .imported])
      #expect(
        try await world.paths().map(\.name) == ["Über den Pass", "Feierabendrunde", "Zur Hütte"])
      #expect(sequence.remarks.contains { $0.contains("1 other table") })
      let (_, again) = try await world.importFiles(["export/activities/1002.gpx"])
      #expect(again.map(\.status) == [.unchanged])
    }
  }

  @Test func `only the tables of the same kind beside a given list are left out`() async throws {
    let geoJSON = World.member("route.json", #"{"type":"Point","coordinates":[7,46]}"#)
    let table = World.member("huts.csv", "name,latitude,longitude\nHut,46,7\n")
    let files = try Self.strava() + [geoJSON, table]
    try await World.with { world in
      for (name, bytes) in files { try world.write(bytes, "export/\(name)") }
      func imported(_ given: [String]) async throws -> [String] {
        try await world.importFiles(given).1.map { URL(filePath: $0.file).lastPathComponent }
      }
      let near = ["export/activities/1001.gpx", "export/huts.csv", "export/route.json"]
      #expect(try await imported(near) == ["1001.gpx", "huts.csv", "route.json"])
      #expect(
        try await imported(["export/activities.csv"] + near).sorted()
          == ["1001.gpx", "1002.gpx", "1004.gpx", "route.json"])
    }
    try await World.with { world in
      let result = try await world.importAll(ArchiveBytes.zip(files), "export.zip")
      #expect(result.files.last == "export.zip/route.json" && result.files.count == 4)
      #expect(result.messages.contains { $0.contains("huts.csv") })
    }
  }

  @Test(arguments: [
    "id,date,name,type,description,elapsed_time,distance,commute,gear,filename",
    "Activity ID,Activity Date,Activity Name,Activity Type,Activity Description,Elapsed Time,Distance,Relative Effort,Activity Gear,Filename",
  ])
  func `older lists of Strava have fewer columns`(header: String) async throws {
    let row = "1001,2019-05-01,Old ride,Ride,,240,440,false,Old bike,activities/1001.gpx"
    let list = World.member("activities.csv", "\(header)\n\(row)\n")
    try await World.with { world in
      _ = try await world.importAll(ArchiveBytes.zip(try Self.strava(list)))
      let path = try #require(try await world.paths().first { $0.name == "Old ride" })
      #expect(path.type == "Ride")
      #expect(path.notes == "Gear: Old bike\nType in the file: cycling")
    }
  }

  @Test func `an English list without a gear column gives no gear`() async throws {
    let list = World.member(
      "activities.csv",
      """
      Activity ID,Activity Date,Activity Name,Activity Type,Activity Description,Commute,Relative Effort,Filename,Gear
      1001,2026-05-01,New ride,Ride,Rain,false,180.2,activities/1001.gpx,7
      """)
    try await World.with { world in
      let result = try await world.importAll(ArchiveBytes.zip(try Self.strava(list)))
      let path = try #require(try await world.paths().first { $0.name == "New ride" })
      #expect(path.type == "Ride" && path.details == "Rain")
      #expect(path.notes == "Type in the file: cycling")
      #expect(
        result.messages.contains(
          """
          ignored values in the activity list: Activity ID, Activity Date, Commute, Relative \
          Effort, Gear
          """), "\(result.messages)")
    }
  }

  @Test func `a table that names files outside the export is not followed`() async throws {
    let row = "1,2019,A,Ride,,1,1,false,,activities/../../secret.gpx"
    let list = World.member("activities.csv", "id,b,c,d,e,f,g,h,i,filename\n\(row)\n")
    try await World.with { world in
      try world.write(list.bytes, "export/activities.csv")
      try world.write(World.track("", from: 46).bytes, "secret.gpx")
      let (_, reports) = try await world.importFiles(["export/activities.csv"])
      #expect(reports.isEmpty)
    }
  }

  @Test func `Garmin's nested archives are named by number and by start`() async throws {
    let files = try ["nobody@example.org_90017.gpx", "nobody@example.org_5002.gpx"].map {
      try World.fixture("garmin/\($0)", as: $0)
    }
    let list = try World.fixture(
      "garmin/nobody_0_summarizedActivities.json",
      as: "DI_CONNECT/DI-Connect-Fitness/nobody_0_summarizedActivities.json")
    let settings = World.member("DI_CONNECT/DI-Connect-User/settings.json", "{\"a\": 1}")
    let archive = ArchiveBytes.zip([
      settings,
      (
        "DI_CONNECT/DI-Connect-Uploaded-Files/UploadedFiles_0-_Part1.zip", ArchiveBytes.zip(files)
      ), list,
    ])
    try await World.with { world in
      let result = try await world.importAll(archive, "garmin.zip")
      #expect(result.statuses == [.imported, .imported])
      let paths = try await world.paths()
      #expect(paths.map(\.name) == ["Vevey Running", "Morning on the ridge"])
      #expect(paths.map(\.type) == ["running", "hiking"])
      #expect(paths.map(\.details) == [nil, "With the new boots."])
      #expect(result.messages.contains { $0.contains("settings.json") })
      #expect(
        result.messages.contains { $0.contains("activity list: distance, duration, eventTypeId") })
      #expect(!result.messages.contains { $0.contains("match") })
      let again = try await world.importAll(archive, "garmin.zip")
      #expect(again.statuses == [.unchanged, .unchanged])
      #expect(!again.messages.contains { $0.contains("match") })
    }
  }

  @Test func `Garmin's activity list is not told as a file that was left out`() async throws {
    let file = try World.fixture(
      "garmin/nobody@example.org_90017.gpx", as: "DI-Connect-Uploaded-Files/90017.gpx")
    let list = try World.fixture(
      "garmin/nobody_0_summarizedActivities.json",
      as: "DI-Connect-Fitness/nobody_0_summarizedActivities.json")
    func namesList(_ messages: [String]) -> Bool {
      messages.contains { $0.contains("summarizedActivities") || $0.contains("not read") }
    }
    try await World.with { world in
      let result = try await world.importAll(ArchiveBytes.zip([list, file]), "garmin.zip")
      #expect(result.statuses == [.imported])
      #expect(result.files == ["garmin.zip/DI-Connect-Uploaded-Files/90017.gpx"])
      #expect(!namesList(result.messages), "\(result.messages)")
      let findings = (result.archive?.diagnostics ?? []) + result.reports.flatMap(\.diagnostics)
      #expect(!findings.contains { $0.code == "input.membersLeft" })
    }
    try await World.with { world in
      for (name, bytes) in [list, file] { try world.write(bytes, "export/\(name)") }
      let (sequence, reports) = try await world.importFiles(
        [list.name, file.name].map { "export/\($0)" })
      #expect(reports.map(\.status) == [.imported])
      #expect(!namesList(sequence.remarks), "\(sequence.remarks)")
    }
  }

  @Test func `activities in Garmin's list without an imported file are told by name`() async throws
  {
    let file = try World.fixture("garmin/nobody@example.org_90017.gpx", as: "files/90017.gpx")
    let list = try World.fixture(
      "garmin/nobody_0_summarizedActivities.json", as: "nobody_0_summarizedActivities.json")
    try await World.with { world in
      let result = try await world.importAll(ArchiveBytes.zip([file, list]), "garmin.zip")
      #expect(result.statuses == [.imported])
      #expect(
        result.messages.last
          == """
          1 listed activity matches no imported path, because the file is missing or has no \
          positions: “Morning on the ridge”
          """)
    }
  }
}
