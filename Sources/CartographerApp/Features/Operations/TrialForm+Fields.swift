import CartographerPresentation
import Geodesy

/// The data for an operation's initial form: the previewed path and the position of the cursor.
struct PreviewContext {
  var pointCount: Int
  var lengthMetres: Double
  /// The path's first time in seconds since 2001-01-01, or nil if no point has a time.
  var startTime: Double?
  var endTime: Double?
  /// The selected range of point indexes, counted from 0, or nil if no range is selected.
  var range: Range<Int>?
  /// The index of the point under the cursor, counted from 0.
  var point: Int
  /// The folder that contains the terrain tiles; an empty string if the setting has no value.
  var terrainFolder = ""
  var stepper: TrialStepper
}

extension TrialForm {
  /// Creates the form for an operation with useful initial values.
  init(_ kind: TrialKind, _ context: PreviewContext) {
    let fields: [TrialField] =
      switch kind {
      case .simplify: Self.simplify(context)
      case .crop: Self.crop(context)
      case .split: Self.split(context)
      case .join: Self.join()
      case .smooth: Self.smooth(context)
      case .resample: Self.resample(context)
      case .clean: Self.clean(context)
      case .times: Self.times(context)
      case .elevation: Self.elevation(context)
      }
    self.init(kind: kind, fields: fields)
  }

  private static func simplify(_ context: PreviewContext) -> [TrialField] {
    [
      TrialField(.by, "By", .choice(["tolerance", "points"]), "tolerance"),
      TrialField(
        .tolerance, "Tolerance", .length(), context.length(10, imperial: 20),
        when: (.by, ["tolerance"])),
      TrialField(
        .count, "Points", .number(step: max(context.pointCount / 50, 1)),
        "\(max(context.pointCount / 2, 2))", when: (.by, ["points"])),
    ]
  }

  private static func crop(_ context: PreviewContext) -> [TrialField] {
    let range = context.range ?? context.point..<max(context.pointCount, context.point + 1)
    let step = ProfileLayout.roundStep(max(context.lengthMetres, 1) / 200)
    let write = context.stepper
    return [
      TrialField(.part, "Part by", .choice(["points", "distance", "time"]), "points"),
      TrialField(
        .firstPoint, "From point", .points, "\(range.lowerBound + 1)", when: (.part, ["points"])),
      TrialField(.lastPoint, "To point", .points, "\(range.upperBound)", when: (.part, ["points"])),
      TrialField(.fromMetres, "From", .length(step: step), "0m", when: (.part, ["distance"])),
      TrialField(
        .toMetres, "To", .length(step: step),
        // The text is rounded, and must not be shorter than the path.
        write.length(context.lengthMetres + write.units.splitMetres / 1000),
        when: (.part, ["distance"])),
      TrialField(
        .fromTime, "From", .moment, context.startTime.map(write.moment) ?? "", isOptional: true,
        when: (.part, ["time"])),
      TrialField(
        .toTime, "To", .moment, context.endTime.map(write.moment) ?? "", isOptional: true,
        when: (.part, ["time"])),
      TrialField(.keep, "Keep", .choice(["the part", "the rest"]), "the part"),
    ]
  }

  private static func split(_ context: PreviewContext) -> [TrialField] {
    let points = context.range.map { "\($0.lowerBound + 1), \($0.upperBound)" }
    let isInside = context.point > 0 && context.point < context.pointCount - 1
    let middle = isInside ? context.point + 1 : max(context.pointCount / 2, 1)
    return [
      TrialField(
        .by, "At", .choice(["point", "gap", "distance", "time", "day", "place", "segment"]), "point"
      ),
      TrialField(.points, "Point", .points, points ?? "\(middle)", when: (.by, ["point"])),
      TrialField(
        .everyMetres, "Every", .length(), context.length(10_000, imperial: 26_400),
        when: (.by, ["distance"])),
      TrialField(.everySeconds, "Every", .duration(), "1h", when: (.by, ["time"])),
      TrialField(
        .gapSeconds, "Longer than", .duration(), "5min", isOptional: true, when: (.by, ["gap"])),
      TrialField(
        .gapMetres, "Or farther", .length(), "", isOptional: true, when: (.by, ["gap"])),
      TrialField(
        .place, "Place", .place, context.stepper.places.first ?? "", when: (.by, ["place"])),
      TrialField(
        .radius, "Within", .length(), context.length(100, imperial: 500), when: (.by, ["place"])),
    ]
  }

