import CartographerCore
import CartographerPresentation
import Geodesy
import TerminalUI

extension AppState {
  mutating func openEditForm() -> [Effect] {
    if let form = editForm(of: targets) { open(form) }
    return []
  }

  func editForm(of ids: [ItemID]) -> FormState? {
    ids.count == 1
      ? index[ids[0]].map { FormState.editing($0, settings) } : FormState.editing(ids, in: index)
  }

  mutating func openColourForm() -> [Effect] {
    open(FormState.colour(of: targets, in: index))
    return []
  }

  /// Returns a new form that combines a rejected form's input with the currently stored values.
  /// Returns nil if the edited item was deleted.
  func renewed(_ form: FormState) -> FormState? {
    if form.purpose.isNew { return form }
    guard var renewed = freshForm(for: form.purpose) else { return nil }
    renewed.renew(from: form)
    return renewed
  }

  /// Returns a form with the currently stored values. Returns nil if the edited item was deleted.
  func freshForm(for purpose: FormState.Purpose) -> FormState? {
    switch purpose {
    case .edit(let ids): ids.allSatisfy(index.contains) ? editForm(of: ids) : nil
    case .colour(let ids):
      ids.allSatisfy(index.contains) ? FormState.colour(of: ids, in: index) : nil
    case .points(let id, let keys): pointForm(of: id, keys)
    case .stops(let stops, let group): stopForm(of: stops, in: group)
    case .firstDay(let group): firstDayForm(of: group)
    case .newPlace: FormState.newPlace(at: nil, in: settings.notation)
    case .newGroup(let members): FormState.newGroup(with: members.filter(index.contains))
    case .newPath: FormState.newPath(through: mode.drawing?.points ?? [])
    }
  }

  /// Opens the form for a new place.
  ///
  /// - Parameter text: The place's coordinates, or an empty string to use the crosshair's position.
  mutating func openPlaceForm(_ text: String) -> [Effect] {
    // The centre of an empty map is 0°/0° until the user moves the map.
    let snap = text.isEmpty && !map.isUnplaced ? newPlaceSnap : nil
    let centre =
      map.isUnplaced
      ? nil : snap?.coordinate ?? map.typedPosition ?? map.viewport.centreCoordinate
    do throws(CoordinateParseError) {
      let position = text.isEmpty ? centre : try parseCoordinate(text)
      let town = text.isEmpty ? centre.flatMap { townName(forPlaceAt: $0) } : nil
      var form = FormState.newPlace(
        at: position, exactly: text.isEmpty ? snap?.coordinate ?? map.typedPosition : nil,
        name: town ?? "", in: settings.notation)
      if let metres = CoordinateParser.elevation(in: text) {
        form.setText(of: .elevation, to: settings.units.elevationText(metres: metres))
      }
      open(form, ignoringDraft: !text.isEmpty)
      let opened = overlays.top(as: FormState.self)
      if let snap, opened?.unroundedPosition(in: settings.notation) != nil {
        return say("The place snaps to \(index.name(of: snap))")
      }
      if let town, opened?.text(of: .text(.name)) == town {
        return say("Suggested name: the town at this position; type to replace it")
      }
      return coordinateRemark(on: text).map { say($0) } ?? []
    } catch {
      return warn("“\(text)” is not a valid position: \(error.briefMessage)")
    }
  }

  mutating func openGroupForm() -> [Effect] {
    open(FormState.newGroup(with: actsOnMarks ? memberTargets : []))
    return []
  }

  /// Opens a form and fills it with the input from its draft, if one exists.
  mutating func open(_ form: FormState, ignoringDraft: Bool = false) {
    var form = form
    if !ignoringDraft, let draft = drafts.forms[form.purpose] {
      form.copyInput(of: draft)
      form.focus(0)
      form.markRestored(age: nil)
    } else if !ignoringDraft {
      restoreSetAside(into: &form)
    }
    overlays.push(form)
  }

  /// Closes a form and keeps its input as a draft.
  mutating func leave(_ form: FormState) -> [Effect] {
    overlays.close()
    drafts.keep(form)
    guard form.isChanged else { return [] }
    let keys = CommandRegistry[form.purpose.commandID]
      .flatMap { keymap.binding(of: $0, in: modeContexts) }?.notation
    return say(
      "Kept the unsaved input as a draft; \(keys ?? form.purpose.commandID) opens it again")
  }

  /// Saves a form, or shows the errors in its fields.
  ///
  /// - Parameter isConfirmed: Whether the user agreed to overwrite differing values of the items.
  mutating func submit(_ form: FormState, isConfirmed: Bool = false) -> [Effect] {
    var form = form
    form.removeRefusal()
    if movePosition(in: &form) {
      overlays.replaceTop(form)
      return say("The coordinates were moved to the Coordinates field; enter a name")
    }
    let purpose = form.purpose
    guard form.check({ error(in: $0, of: purpose) }) else {
      overlays.replaceTop(form)
      return []
    }
    if let reason = writeObstacle {
      overlays.replaceTop(form)
      return warn(reason)
    }
    let loss = isConfirmed ? [] : index.overwritten(by: form)
    guard loss.isEmpty else {
      overlays.replaceTop(form)
      return askToOverwrite(loss, of: form)
    }
    overlays.close()
    drafts.drop(form.purpose)
    let edits = edits(of: form)
    if form.purpose == .newPath { leaveMode() }
    if case .newGroup(let members) = form.purpose { list.unmark(members) }
    guard !edits.isEmpty else { return say("Nothing was changed") }
    let effects = send(edits)
    if isSaving { overlays.submit(form) }
    return effects
  }

