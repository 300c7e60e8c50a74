extension CommandSchemas {
  /// The schemas of the commands that import and export files.
  static let files: [(String, SchemaNode)] = [
    (
      "import",
      .object([
        .required("files", .array(importedFile, "One entry for each file, also of an archive.")),
        .optional("archives", .array(importedArchive, "The archives with several files.")),
        .optional(
          "skippedFolders",
          .array(.string("A folder."), "The subfolders that were not searched.")),
        .optional(
          "unrecognised",
          .array(.string("A file."), "The files in the given folders that have no known format.")),
        .optional(
          "undoNumbers",
          .array(.integer("The number of a change."), "The changes in the history, oldest first.")),
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
              .optional("format", .string("The ID of the format, as listed by formats.")),
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
        .optional("format", .string("The ID of the format, as listed by formats.")),
        .optional("via", .string("The program that converted the file, with its format.")),
        .optional("file", .string("The written file, if there is only one.")),
        .optional("files", .array(.string("A file."), "The written files, if there are several.")),
        .optional(
          "contents",
          .array(
            .object([
              .required("file", .string("A written file.")), .required("ids", .reference("ids")),
            ]), "The written files with the IDs of their items.")),
        .required("points", .integer("The number of places and points of paths.")),
        .required("places", .integer("The number of places.")),
        .required("pathPoints", .integer("The number of points of paths.")),
        .required("diagnostics", .array(.reference("diagnostic"), "Data that were left out.")),
      ])
    ),
    (
      "formats",
      .object([
        .required(
          "formats",
          .array(
            .object([
              .required("id", .string("The ID, such as gpx in --format gpx.")),
              .required("name", .string("The name.")),
              .required("extensions", .array(.string("An extension."), "The extensions of files.")),
              .required("reads", .boolean("Whether files in the format can be imported.")),
              .required("writes", .boolean("Whether files in the format can be exported.")),
              .required(
                "options",
                .array(
                  .object([
                    .required("name", .string("The name without its hyphens.")),
                    .required("meaning", .string("The meaning.")),
                  ]), "The options of import and export that only some formats have.")),
            ]), "The formats, sorted by ID.")),
        .required(
          "archives",
          .array(
            .object([
              .required("id", .string("The ID.")),
              .required("name", .string("The name.")),
              .required("extensions", .array(.string("An extension."), "The extensions of files.")),
              .required("content", .string("The content that is imported.")),
            ]), "The archives and compressed files that can be imported, sorted by ID.")),
      ])
    ),
  ]

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
        .optional("namedByTowns", .integer("The number of paths that were named after towns.")),
        .optional("undo", .integer("The number of the change in the history.")),
        .required("diagnostics", .array(.reference("diagnostic"), "Repairs and omissions.")),
      ])
}
