import CartographerCore
import CartographerPresentation

extension AppState {
  mutating func openStopForm() -> [Effect] {
    guard let itinerary, let stop = selectedStop,
      let form = stopForm(of: stop.id, in: itinerary.group)
    else { return [] }
    open(form)
    return []
  }

  /// Returns the form for editing an itinerary stop. Returns nil if the stop was deleted.
  func stopForm(of id: StopID, in group: ItemID) -> FormState? {
    guard let stop = index.group(group)?.itinerary.first(where: { $0.id == id }) else {
      return nil
    }
    var fields = [
      FormState.Field(.note, label: "Note", text: stop.note),
      FormState.Field(.day, label: "Day", text: String(stop.day)),
    ]
    if stop.item == nil {
      fields.insert(FormState.Field(.title, label: "Title", text: stop.title), at: 0)
    }
    return FormState(
      title: "Stop “\(stop.title)”", purpose: .stop(id, of: group), fields: fields)
  }

  mutating func openFirstDayForm() -> [Effect] {
    if let group = itinerary?.group, let form = firstDayForm(of: group) { open(form) }
    return []
  }

  func firstDayForm(of group: ItemID) -> FormState? {
    index.group(group).map { snapshot in
      FormState(
        title: "First day of \(snapshot.name)", purpose: .firstDay(group),
        fields: [
          FormState.Field(.date, label: "Date of day 1", text: snapshot.firstDay ?? "")
        ])
    }
  }

  /// Validates a field of an itinerary form, and returns the error, if any.
  func itineraryError(in field: FormState.Field) -> String? {
    switch field.kind {
    case .day:
      guard let day = Int(field.text), (1...ItineraryEdit.lastDay).contains(day) else {
        return "enter a number from 1 to \(ItineraryEdit.lastDay)"
      }
      return nil
    case .title: return field.text.allSatisfy(\.isWhitespace) ? "needs a title" : nil
    case .date:
      return field.text.isEmpty || typedDay(field.text) != nil
        ? nil : "enter a date such as 2026-07-11, tomorrow or +3d, or leave the field empty"
    case .note, .text, .coordinate, .elevation, .time: return nil
    }
  }

  /// Parses a date or a relative day, such as `tomorrow`.
  func typedDay(_ text: String) -> CalendarDay? {
    CalendarDay(text, now: now, in: settings.zone)
  }

  func itineraryEdits(of form: FormState, stop: StopID) -> [ItineraryEdit] {
    form.fields.filter(\.isChanged).compactMap { field in
      switch field.kind {
      case .note: .setNote([stop], field.text)
      case .title: .setTitle([stop], field.text)
      case .day: Int(field.text).map { .setDay([stop], $0) }
      case .date, .text, .coordinate, .elevation, .time: nil
      }
    }
  }
}
