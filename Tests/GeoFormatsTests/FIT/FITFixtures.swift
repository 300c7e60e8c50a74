import Foundation

/// The FIT files in `Tests/Fixtures/fit`, which these functions generate.
enum FITFixtures {
  static let all: [(name: String, bytes: [UInt8])] = [
    ("activity.fit", activity), ("multisport.fit", multisport), ("course.fit", course),
    ("locations.fit", locations), ("segment.fit", segment), ("indoor.fit", indoor),
    ("developer.fit", developer), ("big-endian.fit", bigEndian), ("workout.fit", workout),
    ("summaries.fit", summaries),
  ]

  /// A ride with a pause, two laps, all sensors, and messages without a counterpart.
  static var activity: [UInt8] {
    var sample = FITSample()
    sample.addFileID()
    sample.add(23, local: 5, [.uint8(0, 0), .uint16(2, 1), .uint16(4, 3121)])
    sample.add(12, local: 6, [.enumeration(0, 2), .enumeration(1, 7), .text(3, "Road")])
    sample.addTimerEvent(0, isStart: true)
    let absent: [FITSample.Field] = [
      .uint16(2, 0xFFFF), .uint32(78, 5_161), .uint8(3, 0xFF), .uint8(4, 80), .uint8(53, 64),
      .uint32(5, 0), .uint16(6, 0xFFFF), .uint32(73, 5_250), .uint16(7, 0xFFFF), .int8(13, 0x7F),
      .int8(30, 50),
    ]
    sample.addRecord(0, absent)
    for second in 1..<4 {
      sample.addRecord(
        UInt32(second),
        [
          .uint16(2, 5_100), .uint32(78, UInt32(5_161 + second)), .uint8(3, UInt8(120 + second)),
          .uint8(4, 80), .uint8(53, 0xFF), .uint32(5, UInt32(second * 525)), .uint16(6, 5_250),
          .uint32(73, UInt32(5_250 + second)), .uint16(7, 200), .int8(13, -3), .int8(30, 50),
        ])
    }
    sample.addTimerEvent(3, isStart: false)
    sample.addLap(start: 0, end: 3)
    sample.addTimerEvent(60, isStart: true)
    for second in 60..<63 { sample.addRecord(UInt32(second)) }
    sample.add(20, local: 7, [.uint32(253, FITSample.start + 63), .uint8(3, 125)])
    sample.add(78, local: 8, [.uint16(0, 512)])
    sample.add(78, local: 8, [.uint16(0, 520)])
    sample.addTimerEvent(63, isStart: false)
    sample.addLap(start: 60, end: 63)
    sample.addSession(
      start: 0, end: 63, sport: 2, [.enumeration(6, 7), .uint16(11, 12), .text(110, "Road")])
    sample.add(
      34, local: 9, [.uint32(253, FITSample.start + 63), .uint32(5, FITSample.start + 63 + 7200)])
    return sample.file()
  }

  /// Three sessions, which follow all records, as some devices write them.
  static var multisport: [UInt8] {
    var sample = FITSample()
    sample.addFileID(product: 3906)
    for second in [0, 1, 2, 10, 11, 20, 21, 22, 23] { sample.addRecord(UInt32(second)) }
    sample.addSession(start: 0, end: 3, sport: 5)
    sample.addSession(start: 10, end: 12, sport: 3)
    sample.addSession(start: 20, end: 24, sport: 1, [.enumeration(6, 3)])
    return sample.file()
  }

  static var course: [UInt8] {
    var sample = FITSample()
    sample.addFileID(type: 6)
    sample.add(31, local: 5, [.enumeration(4, 2), .text(5, "Around the Eiger")])
    sample.addTimerEvent(0, isStart: true)
    for second in 0..<3 { sample.addRecord(UInt32(second), [.uint16(2, 5_000)]) }
    sample.add(
      32, local: 6,
      [
        .uint32(1, FITSample.start + 1), .degrees(2, 46.5001), .degrees(3, 7.9001),
        .uint32(4, 1500), .enumeration(5, 3), .text(6, "Fountain"),
      ])
    sample.addRecord(3, [.uint16(2, 5_000)])
    sample.addTimerEvent(3, isStart: false)
    return sample.file()
  }

  static var locations: [UInt8] {
    var sample = FITSample()
    sample.addFileID(type: 8, product: 3011)
    sample.add(
      29, local: 1,
      [
        .text(0, "Hut"), .degrees(1, 46.57), .degrees(2, 7.98), .uint16(3, 94), .uint16(4, 5_156),
        .text(6, "Closed in winter"), .uint32(253, FITSample.start),
      ])
    sample.add(
      29, local: 1,
      [
        .text(0, "???"), .int32(1, .max), .int32(2, .max), .uint16(3, 94), .uint16(4, 0xFFFF),
        .text(6, "No position here"), .uint32(253, FITSample.start),
      ])
    return sample.file(headerSize: 12)
  }

  static var segment: [UInt8] {
    var sample = FITSample()
    sample.addFileID(type: 34, manufacturer: 265)
    sample.add(148, local: 1, [.text(0, "Col climb"), .enumeration(2, 2)])
    for index in 0..<3 {
      sample.add(
        150, local: 2,
        [
          .degrees(1, 45 + Double(index) * 1e-3), .degrees(2, 6),
          .uint32(3, UInt32(index) * 11_100),
          .uint16(4, UInt16(5_000 + index * 50)), .uint32(5, UInt32(index) * 1000),
        ])
    }
    return sample.file()
  }

