extension CommandSchemas {
  /// The schemas of the commands that read items, files and settings.
  static let reading: [(String, SchemaNode)] = [
    (
      "list",
      .object([
        .optional("locations", .array(.reference("location"), "The places.")),
        .optional("paths", .array(.reference("listedPath"), "The paths.")),
        .optional("groups", .array(.reference("listedGroup"), "The groups.")),
      ])
    ),
    (
      "group list",
      .object([.required("groups", .array(.reference("listedGroup"), "The groups."))])
    ),
    (
      "show",
      .object([
        .required(
          "items",
          .array(.either([shownLocation, shownPath, shownGroup]), "The items, in the given order."))
      ])
    ),
    (
      "stats",
      .object([
        .required("paths", .array(.object(statistics), "The paths.")),
        .required("total", .object(totals)), plannedDays,
        .optional(
          "years",
          .array(
            .object(
              [
                .optional(
                  "year", .integer("The year, in local time; missing for paths without times.")),
                .required("paths", .integer("The number of paths that begin in the year.")),
              ] + totals), "With --by: the totals of each year.")),
      ])
    ),
    (
      "near",
      .object([
        .required("latitude", .number("The latitude of the start.")),
        .required("longitude", .number("The longitude of the start.")),
        .optional("namedTown", .string("The town whose name was given as the start.")),
        .optional("town", .reference("town")),
        .required(
          "items",
          .array(
            .either([
              .object(SchemaDefinitions.location + distance),
              .object(
                SchemaDefinitions.path + distance + [
                  .required("latitude", .number("The latitude of the path's nearest position.")),
                  .required("longitude", .number("The longitude of the path's nearest position.")),
                ]),
            ]), "The items, nearest first.")),
      ])
    ),
    (
      "distance",
      .object([
        .required("distanceMetres", .number("The distance on WGS 84.")),
        .required("initialBearing", .number("Degrees from true north at the start.")),
        .required("finalBearing", .number("Degrees from true north at the end.")),
        .optional("startTown", .string("The town whose name was given as the start.")),
        .optional("endTown", .string("The town whose name was given as the end.")),
      ])
    ),
    ("itinerary list", itinerary),
    (
      "trash list",
      .object([
        .required(
          "items",
          .array(
            .object([
              .required("id", .reference("id")),
              .required("kind", .choice(["location", "route", "track", "group"], "The kind.")),
              .required("name", .string("The name.")), SchemaDefinitions.nameIsMadeUp,
              .required("trashed", .reference("time")),
            ]), "The items in the trash, newest first."))
      ])
    ), ("log", log), ("diff", diff),
    (
      "config",
      .object([
        .required("file", .string("The configuration file.")),
        .required("exists", .boolean("Whether the file exists.")),
        .required("settings", .map(.string("The value."), "The settings by name.")),
        .required(
          "keys",
          .array(
            .object([
              .required("place", .string("The context.")), .required("keys", .string("The keys.")),
              .required("command", .string("The command.")),
            ]), "The key bindings.")),
        .required(
          "problems",
          .array(
            .object([
              .required("line", .integer("The line, counted from 1.")),
              .required("message", .string("The message for the user.")),
            ]), "The invalid lines.")),
      ])
    ),
    (
      "about",
      .object([
        .required("name", .string("The program.")), .required("version", .string("Its version.")),
        .required("licence", .string("Its licence.")),
        .optional("commit", .string("The commit from which the program was built.")),
        .required(
          "libraries",
          .array(
            .object([
              .required("name", .string("The C library.")),
              .required("version", .string("Its version.")),
            ]), "The C libraries in use.")),
        .required(
          "maps",
          .array(
            .object([
              .required("path", .string("The map file.")),
              .optional("name", .string("The name in the map file.")),
              .optional("credits", .string("The credits in the map file.")),
            ]), "The map files named in the configuration.")),
        .required(
          "parts",
          .array(
            .object([
              .required("name", .string("The library.")),
              .required("licence", .string("Its licence.")), .required("use", .string("Its use.")),
            ]), "The libraries used.")),
      ])
    ),
  ]

