import SwiftData
import TestSupport
import Testing

/// Songs and albums joined in every way.
private enum OneToMany: VersionedSchema {
  static let versionIdentifier = Schema.Version(1, 0, 0)
  static var models: [any PersistentModel.Type] { [Song.self] }

  @Model final class Song {
    var title: String
    var album: Album?
    init(_ title: String) { self.title = title }
  }

  @Model final class Album {
    var title: String
    @Relationship(inverse: \Song.album) var songs: [Song] = []
    init(_ title: String) { self.title = title }
  }
}

private enum ManyToMany: VersionedSchema {
  static let versionIdentifier = Schema.Version(2, 0, 0)
  static var models: [any PersistentModel.Type] { [Song.self] }

  @Model final class Song {
    var title: String
    @Relationship(originalName: "album") var albums: [Album] = []
    init(_ title: String) { self.title = title }
  }

  @Model final class Album {
    var title: String
    @Relationship(inverse: \Song.albums) var songs: [Song] = []
    init(_ title: String) { self.title = title }
  }
}

/// As ``ManyToMany``, with one end whose name nothing explains.
private enum HalfNamed: VersionedSchema {
  static let versionIdentifier = Schema.Version(2, 0, 0)
  static var models: [any PersistentModel.Type] { [Song.self] }

  @Model final class Song {
    var title: String
    var albums: [Album] = []
    init(_ title: String) { self.title = title }
  }

  @Model final class Album {
    var title: String
    @Relationship(inverse: \Song.albums) var songs: [Song] = []
    init(_ title: String) { self.title = title }
  }
}

private enum BackToOne: VersionedSchema {
  static let versionIdentifier = Schema.Version(3, 0, 0)
  static var models: [any PersistentModel.Type] { [Song.self] }

  @Model final class Song {
    var title: String
    @Relationship(originalName: "albums") var album: Album?
    init(_ title: String) { self.title = title }
  }

  @Model final class Album {
    var title: String
    @Relationship(inverse: \Song.album) var songs: [Song] = []
    init(_ title: String) { self.title = title }
  }
}

private enum OneToOne: VersionedSchema {
  static let versionIdentifier = Schema.Version(4, 0, 0)
  static var models: [any PersistentModel.Type] { [Song.self] }

  @Model final class Song {
    var title: String
    var album: Album?
    init(_ title: String) { self.title = title }
  }

  @Model final class Album {
    var title: String
    @Relationship(originalName: "songs", inverse: \Song.album) var song: Song?
    init(_ title: String) { self.title = title }
  }
}

/// A to-one relationship without an inverse, and what may become of it.
private enum Alone: VersionedSchema {
  static let versionIdentifier = Schema.Version(1, 0, 0)
  static var models: [any PersistentModel.Type] { [Song.self] }

  @Model final class Song {
    var title: String
    var album: Album?
    init(_ title: String) { self.title = title }
  }

  @Model final class Album {
    var title: String
    init(_ title: String) { self.title = title }
  }
}

private enum AloneMany: VersionedSchema {
  static let versionIdentifier = Schema.Version(2, 0, 0)
  static var models: [any PersistentModel.Type] { [Song.self] }

  @Model final class Song {
    var title: String
    @Relationship(originalName: "album") var albums: [Album] = []
    init(_ title: String) { self.title = title }
  }

  @Model final class Album {
    var title: String
    init(_ title: String) { self.title = title }
  }
}

private enum NothingLeft: VersionedSchema {
  static let versionIdentifier = Schema.Version(5, 0, 0)
  static var models: [any PersistentModel.Type] { [Song.self] }

  @Model final class Song {
    var title: String
    init(_ title: String) { self.title = title }
  }
}

private enum Nothing: StageWork {}

/// Relationships that become to-many, to-one, or one-to-one.
@Suite struct CardinalityTests {
  private func make(_ url: URL, shared: Bool = true) throws {
    try write(OneToMany.self, url) { context in
      let albums = ["A", "B"].map { OneToMany.Album($0) }
      for album in albums { context.insert(album) }
      for (index, title) in ["s", "t", "u"].enumerated() {
        let song = OneToMany.Song(title)
        context.insert(song)
        if index < 2 { song.album = albums[shared ? 0 : index] }
      }
    }
  }

