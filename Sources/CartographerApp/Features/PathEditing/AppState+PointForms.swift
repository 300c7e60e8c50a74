import CartographerCore
import CartographerPresentation
import Foundation
import Geodesy

extension AppState {
  mutating func openPointForm() -> [Effect] {
    guard let (edit, path) = pointEdit else { return [] }
    let points = edit.targets.filter { $0 < path.count }
    let keys = points.map { path.geometry.keys[$0] }
    guard let form = pointForm(of: edit.path, keys) else { return [] }
    open(form)
    return []
  }

  /// Returns the form for editing points: all values for a single point, or only the elevation for
  /// several points. Returns nil if the first point was deleted.
  func pointForm(of id: ItemID, _ keys: [Int64]) -> FormState? {
    guard let path = paths[id], let first = keys.first,
      let point = path.geometry.keys.firstIndex(of: first)
    else { return nil }
    let elevation = FormState.Field(
      .elevation, label: "Elevation",
      text: keys.count == 1
        ? path.elevationMetres(at: point).map(settings.units.elevationText) ?? "" : "")
    guard keys.count == 1 else {
      return FormState(
        title: "Edit \(Numbers.grouped(keys.count)) points", purpose: .points(of: id, keys: keys),
        fields: [elevation])
    }
    let time = path.time(at: point).map { operationStepper.moment($0) } ?? ""
    return FormState(
      title: "Edit point \(Numbers.grouped(point + 1))", purpose: .points(of: id, keys: keys),
      fields: [
        FormState.Field(
          .coordinate, label: "Coordinates",
          text: settings.notation.format(path.coordinate(at: point))),
        elevation, FormState.Field(.time, label: "Time", text: time),
      ])
  }

  /// Parses a time, which can begin with a relative day, as in `today 06:02`.
  func typedTime(_ text: String) -> TypedTime? {
    TypedTime(text, in: settings.zone, now: now, weekdays: .future)
  }

  /// Converts a form field to an edit of a path's points. Returns nil if the form for points has no
  /// such field, or if the field's coordinate is not valid.
  func edit(ofPoints keys: [Int64], of id: ItemID, _ field: FormState.Field) -> LibraryEdit? {
    switch field.kind {
    case .coordinate:
      guard let key = keys.first, let position = coordinate(in: field.text) else { return nil }
      return .editPoints(of: id, .move(key: key, to: position))
    case .elevation:
      return .editPoints(
        of: id, .setElevation(keys: keys, metres: try? Quantity.metres(field.text)))
    case .time:
      guard let key = keys.first else { return nil }
      return .editPoints(
        of: id, .setTime(key: key, typedTime(field.text)?.start))
    case .text, .note, .title, .day, .date: return nil
    }
  }
}

extension UnitSystem {
  /// Formats an elevation for a form field in this system's unit, such as `1 840.5 m`.
  func elevationText(metres: Double) -> String {
    let number = Numbers.decimal(metres / shortMetres)
    let whole = number.prefix { $0 != "." }
    // A number below 1000 is not grouped; as an integer, it would lose the sign of -0.5.
    let grouped = whole.count < 4 ? String(whole) : Int(whole).map(Numbers.grouped) ?? String(whole)
    return grouped + number.dropFirst(whole.count) + " " + shortSymbol
  }
}
