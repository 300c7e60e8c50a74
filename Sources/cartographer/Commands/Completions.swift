import ArgumentParser
import TerminalUI

struct Completions: Verb {
  static let scriptObstacle: String? = "the command does not use the store"

  static let configuration = CommandConfiguration(
    abstract: "Print a completion script for a shell.")

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
    let shell: CompletionShell =
      switch self.shell {
      case .bash: .bash
      case .zsh: .zsh
      case .fish: .fish
      }
    try session.console.write(Cartographer.completionScript(for: shell) + "\n")
  }
}
