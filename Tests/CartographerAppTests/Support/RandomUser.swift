import CartographerPresentation
import TerminalUI
import TestSupport

@testable import CartographerApp

/// Generates random input: keys that are bound in the current context and keys that are not,
/// commands, pastes, mouse events and window sizes.
struct RandomUser {
  private(set) var random: SplitMix64

  init(seed: UInt64) {
    random = SplitMix64(seed: seed)
  }

  private static let boundSequences = Array(
    Set(CommandRegistry.all.flatMap { $0.bindings.map(\.keys) })
  ).sorted { KeyStroke.notation(of: $0) < KeyStroke.notation(of: $1) }

  private static let specialKeys =
    "enter enter enter esc esc tab backtab backspace delete insert up down left right home end"
    + " pageup pagedown ctrl-u ctrl-a ctrl-e ctrl-k ctrl-w ctrl-p ctrl-n ctrl-g ctrl-c alt-x f1"
    + " f12 shift-left shift-right shift-up shift-down ctrl-left ctrl-right space"

  private static let letters = Array("abcdegklmnoprstuwxyz0123456789.,-+:éÅß富🏕\u{301}{}<>=%")

  private static let texts = [
    "45.8 6.9", "N 45° 46.200 E 6° 51.000", "Hütte am See", "25m", "2026-07-01", ">2000m", "10",
    "富士山 散歩", "#c03030", "🏕 Camp\u{301}\u{301}", "A\u{1B}[31mred\u{202E}olleh\u{7}\u{9B}2J",
    "two\nlines\nof text", "", " ", "\t", "Trois Refuges", "{name} {n}",
    "<gpx version=\"1.1\"><wpt lat=\"45\" lon=\"6\"><name>P</name></wpt></gpx>",
    String(repeating: "long ", count: 400), "-91 400", "1e999", "NaN", "1h30", "0",
  ]

  /// Returns the next input events, which are sent without waiting for the screen.
  mutating func next(_ state: AppState) -> [InputEvent] {
    (0..<Int.random(in: 1...4, using: &random)).flatMap { _ in gesture(state) }
  }

