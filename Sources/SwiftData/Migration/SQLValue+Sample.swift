import Foundation

extension _SQLValue {
  /// Formats the value for the list of sample values in an error message.
  func sample(of type: _ColumnType?) -> String {
    switch self {
    case .text(let text): text
    case .real(let seconds) where type == .date && abs(seconds) < 2e11:
      Date(timeIntervalSinceReferenceDate: seconds).formatted(
        Date.ISO8601FormatStyle(includingFractionalSeconds: seconds != seconds.rounded()))
    case .blob(let data) where type == .uuid && data.count == 16:
      UUID(uuid: data.withUnsafeBytes { $0.loadUnaligned(as: uuid_t.self) }).uuidString
    default: literal
    }
  }
}
