import Foundation

/// A table's layout, determined from its first rows: the delimiter, the columns, the decimal sign,
/// and whether the day or the month comes first.
struct CSVLayout {
  let delimiter: UInt8
  let columns: CSVColumns
  /// The number of records before the first data row.
  let skippedRecords: Int
  /// The number of non-blank records before the header.
  let preamble: Int
  let hasDecimalCommas: Bool
  let dateOrder: CSVMoment.Order
  /// Whether a date in the sampled rows, such as 25/3/2026, proves the order of day and month.
  let isDateOrderProven: Bool
  /// The indices and names of the columns whose meaning is unknown.
  let foreign: [(index: Int, name: String)]
  /// The number of named columns.
  let width: Int

  /// Determines a table's layout from its first rows.
  ///
  /// - Throws: ``InputRefusal`` if the position columns cannot be determined.
  init(_ sample: CSVSample, _ options: GeoReadingOptions) throws {
    delimiter = sample.delimiter
    let filled = sample.rows.indices.filter { sample.rows[$0].contains { !$0.isEmpty } }
    let isStated = sample.rows.first?.first?.hasPrefix("sep=") ?? false
    let first = filled.first { !(isStated && $0 == 0) } ?? 0
    guard sample.rows.indices.contains(first) else {
      throw InputRefusal(code: .inputNothingUsable, message: "the table has no rows")
    }
    var header: Int? = sample.header
    if header == nil, !sample.rows[first].contains(where: { Double($0) != nil }) { header = first }
    var columns = CSVColumns(header: header.map { sample.rows[$0] } ?? [])
    let data = sample.rows[(header.map { $0 + 1 } ?? first)...]
    width = max(columns.names.count, data.prefix(50).map(\.count).max() ?? 0)
    if let option = options.columns {
      try columns.apply(option, width: max(width, sample.rows[first].count))
      // Without recognised names, the first row is data if it contains a position.
      if sample.header == nil, header != nil, Self.hasPosition(sample.rows[first], columns) {
        header = nil
      }
    }
    guard columns.hasPosition else { throw columns.missingPosition(firstRow: sample.rows[first]) }
    let rows = sample.rows[(header.map { $0 + 1 } ?? first)...]
    if columns.hasLatitudeAndLongitude, Self.isProjected(rows, columns) {
      throw InputRefusal(
        code: .csvColumnsUnusable,
        message: """
          the numbers in the columns of latitude and longitude are too large for degrees; convert \
          the positions to WGS 84 first, for example with cs2cs or ogr2ogr
          """)
    }
    self.columns = columns
    skippedRecords = rows.startIndex
    preamble = header.map { end in filled.count { $0 < end && $0 >= first } } ?? 0
    hasDecimalCommas = Self.hasDecimalCommas(rows, columns)
    (dateOrder, isDateOrderProven) = Self.dateOrder(rows, columns)
    let used = Set(columns.indices.values)
    let names = columns.names
    foreign = names.indices.filter { !used.contains($0) }.map { index in
      (index, names[index].isEmpty ? "column \(index + 1)" : names[index])
    }
  }

  private static func hasPosition(_ row: [String], _ columns: CSVColumns) -> Bool {
    let cells = [columns[.latitude], columns[.longitude], columns[.position]].compactMap { $0 }
    return cells.allSatisfy { $0 < row.count && row[$0].contains { $0.isASCII && $0.isNumber } }
  }

  /// Returns whether all coordinates are too large to be degrees.
  private static func isProjected(_ rows: ArraySlice<[String]>, _ columns: CSVColumns) -> Bool {
    guard let latitude = columns[.latitude], let longitude = columns[.longitude] else {
      return false
    }
    let numbers = rows.compactMap { row -> (Double, Double)? in
      guard latitude < row.count, longitude < row.count,
        let north = Double(row[latitude]), let east = Double(row[longitude])
      else { return nil }
      return (north, east)
    }
    return !numbers.isEmpty && numbers.allSatisfy { max(abs($0.0), abs($0.1)) > 1000 }
  }

  private static func hasDecimalCommas(
    _ rows: ArraySlice<[String]>, _ columns: CSVColumns
  ) -> Bool {
    let indices = [columns[.latitude], columns[.longitude]].compactMap { $0 }
    let cells = rows.flatMap { row in indices.compactMap { $0 < row.count ? row[$0] : nil } }
    return cells.contains { $0.contains(",") && !$0.contains(".") }
      && !cells.contains { $0.contains(".") }
  }

  private static func dateOrder(
    _ rows: ArraySlice<[String]>, _ columns: CSVColumns
  ) -> (CSVMoment.Order, isProven: Bool) {
    let indices = [columns[.date], columns[.time]].compactMap { $0 }
    var hasMeridiem = false
    for row in rows {
      for index in indices where index < row.count && row[index].contains(where: \.isNumber) {
        guard let moment = CSVMoment(row[index], order: .dayFirst) else {
          if let other = CSVMoment(row[index], order: .monthFirst), other.day != nil {
            return (.monthFirst, true)
          }
          continue
        }
        if let order = moment.provenOrder { return (order, true) }
        hasMeridiem = hasMeridiem || moment.hasMeridiem
      }
    }
    return (hasMeridiem ? .monthFirst : .dayFirst, false)
  }

  /// A sentence that describes the layout to the user.
  var description: String {
    let delimiters: [UInt8: String] = [
      UInt8(ascii: ","): "comma", UInt8(ascii: ";"): "semicolon", UInt8(ascii: "\t"): "tab",
      UInt8(ascii: "|"): "vertical bar",
    ]
    let units = CSVField.allCases.filter { columns.units[$0] != nil }
      .map { "\($0.header) in \(columns.names[columns[$0] ?? 0])" }
      .joined(separator: ", ")
    let kept = foreign.map { "\($0.index + 1) “\(Excerpt.of($0.name))”" }.joined(separator: ", ")
    let delimiterName = delimiters[delimiter] ?? "comma"
    return "the columns are interpreted as follows: \(columns.description)"
      + (units.isEmpty ? "" : "; converted: \(units)")
      + (kept.isEmpty ? "" : "; kept as extension values: \(kept)")
      + "; delimiter: \(delimiterName)"
      + (hasDecimalCommas ? "; decimal comma" : "")
  }
}