  private mutating func gesture(_ state: AppState) -> [InputEvent] {
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<30: return keys(in: state)
    case 30..<40:
      return (Self.boundSequences.randomElement(using: &random) ?? []).map(InputEvent.key)
    case 40..<50: return letterKeys()
    case 50..<58: return specialKey()
    case 58..<64: return command()
    case 64..<68: return [.paste(Self.texts.randomElement(using: &random) ?? "")]
    case 68..<76: return mouse(state.size)
    case 76..<78: return [.resize(size())]
    case 78..<98: return editingKeys()
    default: return rareEvent()
    }
  }

  /// Returns a key sequence that is bound in a context of the state.
  private mutating func keys(in state: AppState) -> [InputEvent] {
    let contexts = Set(state.contexts)
    let here = CommandRegistry.all.flatMap(\.bindings).filter { contexts.contains($0.context) }
    return (here.randomElement(using: &random)?.keys ?? []).map(InputEvent.key)
  }

  private mutating func letterKeys() -> [InputEvent] {
    (0..<Int.random(in: 1...4, using: &random)).map { _ in
      .key(KeyStroke(Self.letters.randomElement(using: &random) ?? "a"))
    }
  }

  private mutating func specialKey() -> [InputEvent] {
    let names = Self.specialKeys.split(separator: " ")
    let name = names.randomElement(using: &random).map(String.init) ?? "esc"
    return KeyStroke(notation: name).map { [.key($0)] } ?? []
  }

  /// Key sequences that make a change if they start in a list, and often also elsewhere.
  private static let editingSequences = [
    "d", "g p j d", "g l j d", "R", "space space J", "g p enter x", "g p enter l l i",
    "g p j enter l a", "g p enter j m l L enter", "g p enter l v l l x", "g p enter j s",
    "g p enter l e tab ctrl-u 9 enter", "S l enter", "g p t s enter", "g p t s k l l enter",
    "g p t m enter", "g p t d enter", "g p t t enter", "g p t e enter", "g p t c l l l enter",
    "g p t r enter", "C ctrl-n enter", "e ctrl-u N e w enter", "m N e w enter", "m space enter",
    "g l space space m j space enter", "o l ctrl-u H u t enter", "o p a l l a j a enter X enter",
    "o g G enter", "g r g i a space space enter", "g r g i > J x", "g r g i e N enter",
    "g r g i D", "g r g i space j space K >", "g r enter x", "g t r", "g t D y", "g t a r",
    "g l M l l enter", "g c", "E", "u", "u u", "ctrl-r", "ctrl-r ctrl-r", "g h j t enter",
    "a C r e d enter", "g p v j j d",
  ]

  private mutating func editingKeys() -> [InputEvent] {
    let start = Bool.random(using: &random) ? "esc esc esc ctrl-c 1 " : ""
    let keys = Self.editingSequences.randomElement(using: &random) ?? "u"
    return (KeyStroke.sequence(notation: start + keys) ?? []).map(InputEvent.key)
  }

  private mutating func command() -> [InputEvent] {
    let command = CommandRegistry.all.randomElement(using: &random)
    var text = command?.id ?? ""
    if let argument = command?.argument, Bool.random(using: &random) || !argument.isOptional {
      let words = argument.isPath ? Self.files : argument.values + Self.texts
      text += " \(words.randomElement(using: &random) ?? "")"
    }
    return [.key(KeyStroke(":")), .paste(text), .key(KeyStroke(.enter))]
  }

  /// File names in the editor's working folder.
  static let files = [
    "a.gpx", "b.gpx", "c.gpx", "huts.gpx", "plan.gpx", "nothing.gpx", "broken.gpx",
  ]

  private mutating func mouse(_ size: Size) -> [InputEvent] {
    let point = Point(
      column: Int.random(in: -1...size.columns, using: &random),
      row: Int.random(in: -1...size.rows, using: &random))
    let button: MouseEvent.Button =
      [.left, .left, .left, .middle, .right].randomElement(using: &random) ?? .left
    let action: MouseEvent.Action =
      switch Int.random(in: 0..<8, using: &random) {
      case 0, 1: .press(button)
      case 2, 3: .drag(button)
      case 4: .release(button)
      case 5: .wheelUp
      case 6: .wheelDown
      default: .press(.left)
      }
    let event = InputEvent.mouse(MouseEvent(action, at: point))
    guard action == .press(.left), Bool.random(using: &random) else { return [event] }
    return [event, .mouse(MouseEvent(.release(.left), at: point))]
  }

  private mutating func size() -> Size {
    let usual = [(80, 24), (120, 40), (200, 60), (60, 20), (84, 50), (40, 10), (39, 9)]
    if Bool.random(using: &random), let size = usual.randomElement(using: &random) {
      return Size(columns: size.0, rows: size.1)
    }
    return Size(
      columns: Int.random(in: 1...210, using: &random), rows: Int.random(in: 1...64, using: &random)
    )
  }

  private mutating func rareEvent() -> [InputEvent] {
    let events: [InputEvent] = [.focus(true), .focus(false), .resumed, .wake]
    return events.randomElement(using: &random).map { [$0] } ?? []
  }
}

extension RandomUser {
  /// Replaces a slash or tilde typed into the command line by Escape, so that commands read and
  /// write files only in the test's folder.
  static func confined(_ event: InputEvent, _ state: AppState) -> InputEvent {
    guard case .key(let stroke) = event, [KeyStroke("/"), KeyStroke("~")].contains(stroke) else {
      return event
    }
    if state.keysWait { return .key(KeyStroke(.escape)) }
    if state.overlay is CommandPrompt { return .key(KeyStroke(.escape)) }
    return event
  }
}
