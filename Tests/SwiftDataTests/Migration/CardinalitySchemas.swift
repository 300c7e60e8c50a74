import SwiftData

/// Each song is on at most one album. The other schemas change this relationship.
enum SongsOneToMany: VersionedSchema {
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

enum SongsManyToMany: VersionedSchema {
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

/// ``SongsManyToMany`` without an original name at one end.
enum SongsOneEndUnnamed: VersionedSchema {
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

enum SongsBackToOne: VersionedSchema {
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

enum SongsOneToOne: VersionedSchema {
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

/// A to-one relationship without an inverse.
enum SongsWithoutInverse: VersionedSchema {
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

enum SongsToManyWithoutInverse: VersionedSchema {
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

enum SongsWithoutAlbums: VersionedSchema {
  static let versionIdentifier = Schema.Version(5, 0, 0)
  static var models: [any PersistentModel.Type] { [Song.self] }

  @Model final class Song {
    var title: String
    init(_ title: String) { self.title = title }
  }
}

enum SongsManyFromOneToOne: VersionedSchema {
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

enum SongsInverseAdded: VersionedSchema {
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