  static var indoor: [UInt8] {
    var sample = FITSample()
    sample.addFileID()
    for second in 0..<5 {
      sample.add(
        20, local: 1,
        [
          .uint32(253, FITSample.start + UInt32(second)), .int32(0, .max), .int32(1, .max),
          .uint8(3, 100),
        ])
    }
    sample.addSession(start: 0, end: 5, sport: 1, [.enumeration(6, 1)])
    return sample.file()
  }

  /// Fields of Connect IQ programs: the power of a running power meter, and a field without a
  /// counterpart.
  static var developer: [UInt8] {
    var sample = FITSample()
    sample.addFileID(product: 3113)
    sample.add(207, local: 5, [.uint8(3, 0)])
    for (number, type, name, native) in [
      (0, 0x84, "Power", 7), (1, 0x88, "Form Power", 0xFF),
    ] as [(UInt8, UInt8, String, UInt8)] {
      sample.add(
        206, local: 6,
        [
          .uint8(0, 0), .uint8(1, number), .uint8(2, type), .text(3, name), .uint16(14, 20),
          .uint8(15, native),
        ])
    }
    for second in 0..<3 {
      sample.add(
        20, local: 1,
        [
          .uint32(253, FITSample.start + UInt32(second)), .degrees(0, 46.5), .degrees(1, 7.9),
        ],
        developer: [
          FITSample.DeveloperField(index: 0, field: .uint16(0, UInt16(250 + second))),
          FITSample.DeveloperField(index: 0, field: .float(1, 61.5)),
        ])
    }
    return sample.file()
  }

  /// Big-endian messages, of which all but the first record have a compressed time.
  static var bigEndian: [UInt8] {
    var sample = FITSample(isBigEndian: true)
    sample.addFileID(manufacturer: 32, product: 31)
    sample.addRecord(0)
    for second in [5, 30, 33, 60] as [UInt32] {
      sample.add(
        20, local: 2,
        [.degrees(0, -33.5), .degrees(1, -70.5), .uint16(2, 15_000)],
        timeOffset: UInt8((FITSample.start + second) & 31))
    }
    return sample.file()
  }

  /// A session with two laps whose totals, averages and maxima all differ, and a program's field in
  /// each.
  static var summaries: [UInt8] {
    var sample = FITSample()
    sample.addFileID()
    sample.add(207, local: 5, [.uint8(3, 0)])
    for (number, type, name, kind) in [
      (0, 0x88, "Ride Quality", 19), (1, 0x84, "Effort", 18), (2, 0x07, "Weather", 18),
    ] as [(UInt8, UInt8, String, UInt16)] {
      sample.add(
        206, local: 6,
        [
          .uint8(0, 0), .uint8(1, number), .uint8(2, type), .text(3, name), .uint16(14, kind),
        ])
    }
    for second in 0..<4 { sample.addRecord(UInt32(second)) }
    for lap in 0..<2 as Range<UInt32> {
      let step = UInt8(lap)
      sample.add(
        19, local: 4,
        [
          .uint32(253, FITSample.start + 2 + 2 * lap), .uint32(2, FITSample.start + 2 * lap),
          .uint32(7, 2000), .uint32(9, 1_500), .uint16(11, 7), .uint16(13, 4_000),
          .uint16(14, 0xFFFF), .uint32(111, 5_250), .uint8(15, 120 + step), .uint8(16, 140 + step),
          .uint8(17, 80), .uint8(80, 64), .uint16(19, 200), .uint16(20, 310),
          .uint16(21, 15 + UInt16(lap)), .uint16(22, 5), .enumeration(23, 0), .int8(50, -3),
          .uint16(33, 222), .uint16(77, 65),
        ],
        developer: [
          FITSample.DeveloperField(index: 0, field: .float(0, 0.1 + Float(lap)))
        ])
    }
    sample.add(
      18, local: 3,
      [
        .uint32(253, FITSample.start + 4), .uint32(2, FITSample.start), .enumeration(5, 2),
        .uint32(7, 4000), .uint32(9, 3_000), .uint16(11, 14), .uint16(14, 4_100),
        .uint16(15, 5_250), .uint8(16, 121), .uint8(17, 141), .uint8(18, 81), .uint16(20, 201),
        .uint16(21, 311), .uint16(22, 31), .uint16(23, 10), .int8(57, -2), .int8(58, 1),
        .uint16(50, 5_160), .uint16(34, 223),
      ],
      developer: [
        FITSample.DeveloperField(index: 0, field: .uint16(1, 6)),
        FITSample.DeveloperField(index: 0, field: .text(2, "light snow")),
      ])
    return sample.file()
  }

  static var workout: [UInt8] {
    var sample = FITSample()
    sample.addFileID(type: 5)
    sample.add(26, local: 1, [.enumeration(4, 1), .text(8, "Intervals")])
    sample.add(27, local: 2, [.enumeration(1, 0)])
    return sample.file()
  }
}
