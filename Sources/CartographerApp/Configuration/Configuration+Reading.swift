import TerminalUI

extension Configuration {
  /// Reads the text of a configuration file.
  ///
  /// A line that is not valid is skipped and reported in ``problems`` with its number.
  package init(text: String) {
    self.init()
    var lines: [[String]: Int] = [:]
    for result in ConfigurationStatement.all(in: text) {
      switch result {
      case .failure(let refusal): note(refusal.line, refusal.message)
      case .success(let statement):
        if let before = lines.updateValue(statement.line, forKey: statement.path) {
          note(statement.line, "duplicate of line \(before); this line replaces it")
        }
        if let refusal = read(statement) {
          note(statement.line, refusal, of: statement.path.joined(separator: "."))
        }
      }
    }
    let check = KeymapCheck(keymap: keymap)
    for change in keys {
      guard let problem = check.problem(with: change) else { continue }
      note(lines[["keys", change.context.name, change.written], default: 1], problem)
    }
    problems.sort { ($0.line, $0.message) < ($1.line, $1.message) }
  }

  private mutating func note(_ line: Int, _ message: String, of setting: String? = nil) {
    problems.append(Problem(line: line, message: message, setting: setting))
  }

  /// Reads a statement of the configuration file.
  ///
  /// - Returns: The reason why the statement is not valid, or nil if it is valid.
  private mutating func read(_ statement: ConfigurationStatement) -> String? {
    let (path, value) = (statement.path, statement.value)
    if path.count == 3, path[0] == "keys" { return readKey(path[2], of: path[1], value) }
    if path[0] == "keys" {
      return "keys belong in a table for a context, such as [keys.list]"
    }
    let name = path.joined(separator: ".")
    guard let setting = Setting[name] else {
      let names = Setting.all.map(\.name)
      let near = NearestName.of(name, among: names).map { "did you mean \($0)?" }
      return "there is no setting “\(name)”; "
        + (near ?? "the settings are \(names.joined(separator: ", "))")
    }
    if let problem = setting.problem(with: value) { return problem }
    settings[name] = value
    return nil
  }

  private mutating func readKey(_ keys: String, of place: String, _ value: String) -> String? {
    guard let context = CommandContext.allCases.first(where: { $0.name == place }) else {
      let names = CommandContext.allCases.map(\.name)
      let near = NearestName.of(place, among: names).map { "did you mean keys.\($0)?" }
      return "there is no table [keys.\(place)]; "
        + (near ?? "the key contexts are \(names.joined(separator: ", "))")
    }
    guard let strokes = KeyStroke.sequence(notation: keys) else {
      return "“\(keys)” is not a valid key; examples are x, G, ctrl-r, f5 and \"g g\""
    }
    let words = value.split(separator: " ", maxSplits: 1).map(String.init)
    let argument = words.count > 1 ? words[1] : ""
    var command: Command?
    if value != "none" {
      guard let found = words.first.flatMap({ CommandRegistry[$0] }) else {
        let near = NearestName.of(words.first ?? "", among: CommandRegistry.all.map(\.id))
        return "there is no command “\(value)”; "
          + (near.map { "did you mean \($0)?" } ?? "press : in the editor to list all commands")
      }
      guard argument.isEmpty || found.argument != nil else {
        return "\(found.id) has no argument; remove “\(argument)”"
      }
      command = found
    }
    self.keys.removeAll { $0.context == context && $0.keys == strokes }
    self.keys.append(
      Keymap.Change(context, strokes, command?.id, argument: argument, written: keys))
    return nil
  }
}
