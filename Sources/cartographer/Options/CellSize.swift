import ArgumentParser

/// A size in terminal columns and rows, such as `100x30`.
struct CellSize: ExpressibleByArgument {
  let columns: Int
  let rows: Int

  init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
  }

  /// Parses a size such as `100x30`, or returns nil if the text is not a valid size. Both numbers must
  /// be from 1 to 2000.
  init?(argument: String) {
    let parts = argument.lowercased().split(separator: "x", omittingEmptySubsequences: false)
    guard parts.count == 2, let columns = Int(parts[0]), let rows = Int(parts[1]),
      (1...2000).contains(columns), (1...2000).contains(rows)
    else { return nil }
    self.init(columns: columns, rows: rows)
  }

  var defaultValueDescription: String { "\(columns)x\(rows)" }
}
