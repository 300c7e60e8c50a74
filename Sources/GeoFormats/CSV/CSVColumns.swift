import Foundation

/// The mapping of a table's columns to fields, determined from the option `--columns` and the
/// header.
struct CSVColumns {
  /// The column names. The array is empty for a table without a header.
  private(set) var names: [String] = []
  private(set) var indices: [CSVField: Int] = [:] {
    didSet { lookup = CSVField.allCases.map { indices[$0] } }
  }
  /// The column index for each field. Nil if the table has no column for the field. For fast
  /// access, the array is indexed by the fields' raw values.
  private var lookup = [Int?](repeating: nil, count: CSVField.allCases.count)
  /// The units given in the table's header, keyed by field.
  private(set) var units: [CSVField: CSVUnit] = [:]

  /// Maps columns to fields according to their names in a header.
  init(header: [String]) {
    names = header
    guessFields()
  }

  private mutating func guessFields() {
    for (index, name) in names.enumerated() {
      let plain = index == 0 && name.hasPrefix("#") ? String(name.dropFirst()) : name
      guard let found = CSVColumnName(plain), indices[found.field] == nil else { continue }
      indices[found.field] = index
      if found.unit != CSVUnit() { units[found.field] = found.unit }
    }
    guard !hasPosition else {
      if hasLatitudeAndLongitude { indices[.position] = nil }
      return
    }
    // The names of columns in files of geographic information systems.
    let keys = names.map { CSVColumnName.key($0) }
    if let x = keys.firstIndex(of: "x"),
      let y = keys.firstIndex(of: "y")
    {
      indices[.longitude] = x
      indices[.latitude] = y
    }
  }

  var hasLatitudeAndLongitude: Bool { indices[.latitude] != nil && indices[.longitude] != nil }

  var hasPosition: Bool { hasLatitudeAndLongitude || indices[.position] != nil }

  /// Returns whether a row is a header that contains the names of the position columns.
  static func locatesPositions(_ row: [String]) -> Bool {
    let columns = CSVColumns(header: row)
    // The word “point” alone can be data; then the row has numbers too.
    return columns.hasLatitudeAndLongitude
      || columns.hasPosition && !row.contains { Double($0) != nil }
  }

  subscript(field: CSVField) -> Int? { lookup[field.rawValue] }

  /// Whether any column describes a path as a whole rather than a single point.
  var hasPathFields: Bool {
    let fields: [CSVField] = [
      .path, .notes, .groups, .colour, .pathNumber, .pathType, .pathSymbol, .pathComment,
      .pathDetails, .pathSource, .pathLinks,
    ]
    return fields.contains { self[$0] != nil }
  }

  // MARK: The option

  private static let positionFields: Set<CSVField> = [.latitude, .longitude, .position]

  /// Applies the value of the option `--columns`, such as `lat=3,lon=4,name=Title`.
  ///
  /// - Parameter width: The table's number of columns.
  /// - Throws: ``InputRefusal`` if the option is not valid for this table.
  mutating func apply(_ option: String, width: Int) throws {
    var chosen: [CSVField: Int] = [:]
    for part in option.split(separator: ",") {
      let sides = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        .map { $0.trimmingCharacters(in: .whitespaces) }
      guard sides.count == 2, !sides[0].isEmpty, !sides[1].isEmpty else {
        throw refusal("“\(Excerpt.of(String(part)))” does not have the form field=column")
      }
      guard let field = CSVField.named(sides[0].lowercased()) ?? CSVColumnName(sides[0])?.field
      else {
        let known = CSVField.allCases.map(\.key).joined(separator: ", ")
        throw refusal("the field “\(Excerpt.of(sides[0]))” is unknown; the fields are \(known)")
      }
      guard chosen[field] == nil else {
        throw refusal("the field \(field.key) is specified twice")
      }
      let index = try column(sides[1], width: width)
      // A column of texts can be both the identifier and the name of a path.
      if let other = chosen.first(where: { $0.value == index })?.key,
        Self.positionFields.contains(other) || Self.positionFields.contains(field)
      {
        throw refusal("column \(index + 1) is specified for both \(other.key) and \(field.key)")
      }
      chosen[field] = index
    }
    guard !chosen.isEmpty else { throw refusal("the text is empty") }
    let taken = Set(chosen.values)
    indices = indices.filter { !taken.contains($0.value) && chosen[$0.key] == nil }
    for (field, index) in chosen {
      indices[field] = index
      units[field] = statedUnit(field, index)
    }
    if chosen[.position] != nil {
      indices[.latitude] = nil
      indices[.longitude] = nil
    } else if chosen[.latitude] != nil || chosen[.longitude] != nil {
      indices[.position] = nil
    }
    units = units.filter { indices[$0.key] != nil }
  }

  /// Returns the unit given in the name of a field's column. Returns nil if the name contains no
  /// unit, or if the column's values need no conversion.
  private func statedUnit(_ field: CSVField, _ index: Int) -> CSVUnit? {
    guard index < names.count, let quantity = field.quantity,
      let unit = CSVColumnName.unit(in: names[index], quantity), unit != CSVUnit()
    else { return nil }
    return unit
  }

  private func column(_ text: String, width: Int) throws -> Int {
    if let number = Int(text) {
      guard number >= 1, number <= width else {
        throw refusal("there is no column \(number); the table has \(width) columns\(listed)")
      }
      return number - 1
    }
    let exact = names.firstIndex(of: text)
    guard let index = exact ?? names.firstIndex(where: { $0.lowercased() == text.lowercased() })
    else {
      throw refusal("there is no column named “\(Excerpt.of(text))”\(listed)")
    }
    return index
  }

  private func refusal(_ problem: String) -> InputRefusal {
    InputRefusal(
      code: .csvColumnsUnusable,
      message: "the specified columns do not match the table: \(problem)",
      remedy: .chooseColumns)
  }

  /// The numbers and names of all columns, as a suffix for error messages. Empty for a table
  /// without a header.
  private var listed: String {
    guard !names.isEmpty else { return "" }
    let shown = names.prefix(40).enumerated().map { "\($0 + 1) “\(Excerpt.of($1))”" }
    return ": " + shown.joined(separator: ", ") + (names.count > 40 ? ", …" : "")
  }

  /// Returns the error for a table without position columns.
  func missingPosition(firstRow: [String]) -> InputRefusal {
    let projected = names.filter(CSVColumnName.isProjected)
    if !projected.isEmpty {
      return InputRefusal(
        code: .csvColumnsUnusable,
        message: """
          the columns \(projected.map { "“\(Excerpt.of($0))”" }.joined(separator: " and ")) contain \
          projected coordinates, which cannot be imported; convert them to latitude and longitude \
          in WGS 84 first, for example with cs2cs or ogr2ogr
          """)
    }
    let shown = names.isEmpty ? CSVColumns(firstRow: firstRow).listed : listed
    return InputRefusal(
      code: .csvColumnsUnusable,
      message: "no columns are named latitude and longitude\(shown)", remedy: .chooseColumns)
  }

  private init(firstRow: [String]) { names = firstRow }

  /// A description of the recognised columns, such as `lat=3, lon=4, name=1`.
  var description: String {
    let fields = CSVField.allCases.compactMap { field in
      indices[field].map { "\(field.key)=\($0 + 1)" }
    }
    return fields.joined(separator: ", ")
  }
}
