extension Configuration {
  /// Creates a configuration by parsing a configuration file's text.
  ///
  /// An invalid line is skipped, and ``problems`` reports it with its line number.
  package init(text: String) {
    self.init()
    var lines: [[String]: Int] = [:]
    for result in ConfigurationStatement.all(in: text) {
      switch result {
      case .failure(let refusal): note(refusal.line, refusal.message)
      case .success(let statement):
        if let before = lines.updateValue(statement.line, forKey: statement.path) {
          note(
            statement.line,
            "this name already has a value on line \(before); the later value is used")
        }
        if let refusal = read(statement) {
          note(statement.line, refusal, of: statement.path.joined(separator: "."))
        }
      }
    }
    problems.sort { ($0.line, $0.message) < ($1.line, $1.message) }
  }

  private mutating func note(_ line: Int, _ message: String, of setting: String? = nil) {
    problems.append(Problem(line: line, message: message, setting: setting))
  }

  /// Applies a statement from the configuration file to this configuration.
  ///
  /// - Returns: The reason why the statement is invalid, or nil if the statement is valid.
  private mutating func read(_ statement: ConfigurationStatement) -> String? {
    let (path, value) = (statement.path, statement.value)
    if path.count == 3, path[0] == "keys" {
      keys.append(
        KeyStatement(line: statement.line, context: path[1], keys: path[2], command: value))
      return nil
    }
    if path[0] == "keys" {
      return "key bindings must be in a context's table, such as [keys.list]"
    }
    let name = path.joined(separator: ".")
    guard let setting = Setting[name] else {
      let names = Setting.all.map(\.name)
      let near = NearestName.of(name, among: names).map { "did you mean \($0)?" }
      let validNames = names.joined(separator: ", ")
      return "there is no setting “\(name)”; "
        + (near ?? "the valid settings are \(validNames)")
    }
    if let problem = setting.problem(with: value) { return problem }
    settings[name] = value
    return nil
  }
}
