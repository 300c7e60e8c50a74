import ArgumentParser
import TerminalUI

struct Completions: ConsoleCommand {
  static let scriptObstacle: String? = "the command does not use the store"

  static let configuration = CommandConfiguration(
    commandName: "completions",
    abstract: "Print a completion script for a shell.",
    discussion: """
      The script completes commands, options, IDs, names, groups, imports, changes and help topics. \
      It reads the store, but never changes it.
      """)

  static let examples = [
    Example(
      "cartographer completions bash > ~/.local/share/bash-completion/completions/cartographer",
      "Install the completions for bash."),
    Example(
      "cartographer completions zsh > ~/.zfunc/_cartographer",
      "Install the completions for zsh."),
    Example(
      "cartographer completions fish > ~/.config/fish/completions/cartographer.fish",
      "Install the completions for fish."),
  ]

  @Argument(help: "The shell: bash, zsh or fish.") var shell: Shell

  @OptionGroup var global: GlobalOptions

  enum Shell: String, CaseIterable, ExpressibleByArgument {
    case bash, zsh, fish
  }

  func run(in session: Session) async throws {
    let script =
      switch shell {
      case .bash: CompletionScript.bash
      case .zsh: CompletionScript.zsh
      case .fish: CompletionScript.fish
      }
    try session.console.write(script)
  }
}