  // MARK: Items

  private static let shownLocation = SchemaNode.object(
    SchemaDefinitions.location.filter { $0.name != "symbol" } + SchemaDefinitions.details
      + SchemaDefinitions.sensors
      + [.optional("fix", .string("The kind of fix.")), .optional("town", .reference("town"))]
      + [
        "satellites", "hdop", "vdop", "pdop", "ageOfDGPSData", "dgpsID", "magneticVariation",
        "geoidHeight",
      ].map { .optional($0, .number("The value of the GPX element.")) })

  private static let shownPath = SchemaNode.object(
    SchemaDefinitions.path + SchemaDefinitions.details + [
      .optional("number", .number("The number of the path (GPX number).")),
      .optional("startTown", .reference("town")), .optional("endTown", .reference("town")),
      .optional(
        "segments",
        .array(
          .object([
            .required("points", .integer("The number of points.")),
            .required("lengthMetres", .number("The length.")),
            .optional("timeFirst", .reference("time")), .optional("timeLast", .reference("time")),
            .optional("waypoints", .array(point, "With --points: the points.")),
          ]), "The segments.")),
    ])

  private static let point = SchemaNode.object(
    [
      .required("index", .integer("The position in the path, counted from 0.")),
      .required("number", .integer("The position in the path, counted from 1.")),
      .required("latitude", .number("The latitude in degrees.")),
      .required("longitude", .number("The longitude in degrees.")),
      .optional("elevation", .number("The elevation in metres.")),
      .optional("time", .reference("time")),
    ] + SchemaDefinitions.sensors)

  private static let shownGroup = SchemaNode.object(
    SchemaDefinitions.group + [
      .optional("notes", .string("The notes.")), .required("created", .reference("time")),
      .optional("trashed", .reference("time")), .required("locations", .reference("ids")),
      .required("paths", .reference("ids")),
    ])

  private static let distance: [SchemaNode.Member] = [
    .required("distanceMetres", .number("The distance from the start.")),
    .required("bearing", .number("The initial bearing, in degrees from true north.")),
  ]

  // MARK: Statistics

  private static let totals: [SchemaNode.Member] =
    SchemaDefinitions.measures + [.required("segments", .integer("The number of segments."))]
    + [
      "durationSeconds", "movingSeconds", "speedMean", "speedMax", "heartRateMean",
      "heartRateMax", "cadenceMean", "cadenceMax", "powerMean", "powerMax",
    ].map { .optional($0, .number("Seconds, metres per second, bpm, rpm or watts.")) } + [
      .required("threshold", .number("The elevation change, in metres, that ends a climb."))
    ]

  private static let piece: [SchemaNode.Member] = [
    .required("lengthMetres", .number("The length.")),
    .optional("ascentMetres", .number("The ascent.")),
    .optional("descentMetres", .number("The descent.")),
    .optional("timeFirst", .reference("time")), .optional("timeLast", .reference("time")),
    .optional("durationSeconds", .number("The duration.")),
    .optional("movingSeconds", .number("The time spent moving.")),
    .optional("speed", .number("The mean speed in metres per second.")),
  ]

  private static let statistics: [SchemaNode.Member] =
    SchemaDefinitions.path.filter { path in !totals.contains { $0.name == path.name } } + totals
    + [
      .optional("splits", .array(.object(piece), "With --splits: the splits.")),
      .optional(
        "days",
        .array(
          .object([.required("day", .string("The date, in local time."))] + piece),
          "With --days: the days.")),
      .optional(
        "slopes",
        .array(
          .object([
            .optional("from", .number("The lower limit of the slope.")),
            .optional("to", .number("The upper limit of the slope.")),
            .required("metres", .number("The length with this slope.")),
            .required("share", .number("The share of the length, 0 to 1.")),
          ]), "With --slopes: the slope classes.")),
      .optional("slopeUnknownMetres", .number("The length without elevations.")),
    ]
}
