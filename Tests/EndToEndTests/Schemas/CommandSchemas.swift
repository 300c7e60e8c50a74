/// The schemas of all commands that print JSON, and of their errors.
enum CommandSchemas {
  static let all: [CommandSchema] =
    (files + reading + drawing + changing + wholeStore).map {
      let node = listings.contains($0.0) ? SchemaNode.either([$0.1, idList]) : $0.1
      return CommandSchema(command: $0.0, node: withNotes(node))
    }

  /// The document of a listing with --ids.
  private static let idList = SchemaNode.object([.required("ids", .reference("ids"))])
  private static let listings: Set<String> = [
    "list", "group list", "near", "trash list", "imports",
  ]

  private static let notes = SchemaNode.Member.optional(
    "notes", .array(.string("A note."), "Notes for the user."))

  /// Adds the member `notes`, which every document can have.
  private static func withNotes(_ node: SchemaNode) -> SchemaNode {
    switch node {
    case .object(let members) where !members.contains(where: { $0.name == "notes" }):
      .object(members + [notes])
    case .either(let nodes): .either(nodes.map(withNotes))
    default: node
    }
  }

  /// The commands without JSON output: those that draw, open the editor or print a text.
  static let without: Set<String> = ["open", "completions", "complete", "manual", "schema"]

  private static let change = SchemaNode.reference("change")
  private static let dryRun = SchemaNode.Member.required("dryRun", .choiceOfTrue)

  // MARK: Commands that change items

  private static let changing: [(String, SchemaNode)] =
    [
      "group create", "group rename", "group delete", "group add", "group remove",
      "itinerary add", "itinerary remove", "itinerary move", "itinerary set", "add place",
      "add path", "edit", "rename", "points move", "points insert", "points append",
      "points delete",
      "reverse", "convert", "duplicate", "delete", "trash restore", "trash purge", "undo", "redo",
      "restore",
    ].map { ($0, change) }
    + [
      "simplify", "crop", "smooth", "resample", "clean", "times", "elevation",
    ].map { ($0, SchemaNode.either([change, operationPreview])) } + [
      ("split", .either([change, splitPreview])), ("join", .either([change, joinPreview])),
      ("dedupe", .either([change, duplicates])),
      (
        "run",
        .object(
          [
            .required(
              "lines",
              .array(
                .object([
                  .required("line", .integer("The line of the script, counted from 1.")),
                  .required("words", .array(.string("A word."), "The command and its arguments.")),
                  .optional("result", .any("The document that the command prints with --json.")),
                  .optional("error", .any("With --keep-going: the error of a line that failed.")),
                ]), "The commands of the script."))
          ] + SchemaDefinitions.change)
      ),
    ]

  private static let operationPreview = SchemaNode.object([
    dryRun,
    .required(
      "paths",
      .array(
        .object([
          .required("id", .reference("id")), .required("name", .string("The name.")),
          .required("before", .reference("measures")), .required("after", .reference("measures")),
          .required("pointsLost", .integer("The number of points that would be removed.")),
          .optional(
            "flaws",
            .map(.integer("A number of points."), "The points to remove, by the kind of error.")),
          .optional(
            "markedPointsLost",
            .integer("The number of removed points with names, links or preserved markup.")),
          .optional(
            "unknownElevations",
            .integer("The number of points whose elevation is not in the terrain model.")),
        ]), "The paths before and after the operation.")),
  ])

  private static let splitPreview = SchemaNode.object([
    dryRun, .required("pieces", .array(.reference("measures"), "The pieces of all paths.")),
    .required(
      "paths",
      .array(
        .object([
          .required("id", .reference("id")),
          .required("pieces", .array(.reference("measures"), "The pieces of the path.")),
          .required("names", .array(.string("A name."), "The names of the pieces.")),
        ]), "The divided paths.")),
  ])

  private static let joinPreview = SchemaNode.object([
    dryRun, .required("order", .reference("ids")),
    .required(
      "seams",
      .array(
        .object([
          .required("metres", .number("The distance to the next path.")),
          .optional("seconds", .number("The time to the next path.")),
        ]), "The gaps between successive paths.")),
    .required(
      "overlaps",
      .array(
        .object([
          .required("earlier", .reference("id")), .required("later", .reference("id")),
          .required("seconds", .number("The duration of the overlap.")),
        ]), "Paths whose times overlap.")), .required("after", .reference("measures")),
  ])

