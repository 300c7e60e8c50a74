extension CommandSchemas {
  /// The schema of the report about an archive as a whole.
  static let importedArchive = SchemaNode.object([
    .required("archive", .string("The name of the archive or of a list of activities.")),
    .required("files", .integer("The number of files that were read.")),
    .required("diagnostics", .array(.reference("diagnostic"), "The files that were not read.")),
  ])
}
