import CartographerCore
import CartographerPresentation
import Geodesy
import TerminalUI

/// Functions that create forms without access to the editor's state.
extension FormState {
  /// Returns the form for editing an item.
  static func editing(_ item: LibraryItem, _ settings: Settings) -> FormState {
    func field(_ field: ItemField, _ label: String) -> FormState.Field {
      FormState.Field(.text(field), label: label, text: item.text(of: field) ?? "")
    }
    var fields = [field(.name, "Name"), field(.notes, "Notes")]
    if case .place(let place) = item {
      fields.append(
        FormState.Field(
          .coordinate, label: "Coordinates",
          text: settings.notation.format(place.coordinate)))
      fields.append(
        FormState.Field(
          .elevation, label: "Elevation",
          text: place.elevationMetres.map(settings.units.elevationText) ?? ""))
    }
    if item.id.kind != .group {
      fields += [field(.comment, "Comment"), field(.symbol, "Symbol"), field(.type, "Type")]
    }
    fields.append(field(.colour, "Colour"))
    return FormState(title: "Edit \(item.name)", purpose: .edit([item.id]), fields: fields)
  }

  /// Returns the form for editing several items together, with only the Symbol, Type and Colour
  /// fields.
  static func editing(_ ids: [ItemID], in index: LibraryIndex) -> FormState {
    let fields: [(ItemField, String)] = [(.symbol, "Symbol"), (.type, "Type"), (.colour, "Colour")]
    return FormState(
      title: "Edit \(ids.counted)", purpose: .edit(ids),
      fields: fields.map { field, label in
        let texts = Set(ids.map { index[$0]?.text(of: field) ?? "" })
        return FormState.Field(
          .text(field), label: label, text: texts.count == 1 ? texts.first ?? "" : "",
          note: texts.count > 1 ? "now " + index.stored(field, of: ids) : nil)
      })
  }

  /// Returns the form for editing the colour of the given items.
  static func colour(of ids: [ItemID], in index: LibraryIndex) -> FormState {
    let colours = Set(ids.map { index[$0]?.colour ?? "" })
    let text = colours.count == 1 ? colours.first ?? "" : ""
    let field = FormState.Field(
      .text(.colour), label: "Colour", text: text,
      note: colours.count > 1 ? "now " + index.stored(.colour, of: ids) : nil)
    let items = ids.count == 1 ? index[ids[0]]?.name ?? "" : ids.counted
    return FormState(title: "Colour of \(items)", purpose: .colour(ids), fields: [field])
  }

  /// Returns the form for a new place.
  static func newPlace(
    at position: Coordinate?, exactly exactPosition: Coordinate? = nil, name: String = "",
    in notation: CoordinateNotation
  ) -> FormState {
    FormState(
      title: "New place", purpose: .newPlace,
      fields: [
        FormState.Field(.text(.name), label: "Name", text: name),
        FormState.Field(
          .coordinate, label: "Coordinates", text: position.map(notation.format) ?? ""),
        FormState.Field(.elevation, label: "Elevation"),
        FormState.Field(.text(.notes), label: "Notes"),
        FormState.Field(.text(.symbol), label: "Symbol"),
      ], exactPosition: exactPosition)
  }

  /// Returns the form for a new group with the given members.
  static func newGroup(with members: [ItemID]) -> FormState {
    FormState(
      title: members.isEmpty ? "New group" : "New group with \(members.counted)",
      purpose: .newGroup(members: members), fields: [FormState.Field(.text(.name), label: "Name")])
  }

  /// Returns the form for naming a new path through the given points.
  static func newPath(through points: [Coordinate]) -> FormState {
    let count = Numbers.counted(points.count, "point")
    return FormState(
      title: "New path with \(count)", purpose: .newPath,
      fields: [FormState.Field(.text(.name), label: "Name")], drawn: points)
  }

  /// Returns the unrounded position of a new place. Returns nil if the user changed the coordinates
  /// in the form.
  func unroundedPosition(in notation: CoordinateNotation) -> Coordinate? {
    exactPosition.flatMap { position in
      notation.format(position) == text(of: .coordinate) ? position : nil
    }
  }
}
