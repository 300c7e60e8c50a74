import Geodesy
import Testing

@Suite struct UnitSystemTests {
  @Test(arguments: [
    (0, "0 m"), (0.4, "0 m"), (840.2, "840 m"), (999.4, "999 m"), (999.6, "1.0 km"),
    (17_940, "17.9 km"), (99_949, "99.9 km"), (99_960, "100 km"), (1_204_000, "1 204 km"),
    (-840, "-840 m"), (-0.2, "0 m"), (.nan, "–"), (.infinity, "–"),
  ])
  func `metric lengths are formatted in metres or kilometres`(_ metres: Double, _ text: String) {
    #expect(UnitSystem.metric.length(metres: metres) == text)
  }

  @Test(arguments: [
    (100, "328 ft"), (304, "997 ft"), (304.8, "0.2 mi"), (17_940, "11.1 mi"),
    (1_609_344, "1 000 mi"),
  ])
  func `imperial lengths are formatted in feet or miles`(_ metres: Double, _ text: String) {
    #expect(UnitSystem.imperial.length(metres: metres) == text)
  }

  @Test(arguments: [
    (120, "120 m"), (185.3, "0.1 nm"), (9260, "5.0 nm"), (1_852_000, "1 000 nm"),
  ])
  func `nautical lengths are formatted in metres or nautical miles`(
    _ metres: Double, _ text: String
  ) {
    #expect(UnitSystem.nautical.length(metres: metres) == text)
    #expect(UnitSystem.nautical.speed(metresPerSecond: 1.1667) == "2.3 kn")
    #expect(UnitSystem.nautical.elevation(metres: 2483.4) == "2 483 m")
  }

  @Test func `elevations are formatted in whole units with a space between thousands`() {
    #expect(UnitSystem.metric.elevation(metres: 2483.4) == "2 483 m")
    #expect(UnitSystem.metric.elevation(metres: 999.6) == "1 000 m")
    #expect(UnitSystem.metric.elevation(metres: -430) == "-430 m")
    #expect(UnitSystem.imperial.elevation(metres: 2483.4) == "8 148 ft")
  }

  @Test func `speeds are formatted in the unit of the unit system`() {
    #expect(UnitSystem.metric.speed(metresPerSecond: 1.1667) == "4.2 km/h")
    #expect(UnitSystem.imperial.speed(metresPerSecond: 1.1667) == "2.6 mph")
    #expect(UnitSystem.metric.speed(metresPerSecond: 250) == "900 km/h")
  }

  @Test(arguments: [(0.125, "12.5 %"), (-0.03, "-3.0 %"), (1.5, "150 %"), (.nan, "–")])
  func `slopes are formatted in per cent`(_ slope: Double, _ text: String) {
    #expect(UnitSystem.slope(slope) == text)
  }

  @Test(arguments: [
    (0, "0 s"), (-0.4, "0 s"), (5, "5 s"), (60, "1 min"), (245, "4 min 5 s"), (599.4, "9 min 59 s"),
    (599.6, "10 min"), (725, "12 min"), (3569, "59 min"), (3570, "1 h"), (3599.6, "1 h"),
    (18_720, "5 h 12 min"), (18_779, "5 h 13 min"), (360_300, "100 h 5 min"), (-725, "-12 min"),
    (-5, "-5 s"), (.nan, "–"),
  ])
  func `durations are formatted in at most two units`(_ seconds: Double, _ text: String) {
    #expect(UnitSystem.duration(seconds: seconds) == text)
  }
}
