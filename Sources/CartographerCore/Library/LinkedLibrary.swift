import GeoFormats
import SwiftData

/// A C library used by the program, with the library's version.
package struct LinkedLibrary: Sendable {
  package let name: String
  package let version: String

  package init(name: String, version: String) {
    self.name = name
    self.version = version
  }

  /// The C libraries that the store and the file formats use.
  package static var all: [LinkedLibrary] {
    [
      LinkedLibrary(name: "SQLite", version: sqliteLibraryVersion),
      LinkedLibrary(name: "expat", version: FormatLibraries.expatVersion),
      LinkedLibrary(name: "zlib", version: FormatLibraries.zlibVersion),
      LinkedLibrary(name: "libarchive", version: FormatLibraries.archiveVersion),
      LinkedLibrary(name: "OpenSSL", version: SHA256.libraryVersion),
    ]
  }
}