  private mutating func askToOverwrite(_ lines: [String], of form: FormState) -> [Effect] {
    ask("\(form.title)?", lines, [Confirmation.Choice(.yes, "change them", .submitForm)])
  }

  /// Moves coordinates from a new place's name field, where the user typed them, to the coordinate
  /// field. Does nothing if the user has changed the coordinate field.
  ///
  /// A single word such as `JN36` stays in the name field, because it can also be a name. Only text
  /// with a separator or a degree sign is moved.
  ///
  /// - Returns: Whether the coordinates were moved.
  private func movePosition(in form: inout FormState) -> Bool {
    let name = form.text(of: .text(.name))
    guard form.purpose == .newPlace,
      let target = form.fields.first(where: { $0.kind == .coordinate }), !target.isChanged,
      coordinate(in: name) != nil, Self.hasSeparator(name)
    else { return false }
    form.moveNameToCoordinates()
    return true
  }

  private static func hasSeparator(_ text: String) -> Bool {
    text.split(whereSeparator: \.isWhitespace).count > 1 || text.contains { ",;:/°".contains($0) }
  }

  private func error(in field: FormState.Field, of purpose: FormState.Purpose) -> String? {
    switch field.kind {
    case .text(.name):
      return field.text.allSatisfy(\.isWhitespace) && (field.isChanged || purpose.isNew)
        ? "needs a name" : nil
    case .text(.colour):
      return field.text.isEmpty || ColourNames.hexadecimal(field.text) != nil
        ? nil : "enter a colour such as red or #1e90ff"
    case .coordinate:
      do throws(CoordinateParseError) {
        _ = try parseCoordinate(field.text)
        return nil
      } catch {
        return error.briefMessage
      }
    case .elevation:
      if case .points = purpose, field.text.hasPrefix("+") {
        return """
          enter a height such as 1840; \
          \(key("elevation")) shifts heights
          """
      }
      guard !field.text.isEmpty else { return nil }
      guard let metres = try? Quantity.metres(field.text) else {
        return "enter a height such as 1840 or 6000ft"
      }
      // An unchanged value can come from a file, which may contain any elevation.
      return LibraryEdit.elevationsMetres.contains(metres) || !field.isChanged && !purpose.isNew
        ? nil : "enter a height from −12 000 m to 100 000 m"
    case .time:
      return field.text.isEmpty || typedTime(field.text) != nil
        ? nil
        : CalendarDay.obstacle(in: field.text)
          ?? "enter a time such as 2026-07-11 06:02:30 or today 06:02"
    case .text: return nil
    case .note, .title, .day, .date: return itineraryError(in: field)
    }
  }

  private func edits(of form: FormState) -> [LibraryEdit] {
    let name = form.text(of: .text(.name))
    let scope = list.scope.map { [$0] } ?? []
    switch form.purpose {
    case .edit(let ids), .colour(let ids):
      return form.fields.filter(\.isChanged).compactMap { edit(of: ids, $0) }
    case .points(let id, let keys):
      return form.fields.filter(\.isChanged).compactMap { edit(ofPoints: keys, of: id, $0) }
    case .newPlace:
      guard
        let position = form.unroundedPosition(in: settings.notation)
          ?? coordinate(in: form.text(of: .coordinate))
      else { return [] }
      return [
        .addPlace(
          name: name, position,
          elevationMetres: (try? Quantity.metres(form.text(of: .elevation)))
            ?? CoordinateParser.elevation(in: form.text(of: .coordinate)),
          groups: scope, texts: form.newItemTexts)
      ]
    case .newGroup(let members): return [.createGroup(name: name, members: members)]
    case .stops(let stops, let group):
      return form.itineraryEdits(of: stops).map { .itinerary(of: group, $0) }
    case .firstDay(let group):
      let text = form.text(of: .date)
      return form.isChanged
        ? [.itinerary(of: group, .setFirstDay(typedDay(text)?.description ?? text))] : []
    case .newPath:
      return [
        .addPath(
          name: name, kind: .route, points: form.drawn,
          elevations: index.placeElevations(at: form.drawn), groups: scope)
      ]
    }
  }

  private func edit(of ids: [ItemID], _ field: FormState.Field) -> LibraryEdit? {
    switch field.kind {
    case .text(.colour): return .set(.colour, of: ids, to: ColourNames.hexadecimal(field.text))
    case .text(let name):
      let isText = name == .name || name == .notes
      return .set(name, of: ids, to: field.text.isEmpty && !isText ? nil : field.text)
    case .coordinate:
      guard let id = ids.first, let position = coordinate(in: field.text) else { return nil }
      return .movePlace(id, to: position)
    case .elevation:
      return ids.first.map { .setPlaceElevation($0, metres: try? Quantity.metres(field.text)) }
    case .time, .note, .title, .day, .date: return nil
    }
  }
}
