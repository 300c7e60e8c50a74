import CArchive
import CExpat
import CZlib

/// The versions of the C libraries used to read and write files.
package enum FormatLibraries {
  package static var expatVersion: String {
    let version = XML_ExpatVersionInfo()
    return "\(version.major).\(version.minor).\(version.micro)"
  }

  package static var zlibVersion: String { String(cString: CZlib.zlibVersion()) }

  /// The version number of libarchive, such as `3.7.7`, without the library's name.
  package static var archiveVersion: String {
    let text = String(cString: archive_version_string())
    return text.split(separator: " ").last.map(String.init) ?? text
  }
}
