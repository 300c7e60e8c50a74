/// The supported message types, with their numbers in the public FIT profile.
enum FITMessageKind: UInt16, CaseIterable {
  case fileID = 0
  case sport = 12
  case session = 18
  case lap = 19
  case record = 20
  case event = 21
  case deviceInfo = 23
  case workout = 26
  /// A saved place. This kind of message is not in the public profile; its fields are known from
  /// GPSBabel.
  case location = 29
  case course = 31
  case coursePoint = 32
  case activity = 34
  case fileCreator = 49
  case segmentLap = 142
  case segmentID = 148
  case segmentPoint = 150
  case timestampCorrelation = 162
  case fieldDescription = 206
  case developerDataID = 207
}

/// Tables from the public FIT profile.
enum FITProfile {
  /// The epoch of FIT timestamps, 1989-12-31T00:00:00Z, in seconds since 2001-01-01T00:00:00Z.
  static let epoch = -347_241_600.0
  /// The smallest FIT timestamp that is an absolute time. A smaller timestamp is the number of
  /// seconds since the device was switched on.
  static let firstTime = 268_435_456.0
  /// The number of the timestamp field, which is the same in all message types.
  static let timestamp: UInt8 = 253

  /// A record field whose value becomes a property of a point. If two fields provide the same
  /// property, the field whose case is declared later takes precedence.
  enum Target: UInt8, Comparable {
    case timestamp
    case latitude
    case longitude
    case compressedSpeedDistance
    case distance
    case altitude
    case enhancedAltitude
    case speed
    case enhancedSpeed
    case heartRate
    case cadence
    case cadence256
    case fractionalCadence
    case power
    case temperature
    case depth
    /// A record field without a corresponding point property.
    case unread

    /// The plain variant of this case, such as `altitude` for `enhancedAltitude`.
    var property: Target {
      switch self {
      case .enhancedAltitude: .altitude
      case .enhancedSpeed: .speed
      case .cadence256: .cadence
      default: self
      }
    }

    static func < (one: Self, other: Self) -> Bool { one.rawValue < other.rawValue }
  }

  /// The meaning of a record field, whose value is `(raw − zero) / scale`.
  struct Field {
    let target: Target
    var scale = 1.0
    /// The raw number in the file that represents the value 0.
    var zero = 0.0
  }

  static let recordFields: [UInt8: Field] = [
    0: Field(target: .latitude),
    1: Field(target: .longitude),
    2: Field(target: .altitude, scale: 5, zero: 2500),
    3: Field(target: .heartRate),
    4: Field(target: .cadence),
    5: Field(target: .distance, scale: 100),
    6: Field(target: .speed, scale: 1000),
    7: Field(target: .power),
    8: Field(target: .compressedSpeedDistance),
    13: Field(target: .temperature),
    52: Field(target: .cadence256, scale: 256),
    53: Field(target: .fractionalCadence, scale: 128),
    73: Field(target: .enhancedSpeed, scale: 1000),
    78: Field(target: .enhancedAltitude, scale: 5, zero: 2500),
    92: Field(target: .depth, scale: 1000),
    timestamp: Field(target: .timestamp),
  ]

  /// The display names of the message types that the reader skips.
  static let unreadMessages: [UInt16: String] = [
    2: "device_settings", 3: "user_profile", 7: "zones_target", 8: "hr_zone", 9: "power_zone",
    12: "sport", 13: "training_settings", 21: "event", 26: "workout", 27: "workout_step",
    30: "weight_scale",
    53: "speed_zone", 55: "monitoring", 78: "hrv", 101: "length", 103: "monitoring_info",
    128: "weather_conditions", 132: "hr", 149: "segment_leaderboard_entry", 151: "segment_file",
    158: "workout_session", 160: "gps_metadata", 161: "camera_event",
    164: "gyroscope_data", 165: "accelerometer_data", 167: "three_d_sensor_calibration",
    169: "video_frame", 208: "magnetometer_data", 209: "barometer_data",
    210: "one_d_sensor_calibration", 216: "time_in_zone", 225: "set", 227: "stress_level",
    258: "dive_settings", 259: "dive_gas", 268: "dive_summary", 275: "sleep_level", 285: "jump",
    290: "beat_intervals", 297: "respiration_rate", 312: "split", 313: "split_summary",
    317: "climb_pro",
  ]

  /// The display names of the FIT file types.
  static let fileTypes: [Int: String] = [
    1: "device description", 2: "settings", 3: "sport settings", 4: "activity", 5: "workout",
    6: "course", 7: "schedule", 8: "list of locations", 9: "weight record", 10: "list of totals",
    11: "list of goals", 14: "blood pressure record", 15: "monitoring record",
    20: "activity summary", 28: "monitoring record", 32: "monitoring record", 34: "segment",
    35: "list of segments",
  ]

