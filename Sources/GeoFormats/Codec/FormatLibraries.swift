import CArchive
import CExpat
import CZlib

/// The versions in use of the C libraries that read and write files.
package enum FormatLibraries {
  package static var expatVersion: String {
    let version = XML_ExpatVersionInfo()
    return "\(version.major).\(version.minor).\(version.micro)"
  }

  package static var zlibVersion: String { String(cString: CZlib.zlibVersion()) }

  /// The version of libarchive, without the name that libarchive writes before it.
  package static var archiveVersion: String {
    let text = String(cString: archive_version_string())
    return text.split(separator: " ").last.map(String.init) ?? text
  }
}
