import CartographerPresentation
import Geodesy

/// The data that determines the initial values of an operation's form, such as the previewed path's
/// length and the cursor's position.
struct PreviewContext {
  var pointCount: Int
  var lengthMetres: Double
  /// The path's first timestamp, in seconds since 2001-01-01. Nil if no point has a time.
  var startTime: Double?
  var endTime: Double?
  /// Whether at least one point has an elevation.
  var hasElevations: Bool
  /// The selected range of point indexes, counted from 0. Nil if no range is selected.
  var range: Range<Int>?
  /// The index of the point under the cursor, counted from 0.
  var point: Int
  /// The folder with the terrain tiles. Empty if the folder is not set.
  var terrainFolder = ""
  var stepper: OperationStepper
}

extension OperationForm {
  /// Creates the form for an operation, with initial values that suit the previewed path.
  init(_ kind: OperationKind, _ context: PreviewContext) {
    let fields: [OperationField] =
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
    self.init(kind: kind, fields: fields.map { $0.using(context.stepper.units) })
  }

  private static func simplify(_ context: PreviewContext) -> [OperationField] {
    [
      OperationField(.by, "Simplify to", .choice(["tolerance", "points"]), "tolerance"),
      OperationField(
        .tolerance, "Tolerance", .length(), context.length(10, imperial: 20),
        when: (.by, ["tolerance"])),
      OperationField(
        .count, "Keep", .number("points", step: max(context.pointCount / 50, 1)),
        "\(max(context.pointCount / 2, 2))", when: (.by, ["points"])),
    ]
  }

  private static func crop(_ context: PreviewContext) -> [OperationField] {
    let range = context.range ?? context.point..<max(context.pointCount, context.point + 1)
    let step = ProfileLayout.roundStep(max(context.lengthMetres, 1) / 200)
    let write = context.stepper
    return [
      OperationField(.part, "Part by", .choice(["points", "distance", "time"]), "points"),
      OperationField(
        .firstPoint, "From point", .points, "\(range.lowerBound + 1)", when: (.part, ["points"])),
      OperationField(
        .lastPoint, "To point", .points, "\(range.upperBound)", when: (.part, ["points"])),
      OperationField(
        .fromMetres, "From", .length(step: step), write.length(0), when: (.part, ["distance"])),
      OperationField(
        .toMetres, "To", .length(step: step),
        // The displayed length is rounded, but must not be less than the path's length.
        write.length(context.lengthMetres + write.units.splitMetres / 1000),
        when: (.part, ["distance"])),
      OperationField(
        .fromTime, "From", .moment, context.startTime.map(write.moment) ?? "",
        isOptional: true,
        when: (.part, ["time"])),
      OperationField(
        .toTime, "To", .moment, context.endTime.map(write.moment) ?? "", isOptional: true,
        when: (.part, ["time"])),
      OperationField(.keep, "Keep", .choice(["the part", "the rest"]), "the part"),
    ]
  }

  private static func split(_ context: PreviewContext) -> [OperationField] {
    let points = context.range.map { "\($0.lowerBound + 1), \($0.upperBound)" }
    let isInside = context.point > 0 && context.point < context.pointCount - 1
    let middle = isInside ? context.point + 1 : max(context.pointCount / 2, 1)
    return [
      OperationField(
        .by, "Split",
        .choice([
          "at point", "at gaps", "every distance", "every duration", "by day", "at place",
          "by segment",
        ]), "at point"),
      OperationField(
        .points, "At point", .points, points ?? "\(middle)", when: (.by, ["at point"])),
      OperationField(
        .everyMetres, "Every", .length(), context.length(10_000, imperial: 26_400),
        when: (.by, ["every distance"])),
      OperationField(
        .everySeconds, "Every", .duration(.hours), "1h", when: (.by, ["every duration"])),
      OperationField(
        .gapSeconds, "Gaps longer than", .duration(.minutes), "5min", isOptional: true,
        when: (.by, ["at gaps"])),
      OperationField(
        .gapMetres, "Gaps wider than", .length(), "", isOptional: true, when: (.by, ["at gaps"])),
      OperationField(
        .place, "Place", .place, context.stepper.places.first ?? "", when: (.by, ["at place"])),
      OperationField(
        .radius, "Within", .length(), context.length(100, imperial: 500),
        when: (.by, ["at place"])),
    ]
  }

