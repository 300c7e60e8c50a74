import CartographerCore
import CartographerPresentation
import Geodesy

extension AppState {
  mutating func openStopForm() -> [Effect] {
    guard let group = itinerary?.group, let form = stopForm(of: targetStops.map(\.id), in: group)
    else { return [] }
    open(form)
    return []
  }

  /// Returns the form for editing an itinerary stop, or for changing the day of several stops.
  /// Returns nil if one of the stops was deleted.
  func stopForm(of ids: [StopID], in group: ItemID) -> FormState? {
    let chosen = Set(ids)
    let stops = (index.group(group)?.itinerary ?? []).filter { chosen.contains($0.id) }
    guard stops.count == ids.count, let first = stops.first, let last = stops.last else {
      return nil
    }
    let purpose = FormState.Purpose.stops(ids, of: group)
    guard stops.count == 1 else {
      let isOnOneDay = first.day == last.day
      return FormState(
        title: "Day of \(Numbers.counted(stops.count, "stop"))", purpose: purpose,
        fields: [
          FormState.Field(
            .day, label: "Day", text: isOnOneDay ? String(first.day) : "",
            note: isOnOneDay ? nil : "now on days \(first.day)–\(last.day)")
        ])
    }
    var fields = [
      FormState.Field(.note, label: "Note", text: first.note),
      FormState.Field(.day, label: "Day", text: String(first.day)),
    ]
    if first.item == nil {
      fields.insert(FormState.Field(.title, label: "Title", text: first.title), at: 0)
    }
    return FormState(title: "Stop “\(first.title)”", purpose: purpose, fields: fields)
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
      // The form of stops on several days has no stored day.
      if !field.isChanged { return nil }
      guard let day = Int(field.text), (1...ItineraryEdit.lastDay).contains(day) else {
        return "enter a number from 1 to \(ItineraryEdit.lastDay)"
      }
      return nil
    case .title: return field.text.allSatisfy(\.isWhitespace) ? "needs a title" : nil
    case .date:
      return field.text.isEmpty || typedDay(field.text) != nil
        ? nil
        : CalendarDay.obstacle(in: field.text)
          ?? "enter a date such as 2026-07-11, tomorrow or +3d, or leave the field empty"
    case .note, .text, .coordinate, .elevation, .time: return nil
    }
  }

  /// Parses a date or a relative day, such as `tomorrow`.
  func typedDay(_ text: String) -> CalendarDay? {
    CalendarDay(text, now: now, in: settings.zone)
  }
}

extension FormState {
  /// Returns the edits that save the changed fields of a form for itinerary stops.
  func itineraryEdits(of stops: [StopID]) -> [ItineraryEdit] {
    fields.filter(\.isChanged).compactMap { field in
      switch field.kind {
      case .note: .setNote(stops, field.text)
      case .title: .setTitle(stops, field.text)
      case .day: Int(field.text).map { .setDay(stops, $0) }
      case .date, .text, .coordinate, .elevation, .time: nil
      }
    }
  }
}
