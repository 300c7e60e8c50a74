import Foundation

/// The format of a reports file: JSON with a version number.
package enum ReportFormat {
  static let version = 1
  /// The maximum number of reports in a file.
  package static let mostReports = 10
  /// The maximum size of a reports file, in bytes.
  package static let limitBytes = 8 << 20

  private struct Page: Codable {
    var version: Int
    var reports: [JobReport]
  }

  /// Encodes reports as the content of a reports file. If there are too many reports, or if the
  /// reports are too large, the last reports in the array are left out.
  package static func encode(_ reports: [JobReport]) throws -> Data {
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .iso8601
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    var kept = Array(reports.prefix(mostReports))
    var data = try encoder.encode(Page(version: version, reports: kept))
    while data.count > limitBytes, kept.popLast() != nil {
      data = try encoder.encode(Page(version: version, reports: kept))
    }
    return data
  }

  /// Decodes the reports in a file. Returns nil if this version cannot read the file. An empty file
  /// contains no reports.
  package static func decode(_ data: Data) -> [JobReport]? {
    guard !data.isEmpty else { return [] }
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    guard let page = try? decoder.decode(Page.self, from: data), page.version == version,
      page.reports.allSatisfy({ $0.time != nil && $0.omittedCount >= 0 })
    else { return nil }
    return page.reports
  }
}