  private static func join() -> [OperationField] {
    [
      OperationField(
        .order, "Order of paths", .choice(TrackJoin.Order.allCases.map(\.words)),
        TrackJoin.Order.given.words),
      OperationField(.gap, "Gaps", .choice(TrackJoin.Gap.allCases.map(\.rawValue)), "shared"),
    ]
  }

  private static func smooth(_ context: PreviewContext) -> [OperationField] {
    [
      OperationField(.by, "Smooth over", .choice(["distance", "time", "median"]), "distance"),
      OperationField(
        .widthMetres, "Width", .length(), context.length(20, imperial: 50),
        when: (.by, ["distance"])),
      OperationField(.widthSeconds, "Width", .duration(.seconds), "10s", when: (.by, ["time"])),
      OperationField(.median, "Width", .number("points", step: 2), "5", when: (.by, ["median"])),
      OperationField(
        .what, "Values", .choice(["both", "positions", "elevations"]), "both"),
    ]
  }

  private static func resample(_ context: PreviewContext) -> [OperationField] {
    [
      OperationField(.by, "Resample by", .choice(["distance", "time"]), "distance"),
      OperationField(
        .everyMetres, "Every", .length(), context.length(20, imperial: 50),
        when: (.by, ["distance"])),
      OperationField(.everySeconds, "Every", .duration(.seconds), "10s", when: (.by, ["time"])),
    ]
  }

  private static func clean(_ context: PreviewContext) -> [OperationField] {
    [
      OperationField(
        .duplicates, "Duplicates", .choice(["position", "position and time", "off"]), "position"),
      // A spike is found by its acceleration's modified Z-score, which has no unit.
      OperationField(.spikes, "Spikes over", .number("Z-score", step: 1), "5", isOptional: true),
      OperationField(.speedLimit, "Faster than", .speed, "", isOptional: true),
      OperationField(
        .restSeconds, "Stops longer than", .duration(.minutes), "", isOptional: true),
      OperationField(.restRadius, "Stop radius", .length(), context.length(25, imperial: 80)),
      OperationField(.order, "Out of time order", .choice(["on", "off"]), "on"),
    ]
  }

  private static func times(_ context: PreviewContext) -> [OperationField] {
    let start = context.stepper.moment(context.startTime ?? 0)
    let hasTimes = context.startTime != nil
    return [
      OperationField(
        .by, "Action", .choice(["shift", "start", "fill", "estimate", "strip"]),
        hasTimes ? "shift" : "estimate"),
      OperationField(
        .shift, "Shift by", .duration(.hours, step: 3600), "1h", when: (.by, ["shift"])),
      OperationField(
        .start, "Start", .moment, hasTimes ? start : "", when: (.by, ["start", "estimate"])),
      OperationField(
        .pace, "Pace", .choice(["Tobler", "Naismith", "constant"]), "Tobler",
        when: (.by, ["estimate"])),
      OperationField(
        .speed, "Speed", .speed,
        context.stepper.speed(context.stepper.units.splitMetres * 5 / 3600),
        when: (.pace, ["constant"])),
    ]
  }

  private static func elevation(_ context: PreviewContext) -> [OperationField] {
    [
      OperationField(
        .by, "Action", .choice(["shift", "terrain"]),
        context.hasElevations ? "shift" : "terrain"),
      OperationField(
        .shift, "Shift by", .length(step: context.stepper.units.shortMetres),
        context.length(10, imperial: 30),
        when: (.by, ["shift"])),
      OperationField(
        .folder, "Tile folder", .folder, context.terrainFolder, when: (.by, ["terrain"])),
      OperationField(
        .rule, "Set", .choice(["missing elevations", "all elevations"]), "missing elevations",
        when: (.by, ["terrain"])),
      OperationField(
        .offset, "Add", .length(step: context.stepper.units.shortMetres),
        context.stepper.length(0),
        when: (.by, ["terrain"])),
    ]
  }
}

extension PreviewContext {
  /// Returns the metric or the imperial length as text, depending on the user's units.
  fileprivate func length(_ metres: Double, imperial feet: Double) -> String {
    stepper.length(stepper.units == .imperial ? feet * stepper.units.shortMetres : metres)
  }
}

extension TrackJoin.Order {
  /// The name of the join order, as shown in the form.
  var words: String {
    switch self {
    case .given: "as marked"
    case .time: "time"
    }
  }
}
