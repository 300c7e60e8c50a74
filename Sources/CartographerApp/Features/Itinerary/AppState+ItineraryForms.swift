import CartographerCore

extension AppState {
  mutating func openStopForm() -> [Effect] {
    guard let itinerary, let entry = selectedEntry,
      let form = stopForm(of: entry.id, in: itinerary.group)
    else { return [] }
    open(form)
    return []
  }

  /// Returns the form for editing a stop, or nil if the stop was deleted.
  func stopForm(of id: StopID, in group: ItemID) -> FormState? {
    guard let entry = index.group(group)?.itinerary.first(where: { $0.id == id }) else {
      return nil
    }
    var fields = [
      FormState.Field(.note, label: "Note", text: entry.note),
      FormState.Field(.day, label: "Day", text: String(entry.day)),
    ]
    if entry.item == nil {
      fields.insert(FormState.Field(.title, label: "Title", text: entry.title), at: 0)
    }
    return FormState(
      title: "Stop “\(entry.title)”", purpose: .entry(id, of: group), fields: fields)
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

  /// Returns the error in an itinerary form's field, or nil if the field is valid.
  func itineraryError(in field: FormState.Field) -> String? {
    switch field.kind {
    case .day:
      guard let day = Int(field.text), (1...ItineraryEdit.lastDay).contains(day) else {
        return "enter a number from 1 to \(ItineraryEdit.lastDay)"
      }
      return nil
    case .title: return field.text.allSatisfy(\.isWhitespace) ? "needs a title" : nil
    case .date:
      return field.text.isEmpty || CalendarDay(field.text) != nil
        ? nil : "enter a date such as 2026-07-11, or leave the field empty"
    case .note, .text, .coordinate, .elevation, .time: return nil
    }
  }

  func itineraryEdits(of form: FormState, entry: StopID) -> [ItineraryEdit] {
    form.fields.filter(\.isChanged).compactMap { field in
      switch field.kind {
      case .note: .setNote([entry], field.text)
      case .title: .setTitle([entry], field.text)
      case .day: Int(field.text).map { .setDay([entry], $0) }
      case .date, .text, .coordinate, .elevation, .time: nil
      }
    }
  }
}