  private static let duplicates = SchemaNode.object([
    dryRun,
    .required(
      "clusters",
      .array(
        .object([
          .required("kept", .reference("id")), .required("others", .reference("ids")),
          .required("metres", .number("The largest distance from the place that is kept.")),
        ]), "Places that are duplicates of one another.")),
  ])

  // MARK: Commands on the whole store

  private static let wholeStore: [(String, SchemaNode)] = [
    (
      "store info",
      .object(
        [
          .required("path", .string("The store's file.")),
          .required("schemaVersion", .string("The version of the store's schema.")),
          .required("latest", .boolean("Whether this is the latest version.")),
        ]
          + [
            "locations", "paths", "waypoints", "groups", "memberships", "itineraryStops", "bytes",
          ].map { .required($0, .integer("A count.")) }
          + [.optional("lastBackup", .string("The newest backup beside the store."))])
    ),
    (
      "store migrate",
      .object([
        .optional("dryRun", .boolean("True in a dry run.")),
        .required("from", .string("The version before.")),
        .required("to", .string("The version afterwards.")),
        .optional("backup", .string("The backup made before the migration.")),
        .required(
          "stages",
          .array(
            .object([
              .required("from", .string("A version.")), .required("to", .string("A version.")),
              .required("kind", .string("The kind of stage.")),
              .optional("seconds", .number("The duration.")),
            ]), "The stages of the migration.")),
        .required("entities", counts), .required("links", counts),
        .required(
          "dropped",
          .array(
            .object([
              .required("kind", .string("entity, property or link.")),
              .required("name", .string("The name.")),
              .required("count", .integer("The number of dropped values.")),
            ]), "Data without a place in the new version.")),
      ])
    ),
    (
      "store backup",
      .object([
        .optional("dryRun", .boolean("True in a dry run.")),
        .optional("backup", .string("The backup's file.")),
        .optional("schemaVersion", .string("In a dry run: the version of the store.")),
      ])
    ),
    (
      "store restore",
      .object([
        .optional("dryRun", .boolean("True in a dry run.")),
        .required("path", .string("The store's file.")),
        .optional("replaced", .string("The copy of the replaced store.")),
        .optional("schemaVersion", .string("In a dry run: the version of the backup.")),
        .optional("locations", .integer("In a dry run: the number of places in the backup.")),
        .optional("paths", .integer("In a dry run: the number of paths in the backup.")),
        .optional("groups", .integer("In a dry run: the number of groups in the backup.")),
      ])
    ),
    (
      "store check",
      .object([
        .optional("dryRun", .boolean("True in a dry run: nothing was changed.")),
        .required("ok", .boolean("Whether the store is undamaged.")),
        .required(
          "findings",
          .array(
            .object([
              .required("code", .string("The code of the finding.")),
              .optional("item", .string("The ID of the affected item.")),
              .required("message", .string("The message for the user.")),
              .required("repairable", .boolean("Whether a repair without loss is possible.")),
            ]), "The damage.")),
        .optional(
          "repaired", .array(.string("The ID of a path."), "With --repair: the repaired paths.")),
        .optional(
          "recreatedIndexes",
          .boolean("With --repair: whether outdated search indexes were rebuilt.")),
      ])
    ),
    (
      "error",
      .object([
        .required(
          "error",
          .object([
            .required("code", .string("The code of the error, such as notFound.")),
            .required("message", .string("What failed, and why.")),
            .required("remedy", .string("What to do.")), .optional("ids", .reference("ids")),
            .optional("line", .integer("The line of the script that failed, counted from 1.")),
            .optional("file", .string("The file that was not imported.")),
            .optional(
              "diagnostic", .string("The code of the reason; see docs/formats/diagnostics.md.")),
          ])),
        .optional("errors", .array(.any("An error."), "All errors, if there are several.")),
      ])
    ),
  ]

  private static let counts = SchemaNode.array(
    .object([
      .required("name", .string("The name.")), .required("before", .integer("A count.")),
      .required("after", .integer("A count.")),
    ]), "Counts before and after the migration.")
}