  private static func join() -> [TrialField] {
    [
      TrialField(
        .order, "Order", .choice(TrackJoin.Order.allCases.map(\.words)),
        TrackJoin.Order.given.words),
      TrialField(.gap, "Gap", .choice(TrackJoin.Gap.allCases.map(\.rawValue)), "shared"),
    ]
  }

  private static func smooth(_ context: PreviewContext) -> [TrialField] {
    [
      TrialField(.by, "Over", .choice(["distance", "time", "median"]), "distance"),
      TrialField(
        .widthMetres, "Width", .length(), context.length(20, imperial: 50),
        when: (.by, ["distance"])),
      TrialField(.widthSeconds, "Width", .duration(), "10s", when: (.by, ["time"])),
      TrialField(.median, "Points", .number(step: 2), "5", when: (.by, ["median"])),
      TrialField(
        .what, "Smooth", .choice(["both", "positions", "elevations"]), "both"),
    ]
  }

  private static func resample(_ context: PreviewContext) -> [TrialField] {
    [
      TrialField(.by, "By", .choice(["distance", "time"]), "distance"),
      TrialField(
        .everyMetres, "Every", .length(), context.length(20, imperial: 50),
        when: (.by, ["distance"])),
      TrialField(.everySeconds, "Every", .duration(), "10s", when: (.by, ["time"])),
    ]
  }

  private static func clean(_ context: PreviewContext) -> [TrialField] {
    [
      TrialField(
        .duplicates, "Duplicates", .choice(["place", "place and time", "off"]), "place"),
      TrialField(.spikes, "Spikes over", .number(step: 1), "5", isOptional: true),
      TrialField(.speedLimit, "Faster than", .speed, "", isOptional: true),
      TrialField(.restSeconds, "Rests over", .duration(), "", isOptional: true),
      TrialField(.restRadius, "Rest within", .length(), context.length(25, imperial: 80)),
      TrialField(.order, "Time order", .choice(["on", "off"]), "on"),
    ]
  }

  private static func times(_ context: PreviewContext) -> [TrialField] {
    let start = context.stepper.moment(context.startTime ?? 0)
    let hasTimes = context.startTime != nil
    return [
      TrialField(
        .by, "Do", .choice(["shift", "start", "fill", "estimate", "strip"]),
        hasTimes ? "shift" : "estimate"),
      TrialField(.shift, "By", .duration(step: 3600), "1h", when: (.by, ["shift"])),
      TrialField(
        .start, "Start", .moment, hasTimes ? start : "", when: (.by, ["start", "estimate"])),
      TrialField(
        .pace, "Pace", .choice(["Tobler", "Naismith", "constant"]), "Tobler",
        when: (.by, ["estimate"])),
      TrialField(
        .speed, "Speed", .speed,
        context.stepper.speed(context.stepper.units.splitMetres * 5 / 3600),
        when: (.pace, ["constant"])),
    ]
  }

  private static func elevation(_ context: PreviewContext) -> [TrialField] {
    [
      TrialField(.by, "Do", .choice(["shift", "terrain"]), "shift"),
      TrialField(
        .shift, "By", .length(step: context.stepper.units.shortMetres),
        context.length(10, imperial: 30),
        when: (.by, ["shift"])),
      TrialField(.folder, "Tiles in", .folder, context.terrainFolder, when: (.by, ["terrain"])),
      TrialField(
        .rule, "Points", .choice(["those without", "all"]), "those without",
        when: (.by, ["terrain"])),
      TrialField(
        .offset, "Plus", .length(step: context.stepper.units.shortMetres), "0m",
        when: (.by, ["terrain"])),
    ]
  }
}

extension PreviewContext {
  /// Returns the metric or the imperial length as text, depending on the user's units; each is a
  /// round number.
  fileprivate func length(_ metres: Double, imperial feet: Double) -> String {
    stepper.length(stepper.units == .imperial ? feet * stepper.units.shortMetres : metres)
  }
}

extension TrackJoin.Order {
  /// The name of the join order in the form.
  var words: String {
    switch self {
    case .given: "as marked"
    case .time: "time"
    }
  }
}
