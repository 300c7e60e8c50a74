import CartographerPresentation
import TerminalUI

extension Keymap {
  /// Creates the keymap defined in the given configuration. Lines with an invalid key or command
  /// are ignored and reported as configuration problems.
  package init(_ configuration: inout Configuration) {
    var changes: [(change: Change, line: Int)] = []
    for statement in configuration.keys {
      do throws(KeyRefusal) {
        let change = try Change(statement)
        changes.removeAll { $0.change.context == change.context && $0.change.keys == change.keys }
        changes.append((change, statement.line))
      } catch {
        let name = "keys.\(statement.context).\(statement.keys)"
        configuration.problems.append(
          Configuration.Problem(line: statement.line, message: error.message, setting: name))
      }
    }
    self.init(changes.map(\.change))
    let check = KeymapCheck(keymap: self)
    for (change, line) in changes {
      guard let problem = check.problem(with: change) else { continue }
      configuration.problems.append(Configuration.Problem(line: line, message: problem))
    }
    configuration.problems.sort { ($0.line, $0.message) < ($1.line, $1.message) }
  }

  /// The user's key bindings, with the keys in the editor's notation.
  package var statements: [Configuration.KeyStatement] {
    changes.map { change in
      Configuration.KeyStatement(
        line: 0, context: change.context.name, keys: change.notation, command: change.meaning)
    }
  }
}

/// The reason why a key binding in the configuration file is not valid.
private struct KeyRefusal: Error {
  var message: String

  init(_ message: String) {
    self.message = message
  }
}

extension Keymap.Change {
  fileprivate init(_ statement: Configuration.KeyStatement) throws(KeyRefusal) {
    let (place, keys, value) = (statement.context, statement.keys, statement.command)
    let named = CommandContext.allCases.first { $0.name == place || $0.earlierName == place }
    guard let context = named else {
      let names = CommandContext.allCases.map(\.name)
      let near = NearestName.of(place, among: names).map { "did you mean keys.\($0)?" }
      let allNames = names.joined(separator: ", ")
      throw KeyRefusal(
        "there is no table [keys.\(place)]; "
          + (near ?? "the key contexts are \(allNames)"))
    }
    guard let strokes = KeyStroke.sequence(notation: keys) else {
      throw KeyRefusal(
        "“\(keys)” is not a valid key; examples are x, G, ctrl-r, f5 and \"g g\"")
    }
    let words = value.split(separator: " ", maxSplits: 1).map(String.init)
    let argument = words.count > 1 ? words[1] : ""
    var command: Command?
    if value != "none" {
      guard
        let found = words.first.flatMap({ CommandRegistry[CommandRegistry.currentName(of: $0)] })
      else {
        let near = NearestName.of(words.first ?? "", among: CommandRegistry.all.map(\.id))
        throw KeyRefusal(
          "there is no command “\(value)”; "
            + (near.map { "did you mean \($0)?" } ?? "cartographer manual keymap lists all commands")
        )
      }
      guard argument.isEmpty || found.argument != nil else {
        throw KeyRefusal(
          "\(found.id) takes no argument; remove “\(argument)”")
      }
      command = found
    }
    self.init(context, strokes, command?.id, argument: argument, written: keys)
  }
}