  private func titles(_ albums: [ManyToMany.Album]) -> String {
    albums.map(\.title).sorted().joined()
  }

  @Test func `to one becomes to many where both ends match`() throws {
    try TemporaryDirectory.with { folder in
      let url = folder.appending(path: "x.store")
      try make(url)
      let container = try open(ManyToMany.self, url, LightweightPlan<OneToMany, ManyToMany>.self)
      let context = ModelContext(container)
      #expect(try context.all(ManyToMany.Song.self).map { titles($0.albums) } == ["A", "A", ""])
      #expect(try context.all(ManyToMany.Album.self).map(\.songs.count) == [2, 0])
      let report = try #require(container.migrationReport)
      #expect(report.dropped.isEmpty)
      #expect(report.links.map(\.before) == [2])
      #expect(report.links.map(\.after) == [2])
      try container.close()
    }
  }

  @Test func `without a plan the links are carried too because nothing is lost`() throws {
    try TemporaryDirectory.with { folder in
      let url = folder.appending(path: "x.store")
      try make(url)
      try reading(ManyToMany.self, url) { context throws in
        #expect(try context.all(ManyToMany.Song.self).map { titles($0.albums) } == ["A", "A", ""])
      }
    }
  }

  @Test func `where one end does not match a lightweight stage refuses and a custom one reports`()
    throws
  {
    try TemporaryDirectory.with { folder in
      let url = folder.appending(path: "x.store")
      try make(url)
      let error = try refused(.linksNotCarried, at: url) {
        try open(HalfNamed.self, url, LightweightPlan<OneToMany, HalfNamed>.self)
      }
      #expect(error.entity == "Song")
      #expect(error.property == "album")
      #expect(error.count == 2)
      #expect(error.samples == ["1 → 1", "2 → 1"])
      #expect(error.message.contains("originalName"))
      let container = try open(
        HalfNamed.self, url, CustomPlan<OneToMany, HalfNamed, Nothing>.self)
      #expect(
        container.migrationReport?.droppedTexts == ["links Song.album: 2"])
      let context = ModelContext(container)
      #expect(try context.all(HalfNamed.Album.self).map(\.songs.count) == [0, 0])
      try container.close()
    }
  }

  @Test func `to many becomes to one where every object has one at most`() throws {
    try TemporaryDirectory.with { folder in
      let url = folder.appending(path: "x.store")
      try make(url)
      try open(ManyToMany.self, url, LightweightPlan<OneToMany, ManyToMany>.self).close()
      try reading(BackToOne.self, url, LightweightPlan<ManyToMany, BackToOne>.self) {
        context throws in
        #expect(
          try context.all(BackToOne.Song.self).map { $0.album?.title ?? "-" } == ["A", "A", "-"])
        #expect(try context.all(BackToOne.Album.self).map(\.songs.count) == [2, 0])
      }
    }
  }

  @Test func `to many becomes no to one where an object has several`() throws {
    try TemporaryDirectory.with { folder in
      let url = folder.appending(path: "x.store")
      try make(url)
      let container = try open(ManyToMany.self, url, LightweightPlan<OneToMany, ManyToMany>.self)
      let context = ModelContext(container)
      let albums = try context.all(ManyToMany.Album.self)
      try context.all(ManyToMany.Song.self).first?.albums = albums
      try context.save()
      try container.close()
      let error = try refused(.linksNotCarried, at: url) {
        try open(BackToOne.self, url, LightweightPlan<ManyToMany, BackToOne>.self)
      }
      #expect(error.entity == "Song")
      #expect(error.property == "albums")
      #expect(error.count == 2)
      let custom = try open(BackToOne.self, url, CustomPlan<ManyToMany, BackToOne, Nothing>.self)
      #expect(custom.migrationReport?.dropped.map(\.count) == [2])
      let migrated = ModelContext(custom)
      #expect(
        try migrated.all(BackToOne.Song.self).map { $0.album?.title ?? "-" }
          == ["-", "A", "-"])
      try custom.close()
    }
  }

  @Test func `one to many becomes one to one and shows the same from both ends`() throws {
    try TemporaryDirectory.with { folder in
      let url = folder.appending(path: "x.store")
      try make(url, shared: false)
      try reading(OneToOne.self, url, LightweightPlan<OneToMany, OneToOne>.self) { context throws in
        #expect(
          try context.all(OneToOne.Song.self).map { $0.album?.title ?? "-" } == ["A", "B", "-"])
        #expect(try context.all(OneToOne.Album.self).map { $0.song?.title ?? "-" } == ["s", "t"])
      }
      let other = folder.appending(path: "y.store")
      try make(other)
      let error = try refused(.linksNotCarried, at: other) {
        try open(OneToOne.self, other, LightweightPlan<OneToMany, OneToOne>.self)
      }
      #expect(error.count == 2)
    }
  }

  @Test func `one to one becomes many to many`() throws {
    try TemporaryDirectory.with { folder in
      let url = folder.appending(path: "x.store")
      try make(url, shared: false)
      try open(OneToOne.self, url, LightweightPlan<OneToMany, OneToOne>.self).close()
      try reading(FromOneToOne.self, url, LightweightPlan<OneToOne, FromOneToOne>.self) {
        context throws in
        #expect(
          try context.all(FromOneToOne.Song.self).map { $0.albums.map(\.title) } == [
            ["A"], ["B"], [],
          ])
        #expect(
          try context.all(FromOneToOne.Album.self).map { $0.songs.map(\.title) } == [["s"], ["t"]])
      }
    }
  }

  @Test func `an end without an inverse matches by its own name`() throws {
    try TemporaryDirectory.with { folder in
      let url = folder.appending(path: "x.store")
      try write(Alone.self, url) { context in
        let song = Alone.Song("s")
        context.insert(song)
        song.album = Alone.Album("A")
      }
      try reading(AloneMany.self, url, LightweightPlan<Alone, AloneMany>.self) { context throws in
        #expect(try context.all(AloneMany.Song.self).map { $0.albums.map(\.title) } == [["A"]])
      }
    }
  }

  @Test func `adding an inverse keeps the links`() throws {
    try TemporaryDirectory.with { folder in
      let url = folder.appending(path: "x.store")
      try write(AloneMany.self, url) { context in
        let song = AloneMany.Song("s")
        context.insert(song)
        song.albums = [AloneMany.Album("A"), AloneMany.Album("B")]
      }
      try reading(Mirrored.self, url, LightweightPlan<AloneMany, Mirrored>.self) { context throws in
        #expect(try context.all(Mirrored.Song.self).map(\.albums.count) == [2])
        #expect(
          try context.all(Mirrored.Album.self).map { $0.appearsOn.map(\.title) } == [["s"], ["s"]])
      }
    }
  }

  @Test func `a removed class takes its links with it and is reported`() throws {
    try TemporaryDirectory.with { folder in
      let url = folder.appending(path: "x.store")
      try make(url)
      let refusal = try refused(.migrationPlanRequired, at: url) { try open(NothingLeft.self, url) }
      #expect(refusal.count != nil)
      let container = try open(
        NothingLeft.self, url, LightweightPlan<OneToMany, NothingLeft>.self)
      let dropped = try #require(container.migrationReport?.droppedTexts)
      #expect(dropped.contains("entity Album: 2"))
      #expect(dropped.contains("links Song.album: 2"))
      #expect(try ModelContext(container).all(NothingLeft.Song.self).count == 3)
      try container.close()
      #expect(try StoreIntegrity.findings(of: url).isEmpty)
    }
  }
}

private enum FromOneToOne: VersionedSchema {
  static let versionIdentifier = Schema.Version(5, 0, 0)
  static var models: [any PersistentModel.Type] { [Song.self] }

  @Model final class Song {
    var title: String
    @Relationship(originalName: "album") var albums: [Album] = []
    init(_ title: String) { self.title = title }
  }

  @Model final class Album {
    var title: String
    @Relationship(originalName: "song", inverse: \Song.albums) var songs: [Song] = []
    init(_ title: String) { self.title = title }
  }
}

private enum Mirrored: VersionedSchema {
  static let versionIdentifier = Schema.Version(3, 0, 0)
  static var models: [any PersistentModel.Type] { [Song.self] }

  @Model final class Song {
    var title: String
    @Relationship(originalName: "album", inverse: \Album.appearsOn) var albums: [Album] = []
    init(_ title: String) { self.title = title }
  }

  @Model final class Album {
    var title: String
    var appearsOn: [Song] = []
    init(_ title: String) { self.title = title }
  }
}
