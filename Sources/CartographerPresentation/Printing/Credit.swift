import TerminalUI

/// A library or data set that the program uses, and its licence.
package struct Credit: Sendable {
  package let name: String
  package let licence: String
  /// The purpose for which the program uses the library or data set.
  package let use: String

  private init(_ name: String, _ licence: String, _ use: String) {
    self.name = name
    self.licence = licence
    self.use = use
  }

  package static let all = [
    Credit("GRDB.swift", "MIT", "access to SQLite"),
    Credit("swift-argument-parser", "Apache 2.0", "the command line"),
    Credit("TOMLKit", "MIT", "the configuration file"),
    Credit("swift-log", "Apache 2.0", "the log"),
    Credit("swift-syntax", "Apache 2.0", "Swift macros, at build time"),
    Credit("SQLite", "public domain", "the store"),
    Credit("expat", "MIT", "reading XML"),
    Credit("zlib", "zlib", "gzip files"),
    Credit("libarchive", "BSD", "compressed files and archives"),
    Credit("OpenSSL", "Apache 2.0", "recognising previously imported files"),
    Credit("ncurses", "MIT (X11)", "the terminal"),
    Credit("Natural Earth", "public domain", "the base map's coasts, lakes, rivers and borders"),
    Credit("GeoNames", "CC BY 4.0", "the base map's towns, from geonames.org"),
  ]

  /// The credit line that must appear below every published picture of the base map.
  package static let mapLine = "Map: Natural Earth. Towns: GeoNames, CC BY 4.0, geonames.org"

  /// The credits as lines of a table.
  package static var lines: [DisplayText] {
    var table = PrintableTable([.leading, .leading, .leading])
    for part in all {
      table.add(["  \(part.name)", DisplayText(part.licence), DisplayText(part.use)])
    }
    return table.lines
  }
}
