extension CommandSchemas {
  /// The schemas of the commands that read items, files and settings.
  static let reading: [(String, SchemaNode)] = [
    (
      "import",
      .object([
        .required("files", .array(importedFile, "One entry for each file, also of an archive.")),
        .optional("archives", .array(importedArchive, "The archives with several files.")),
      ])
    ),
    (
      "imports",
      .object([
        .required(
          "imports",
          .array(
            .object([
              .required("id", .reference("id")), .required("source", .string("The file.")),
              .required("sha256", .string("The checksum of the file.")),
              .required("time", .reference("time")),
              .optional("version", .string("The version of the format.")),
              .optional("creator", .string("The program that wrote the file.")),
              .required("items", .reference("ids")),
            ]), "The imports, oldest first."))
      ])
    ),
    (
      "export",
      .object([
        .optional("dryRun", .boolean("True in a dry run: nothing was written.")),
        .optional("file", .string("The written file, if there is only one.")),
        .optional("files", .array(.string("A file."), "The written files, if there are several.")),
        .required("points", .integer("The number of places and points of paths.")),
        .required("places", .integer("The number of places.")),
        .required("pathPoints", .integer("The number of points of paths.")),
        .required("diagnostics", .array(.reference("diagnostic"), "Data that were left out.")),
      ])
    ),
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
        .required("total", .object(totals)),
      ])
    ),
    (
      "near",
      .object([
        .required("latitude", .number("The latitude of the start.")),
        .required("longitude", .number("The longitude of the start.")),
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
            ]), "The items in the trash, oldest first."))
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
          "parts",
          .array(
            .object([
              .required("name", .string("The library.")),
              .required("licence", .string("Its licence.")), .required("use", .string("Its use.")),
            ]), "The libraries used.")),
      ])
    ),
  ]

  // MARK: Import

  private static let importedFile = SchemaNode.object(
    [
      .required("file", .string("The file, as given.")),
      .optional("format", .string("The format.")), .optional("version", .string("Its version.")),
      .required(
        "status",
        .choice(
          ["imported", "updated", "unchanged", "refused", "checked"],
          "What was done; checked in a dry run.")),
      .optional(
        "would",
        .choice(
          ["imported", "updated", "unchanged", "refused"],
          "In a dry run: the status that the import would have.")),
      .required(
        "outcome",
        .choice(
          ["imported", "updated", "unchanged", "refused", "wouldImport", "wouldUpdate"],
          "What was done or, in a dry run, what the import would do.")),
      .optional("import", .reference("id")),
    ]
      + ["waypoints", "routes", "routePoints", "tracks", "segments", "trackPoints"].map {
        .required($0, .integer("The number in the file."))
      } + [
        .required(
          "skipped",
          .object(
            ["waypoints", "routePoints", "trackPoints"].map {
              .required($0, .integer("The number that could not be imported."))
            })),
        .required("misplacedPoints", .integer("The number of points outside their element.")),
        .required("trackLengthMetres", .number("The length of the tracks.")),
        .required("routeLengthMetres", .number("The length of the routes.")),
        .optional("elevationMin", .number("The lowest elevation in metres.")),
        .optional("elevationMax", .number("The highest elevation in metres.")),
        .optional("timeFirst", .reference("time")), .optional("timeLast", .reference("time")),
        .required("locations", .reference("ids")), .required("paths", .reference("ids")),
        .optional(
          "groups",
          .array(
            .object([
              .optional("id", .reference("id")), .required("name", .string("The name.")),
              .required("items", .integer("The number of items added to the group.")),
            ]), "The groups to which items are added.")),
        .optional("createdGroups", .reference("ids")), .optional("updated", .reference("ids")),
        .optional(
          "changes",
          .object(
            ["added", "updated", "kept", "same", "gone"].map {
              .required($0, .integer("A number of items."))
            })),
        .optional("grouped", .integer("The number of items added to groups.")),
        .optional("undo", .integer("The number of the change in the history.")),
        .required("diagnostics", .array(.reference("diagnostic"), "Repairs and omissions.")),
      ])

  // MARK: Items

  private static let shownLocation = SchemaNode.object(
    SchemaDefinitions.location.filter { $0.name != "symbol" } + SchemaDefinitions.details
      + SchemaDefinitions.sensors + [.optional("fix", .string("The kind of fix."))]
      + [
        "satellites", "hdop", "vdop", "pdop", "ageOfDGPSData", "dgpsID", "magneticVariation",
        "geoidHeight",
      ].map { .optional($0, .number("The value of the GPX element.")) })

  private static let shownPath = SchemaNode.object(
    SchemaDefinitions.path + SchemaDefinitions.details + [
      .optional("number", .number("The number of the path (GPX number).")),
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
