/// The definitions that several schemas in `docs/manual/schemas` use.
enum SchemaDefinitions {
  static let all: [String: SchemaNode] = [
    "id": .pattern(
      "^[LPGIE][0-9]+$",
      "An item's ID: L for places, P for paths, G for groups, I for imports, E for itinerary stops."
    ),
    "time": .pattern(
      "^-?[0-9]{4,}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]+)?Z$",
      "A time in UTC, in the form of ISO 8601."),
    "bounds": .object([
      .required("south", .number("The lowest latitude, in degrees.")),
      .required("west", .number("The western longitude; above east across the 180° meridian.")),
      .required("north", .number("The highest latitude, in degrees.")),
      .required("east", .number("The eastern longitude, in degrees.")),
    ]),
    "groups": .array(
      .object([
        .required("id", .reference("id")), .required("name", .string("The group's name.")),
      ]), "The groups that contain the item."),
    "town": .object([
      .required("name", .string("The town nearest to the position.")),
      .required("country", .string("The name of its country.")),
      .required("countryCode", .string("The ISO 3166 code of its country.")),
      .required("distanceMetres", .number("The distance from the town to the position.")),
      .required(
        "bearing", .number("The direction from the town, in degrees from true north.")),
      .required("timeZone", .string("The time zone of the town, such as Europe/Zurich.")),
      .required("words", .string("The position, such as 4 km NE of Zermatt, Switzerland.")),
    ]),
    "ids": .array(.reference("id"), "IDs of items."),
    "location": .object(location), "path": .object(path), "group": .object(group),
    "listedPath": .object(path + [.optional("segments", .integer("The number of segments."))]),
    "listedGroup": .object(
      group + [
        .required("locations", .integer("The number of places.")),
        .required("paths", .integer("The number of paths.")),
      ]),
    "measures": .object(
      measures + [.required("segments", .integer("The number of segments."))]),
    "position": .object([
      .required("latitude", .number("The latitude in degrees.")),
      .required("longitude", .number("The longitude in degrees.")),
    ]), "change": .object(change),
    "diagnostic": .object([
      .optional("line", .integer("The line in the file, counted from 1.")),
      .optional("column", .integer("The column in the line, counted from 1.")),
      .optional("record", .integer("The record in a binary file, counted from 1.")),
      .optional("byteOffset", .integer("The offset in the decompressed file, in bytes.")),
      .optional("element", .string("The XML element, or the path in a JSON file.")),
      .required("code", .string("The code of the diagnostic; see docs/formats/diagnostics.md.")),
      .required(
        "action", .choice(["repaired", "skipped", "kept", "refused"], "What was done about it.")),
      .required("message", .string("The message for the user.")),
      .optional(
        "counts",
        .array(
          .object([
            .required("name", .string("A field or a kind of content.")),
            .required("count", .integer("How often it occurs.")),
          ]), "All fields or kinds that the diagnostic is about, the most frequent first.")),
    ]),
  ]

  static let nameIsMadeUp = SchemaNode.Member.optional(
    "nameIsMadeUp", .boolean("True if the program made up the name, because the file has none."))

  static let location: [SchemaNode.Member] = [
    .required("id", .reference("id")), .required("kind", .choice(["location"], "The kind.")),
    .required("name", .string("The name.")), nameIsMadeUp,
    .required("latitude", .number("The latitude in degrees.")),
    .required("longitude", .number("The longitude in degrees.")),
    .optional("elevation", .number("The elevation in metres.")),
    .optional("time", .reference("time")), .optional("symbol", .string("The symbol.")),
    .required("groups", .reference("groups")),
  ]

  static let measures: [SchemaNode.Member] = [
    .required("points", .integer("The number of points.")),
    .required("segmentCount", .integer("The number of segments.")),
    .required("lengthMetres", .number("The length on WGS 84, without gaps between segments.")),
    .optional("ascentMetres", .number("The sum of the ascents.")),
    .optional("descentMetres", .number("The sum of the descents.")),
    .optional("elevationMin", .number("The lowest elevation in metres.")),
    .optional("elevationMax", .number("The highest elevation in metres.")),
    .optional("timeFirst", .reference("time")), .optional("timeLast", .reference("time")),
    .optional("bounds", .reference("bounds")),
  ]

