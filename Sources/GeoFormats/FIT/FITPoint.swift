/// The values of a FIT record. Absent values are NaN.
struct FITPoint {
  var latitude = Double.nan
  var longitude = Double.nan
  var elevation = Double.nan
  /// The time, as a FIT timestamp in seconds.
  var time = Double.nan
  var heartRate = Double.nan
  var cadence = Double.nan
  var power = Double.nan
  var temperature = Double.nan
  var speed = Double.nan
  var distance = Double.nan
  var depth = Double.nan
  /// The position of the record's extra values in ``FITExtras``, or −1 for a record without extra
  /// values.
  var extras = -1
}

/// The total distance, calculated from the field `compressed_speed_distance`, which contains only
/// the lowest 12 bits of the distance.
struct FITDistanceSum {
  private var last = 0
  private var sum = 0

  /// Adds a 12-bit distance in sixteenths of a metre.
  ///
  /// - Returns: The distance from the start, in metres.
  mutating func add(_ distance: Int) -> Double {
    sum &+= (distance &- last) & 0xFFF
    last = distance
    return Double(sum) / 16
  }
}
