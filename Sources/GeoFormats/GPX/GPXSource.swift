/// An imported file that is the source of items to be written. The preserved markup of these items
/// is converted so that it has the same meaning in the output file.
final class GPXSource {
  let header: GeoFileHeader
  private let conversion: PreservedMarkup.Converter
  private let cleaning: PreservedMarkup.Cleaning?
  private let stripsTimes: Bool
  private let prefix: [UInt8]
  /// The converted templates, keyed by the kind of element and the template's number. A template is
  /// preserved markup that several points in the source file share.
  private var templates: [GPXName: [Int: (kept: PreservedMarkup.Content, losses: [Diagnostic])]] =
    [:]
  private(set) var losses: [Diagnostic] = []

  init(_ header: GeoFileHeader, for writer: GPXWriter) {
    self.header = header
    prefix = writer.prefix
    stripsTimes = writer.options.stripsTimes
    conversion = PreservedMarkup.Converter(
      header, to: writer.version, prefix: writer.prefix, bindings: writer.bindings,
      isValidOnly: writer.options.isValidOnly)
    cleaning =
      writer.options.isValidOnly
      ? PreservedMarkup.Cleaning(writer.version, prefix: writer.prefix, bindings: writer.bindings)
      : nil
  }

  /// Returns the given preserved markup, converted for the output file. Each template is converted
  /// only once.
  func text(_ text: String, in parent: GPXName) -> PreservedMarkup.Content {
    guard let number = PreservedMarkup.Templates.number(text) else { return ready(text, parent) }
    if let known = templates[parent]?[number] {
      losses += known.losses
      return known.kept
    }
    let whole = header.templates.indices.contains(number) ? header.templates[number] : ""
    let earlier = losses.count
    let kept = ready(whole, parent)
    templates[parent, default: [:]][number] = (kept, Array(losses[earlier...]))
    return kept
  }

  private func ready(_ text: String, _ parent: GPXName) -> PreservedMarkup.Content {
    var bytes = Array(text.utf8)
    if stripsTimes {
      let stripped = PreservedMarkup.Times.stripped(bytes)
      bytes = stripped.bytes
      if stripped.count > 0 {
        losses.append(
          Diagnostic(
            element: parent.text, code: .contentLeftOut, action: .skipped,
            message: "a time in the extensions was left out"))
      }
    }
    if conversion.isNeeded { bytes = conversion.convert(bytes, in: parent, &losses) }
    if let cleaning { bytes = cleaning.cleaned(bytes, in: parent, &losses) }
    return PreservedMarkup.Content(bytes, own: prefix)
  }

  /// Returns and clears the diagnostics about content that could not be converted.
  func removeLosses() -> [Diagnostic] {
    defer { losses = [] }
    return losses
  }
}