  static let courseFile = 6

  /// The number that denotes both the generic sport and the generic sub-sport. Neither identifies
  /// the kind of activity.
  static let genericSport = 0

  static let sports: [Int: String] = [
    1: "running", 2: "cycling", 3: "transition", 4: "fitness_equipment", 5: "swimming",
    6: "basketball", 7: "soccer", 8: "tennis", 9: "american_football", 10: "training",
    11: "walking", 12: "cross_country_skiing", 13: "alpine_skiing", 14: "snowboarding",
    15: "rowing", 16: "mountaineering", 17: "hiking", 18: "multisport", 19: "paddling",
    20: "flying", 21: "e_biking", 22: "motorcycling", 23: "boating", 24: "driving", 25: "golf",
    26: "hang_gliding", 27: "horseback_riding", 28: "hunting", 29: "fishing",
    30: "inline_skating", 31: "rock_climbing", 32: "sailing", 33: "ice_skating",
    34: "sky_diving", 35: "snowshoeing", 36: "snowmobiling", 37: "stand_up_paddleboarding",
    38: "surfing", 39: "wakeboarding", 40: "water_skiing", 41: "kayaking", 42: "rafting",
    43: "windsurfing", 44: "kitesurfing", 45: "tactical", 46: "jumpmaster", 47: "boxing",
    48: "floor_climbing", 49: "baseball", 53: "diving", 62: "hiit", 64: "racket",
    65: "wheelchair_push_walk", 66: "wheelchair_push_run", 67: "meditation", 69: "disc_golf",
    71: "cricket", 72: "rugby", 73: "hockey", 74: "lacrosse", 75: "volleyball",
    76: "water_tubing", 77: "wakesurfing", 80: "mixed_martial_arts", 82: "snorkeling",
    83: "dance", 84: "jump_rope",
  ]

  static let subSports: [Int: String] = [
    1: "treadmill", 2: "street", 3: "trail", 4: "track", 5: "spin", 6: "indoor_cycling",
    7: "road", 8: "mountain", 9: "downhill", 10: "recumbent", 11: "cyclocross",
    12: "hand_cycling", 13: "track_cycling", 14: "indoor_rowing", 15: "elliptical",
    16: "stair_climbing", 17: "lap_swimming", 18: "open_water", 19: "flexibility_training",
    20: "strength_training", 21: "warm_up", 22: "match", 23: "exercise", 24: "challenge",
    25: "indoor_skiing", 26: "cardio_training", 27: "indoor_walking", 28: "e_bike_fitness",
    29: "bmx", 30: "casual_walking", 31: "speed_walking", 32: "bike_to_run_transition",
    33: "run_to_bike_transition", 34: "swim_to_bike_transition", 35: "atv", 36: "motocross",
    37: "backcountry", 38: "resort", 39: "rc_drone", 40: "wingsuit", 41: "whitewater",
    42: "skate_skiing", 43: "yoga", 44: "pilates", 45: "indoor_running", 46: "gravel_cycling",
    47: "e_bike_mountain", 48: "commuting", 49: "mixed_surface", 50: "navigate", 51: "track_me",
    52: "map", 58: "virtual_activity", 59: "obstacle", 65: "sail_race", 67: "ultra",
    68: "indoor_climbing", 69: "bouldering",
  ]

  /// The names of the course point types. Types that also exist in TCX are spelled as in TCX.
  static let coursePoints: [Int: String] = [
    0: "Generic", 1: "Summit", 2: "Valley", 3: "Water", 4: "Food", 5: "Danger", 6: "Left",
    7: "Right", 8: "Straight", 9: "First Aid", 10: "4th Category", 11: "3rd Category",
    12: "2nd Category", 13: "1st Category", 14: "Hors Category", 15: "Sprint", 16: "Left Fork",
    17: "Right Fork", 18: "Middle Fork", 19: "Slight Left", 20: "Sharp Left", 21: "Slight Right",
    22: "Sharp Right", 23: "U-Turn", 24: "Segment Start", 25: "Segment End", 27: "Campsite",
    28: "Aid Station", 29: "Rest Area", 30: "General Distance", 31: "Service", 32: "Energy Gel",
    33: "Sports Drink", 34: "Mile Marker", 35: "Checkpoint", 36: "Shelter", 37: "Meeting Spot",
    38: "Overlook", 39: "Toilet", 40: "Shower", 41: "Gear", 42: "Sharp Curve",
    43: "Steep Incline", 44: "Tunnel", 45: "Bridge", 46: "Obstacle", 47: "Crossing", 48: "Store",
    49: "Transition", 50: "Navaid", 51: "Transport", 52: "Alert", 53: "Info",
  ]
}
