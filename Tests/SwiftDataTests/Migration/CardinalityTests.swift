import SwiftData
import TestSupport
import Testing

private enum NoWork: StageWork {}

/// Relationships that become to-many, to-one or one-to-one.
@Suite struct CardinalityTests {
  private func makeStore(_ url: URL, shared: Bool = true) throws {
    try write(SongsOneToMany.self, url) { context in
      let albums = ["A", "B"].map { SongsOneToMany.Album($0) }
      for album in albums { context.insert(album) }
      for (index, title) in ["s", "t", "u"].enumerated() {
        let song = SongsOneToMany.Song(title)
        context.insert(song)
        if index < 2 { song.album = albums[shared ? 0 : index] }
      }
    }
  }

  private func titles(_ albums: [SongsManyToMany.Album]) -> String {
    albums.map(\.title).sorted().joined()
  }

  @Test func `a to-one relationship becomes to-many if both ends match`() throws {
    try TemporaryDirectory.with { folder in
      let url = folder.appending(path: "x.store")
      try makeStore(url)
      let container = try open(
        SongsManyToMany.self, url, LightweightPlan<SongsOneToMany, SongsManyToMany>.self)
      let context = ModelContext(container)
      #expect(
        try context.all(SongsManyToMany.Song.self).map { titles($0.albums) } == ["A", "A", ""])
      #expect(try context.all(SongsManyToMany.Album.self).map(\.songs.count) == [2, 0])
      let report = try #require(container.migrationReport)
      #expect(report.dropped.isEmpty)
      #expect(report.links.map(\.before) == [2])
      #expect(report.links.map(\.after) == [2])
      try container.close()
    }
  }

  @Test func `links are carried over without a plan, because nothing is lost`() throws {
    try TemporaryDirectory.with { folder in
      let url = folder.appending(path: "x.store")
      try makeStore(url)
      try readStore(SongsManyToMany.self, url) { context throws in
        #expect(
          try context.all(SongsManyToMany.Song.self).map { titles($0.albums) } == ["A", "A", ""])
      }
    }
  }

  @Test func `if one end does not match, a lightweight stage fails and a custom one reports it`()
    throws
  {
    try TemporaryDirectory.with { folder in
      let url = folder.appending(path: "x.store")
      try makeStore(url)
      let error = try expectRefusal(.linksNotCarried, at: url) {
        try open(
          SongsOneEndUnnamed.self, url, LightweightPlan<SongsOneToMany, SongsOneEndUnnamed>.self)
      }
      #expect(error.entity == "Song")
      #expect(error.property == "album")
      #expect(error.count == 2)
      #expect(error.samples == ["1 → 1", "2 → 1"])
      #expect(error.message.contains("originalName"))
      let container = try open(
        SongsOneEndUnnamed.self, url, CustomPlan<SongsOneToMany, SongsOneEndUnnamed, NoWork>.self)
      #expect(
        container.migrationReport?.droppedTexts == ["links Song.album: 2"])
      let context = ModelContext(container)
      #expect(try context.all(SongsOneEndUnnamed.Album.self).map(\.songs.count) == [0, 0])
      try container.close()
    }
  }

  @Test func `a to-many relationship becomes to-one if no object has several links`() throws {
    try TemporaryDirectory.with { folder in
      let url = folder.appending(path: "x.store")
      try makeStore(url)
      try open(SongsManyToMany.self, url, LightweightPlan<SongsOneToMany, SongsManyToMany>.self)
        .close()
      try readStore(SongsBackToOne.self, url, LightweightPlan<SongsManyToMany, SongsBackToOne>.self)
      {
        context throws in
        #expect(
          try context.all(SongsBackToOne.Song.self).map { $0.album?.title ?? "-" } == [
            "A", "A", "-",
          ])
        #expect(try context.all(SongsBackToOne.Album.self).map(\.songs.count) == [2, 0])
      }
    }
  }

  @Test func `a to-many relationship does not become to-one if an object has several links`() throws
  {
    try TemporaryDirectory.with { folder in
      let url = folder.appending(path: "x.store")
      try makeStore(url)
      let container = try open(
        SongsManyToMany.self, url, LightweightPlan<SongsOneToMany, SongsManyToMany>.self)
      let context = ModelContext(container)
      let albums = try context.all(SongsManyToMany.Album.self)
      try context.all(SongsManyToMany.Song.self).first?.albums = albums
      try context.save()
      try container.close()
      let error = try expectRefusal(.linksNotCarried, at: url) {
        try open(SongsBackToOne.self, url, LightweightPlan<SongsManyToMany, SongsBackToOne>.self)
      }
      #expect(error.entity == "Song")
      #expect(error.property == "albums")
      #expect(error.count == 2)
      let custom = try open(
        SongsBackToOne.self, url, CustomPlan<SongsManyToMany, SongsBackToOne, NoWork>.self)
      #expect(custom.migrationReport?.dropped.map(\.count) == [2])
      let migrated = ModelContext(custom)
      #expect(
        try migrated.all(SongsBackToOne.Song.self).map { $0.album?.title ?? "-" }
          == ["-", "A", "-"])
      try custom.close()
    }
  }

  @Test func `a one-to-many relationship becomes one-to-one with equal links at both ends`() throws
  {
    try TemporaryDirectory.with { folder in
      let url = folder.appending(path: "x.store")
      try makeStore(url, shared: false)
      try readStore(SongsOneToOne.self, url, LightweightPlan<SongsOneToMany, SongsOneToOne>.self) {
        context throws in
        #expect(
          try context.all(SongsOneToOne.Song.self).map { $0.album?.title ?? "-" } == [
            "A", "B", "-",
          ])
        #expect(
          try context.all(SongsOneToOne.Album.self).map { $0.song?.title ?? "-" } == ["s", "t"])
      }
      let other = folder.appending(path: "y.store")
      try makeStore(other)
      let error = try expectRefusal(.linksNotCarried, at: other) {
        try open(SongsOneToOne.self, other, LightweightPlan<SongsOneToMany, SongsOneToOne>.self)
      }
      #expect(error.count == 2)
    }
  }

  @Test func `a one-to-one relationship becomes many-to-many`() throws {
    try TemporaryDirectory.with { folder in
      let url = folder.appending(path: "x.store")
      try makeStore(url, shared: false)
      try open(SongsOneToOne.self, url, LightweightPlan<SongsOneToMany, SongsOneToOne>.self).close()
      try readStore(
        SongsManyFromOneToOne.self, url, LightweightPlan<SongsOneToOne, SongsManyFromOneToOne>.self
      ) {
        context throws in
        #expect(
          try context.all(SongsManyFromOneToOne.Song.self).map { $0.albums.map(\.title) } == [
            ["A"], ["B"], [],
          ])
        #expect(
          try context.all(SongsManyFromOneToOne.Album.self).map { $0.songs.map(\.title) } == [
            ["s"], ["t"],
          ])
      }
    }
  }

  @Test func `a relationship without an inverse is matched by its own name`() throws {
    try TemporaryDirectory.with { folder in
      let url = folder.appending(path: "x.store")
      try write(SongsWithoutInverse.self, url) { context in
        let song = SongsWithoutInverse.Song("s")
        context.insert(song)
        song.album = SongsWithoutInverse.Album("A")
      }
      try readStore(
        SongsToManyWithoutInverse.self, url,
        LightweightPlan<SongsWithoutInverse, SongsToManyWithoutInverse>.self
      ) { context throws in
        #expect(
          try context.all(SongsToManyWithoutInverse.Song.self).map { $0.albums.map(\.title) } == [
            ["A"]
          ])
      }
    }
  }

  @Test func `adding an inverse keeps the links`() throws {
    try TemporaryDirectory.with { folder in
      let url = folder.appending(path: "x.store")
      try write(SongsToManyWithoutInverse.self, url) { context in
        let song = SongsToManyWithoutInverse.Song("s")
        context.insert(song)
        song.albums = [SongsToManyWithoutInverse.Album("A"), SongsToManyWithoutInverse.Album("B")]
      }
      try readStore(
        SongsInverseAdded.self, url,
        LightweightPlan<SongsToManyWithoutInverse, SongsInverseAdded>.self
      ) { context throws in
        #expect(try context.all(SongsInverseAdded.Song.self).map(\.albums.count) == [2])
        #expect(
          try context.all(SongsInverseAdded.Album.self).map { $0.appearsOn.map(\.title) } == [
            ["s"], ["s"],
          ])
      }
    }
  }

  @Test func `a removed class and its links are dropped and reported`() throws {
    try TemporaryDirectory.with { folder in
      let url = folder.appending(path: "x.store")
      try makeStore(url)
      let refusal = try expectRefusal(.migrationPlanRequired, at: url) {
        try open(SongsWithoutAlbums.self, url)
      }
      #expect(refusal.count != nil)
      let container = try open(
        SongsWithoutAlbums.self, url, LightweightPlan<SongsOneToMany, SongsWithoutAlbums>.self)
      let dropped = try #require(container.migrationReport?.droppedTexts)
      #expect(dropped.contains("entity Album: 2"))
      #expect(dropped.contains("links Song.album: 2"))
      #expect(try ModelContext(container).all(SongsWithoutAlbums.Song.self).count == 3)
      try container.close()
      #expect(try StoreIntegrity.findings(of: url).isEmpty)
    }
  }
}
