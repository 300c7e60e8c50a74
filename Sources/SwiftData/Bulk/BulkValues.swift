/// The values of a column to be appended.
enum BulkValues {
  case doubles([Double])
  /// NaN stands for nil.
  case optionalDoubles([Double])
  case integers([Int64])
  /// One number stands for nil.
  case optionalIntegers([Int64], none: Int64)
  case arithmetic(start: Int64, step: Int64)
  case texts([String])
  case optionalTexts([String?])
  case constant(_SQLValue)
  /// A default that is another for each row.
  case each(() throws -> _SQLValue?)

  /// Nil for as many as there are rows.
  var count: Int? {
    switch self {
    case .doubles(let values), .optionalDoubles(let values): values.count
    case .integers(let values), .optionalIntegers(let values, _): values.count
    case .texts(let values): values.count
    case .optionalTexts(let values): values.count
    case .arithmetic, .constant, .each: nil
    }
  }
}