  static let path: [SchemaNode.Member] =
    [
      .required("id", .reference("id")),
      .required("kind", .choice(["route", "track"], "The kind.")),
      .required("name", .string("The name.")), nameIsMadeUp,
    ] + measures + [.required("groups", .reference("groups"))]

  static let group: [SchemaNode.Member] = [
    .required("id", .reference("id")), .required("kind", .choice(["group"], "The kind.")),
    .required("name", .string("The name.")), .optional("colour", .string("The colour, #RRGGBB.")),
    .required("locationCount", .integer("The number of places in the group.")),
    .required("pathCount", .integer("The number of paths in the group.")),
  ]

  /// The members that `show` adds to every place and path.
  static let details: [SchemaNode.Member] =
    [
      .optional("symbol", .string("The symbol.")), .optional("type", .string("The type.")),
      .optional("colour", .string("The colour, #RRGGBB.")),
      .optional("comment", .string("The comment (GPX cmt).")),
      .optional("details", .string("The description (GPX desc).")),
      .optional("notes", .string("The notes.")), .required("created", .reference("time")),
      .optional("trashed", .reference("time")),
      .optional("source", .string("The source (GPX src).")),
      .optional(
        "links",
        .array(
          .object([
            .required("href", .string("The address.")), .optional("text", .string("The text.")),
          ]), "The links.")),
      .optional(
        "extensions",
        .array(
          .object([
            .required("name", .string("The name in the file.")),
            .required("value", .string("The value as text, or as JSON text for GeoJSON.")),
          ]), "The values from the file that have no other member.")),
    ]

  static let sensors: [SchemaNode.Member] = [
    .optional("heartRate", .number("Beats per minute.")),
    .optional("cadence", .number("Revolutions per minute.")),
    .optional("airTemperature", .number("Degrees Celsius.")),
    .optional("waterTemperature", .number("Degrees Celsius.")),
    .optional("depth", .number("Metres below the surface.")),
    .optional("speed", .number("Metres per second.")),
    .optional("course", .number("Degrees from true north.")),
    .optional("bearing", .number("Degrees from true north.")),
    .optional("power", .number("Watts.")), .optional("distance", .number("Metres.")),
  ]

  static let change: [SchemaNode.Member] = [
    .optional("dryRun", .boolean("True in a dry run: nothing was changed.")),
    .required("changed", .reference("ids")), .required("created", .reference("ids")),
    .required("deleted", .reference("ids")),
    .optional("kept", .reference("ids")),
    .optional("undo", .integer("The number of the change in the history.")),
    .optional("notes", .array(.string("A note."), "Notes for the user.")),
    .optional(
      "changes",
      .array(
        .object([
          .required("id", .integer("The number of the change.")),
          .required("title", .string("The title of the change.")),
        ]), "Of undo and redo: the changes that were undone or redone, in this order.")),
    .optional(
      "positions", .array(.reference("position"), "The positions parsed from the arguments.")),
    .optional("existing", .reference("ids")),
    .optional(
      "pieces",
      .array(
        .object([.required("id", .reference("id")), .required("pieces", .reference("ids"))]),
        "Of split: each divided path with the IDs of its pieces, in order.")),
    .optional(
      "items",
      .array(
        .object([
          .required("id", .reference("id")),
          .required(
            "kind", .choice(["location", "route", "track", "group", "path"], "The kind.")),
          .required("name", .string("The new name.")), nameIsMadeUp,
          .optional(
            "fields",
            .array(
              .object([
                .required("name", .string("The field.")),
                .required("before", .string("The value before the change.")),
                .required("after", .string("The value after the change.")),
              ]), "The changed fields.")),
        ]), "In a dry run: the items that would be created or changed.")),
  ]
}
