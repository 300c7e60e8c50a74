import Foundation

/// The values of one column in a bulk write.
enum BulkValues {
  case doubles([Double])
  /// The values of an optional floating-point column, with NaN in place of nil.
  case optionalDoubles([Double])
  case integers([Int64])
  /// The values of an optional integer column, in which the associated value `none` represents nil.
  case optionalIntegers([Int64], none: Int64)
  case arithmetic(start: Int64, step: Int64)
  case texts([String])
  case optionalTexts([String?])
  case blobs([Data])
  case constant(_SQLValue)
  /// A closure that is called once for each row and returns the property's default value.
  case each(() throws -> _SQLValue?)

  /// The number of values in the column. Nil if the column can supply a value for any number of
  /// rows.
  var count: Int? {
    switch self {
    case .doubles(let values), .optionalDoubles(let values): values.count
    case .integers(let values), .optionalIntegers(let values, _): values.count
    case .texts(let values): values.count
    case .optionalTexts(let values): values.count
    case .blobs(let values): values.count
    case .arithmetic, .constant, .each: nil
    }
  }
}
