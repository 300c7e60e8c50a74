import Foundation
import Glibc

/// The user's pager, which shows long text page by page.
struct Pager {
  /// The name of the pager program and its arguments.
  private let command: [String]

  /// Creates the pager specified by the environment variable `PAGER`. The default pager is
  /// `less -R`.
  init(_ environment: [String: String]) {
    let words = (environment["PAGER"] ?? "").split(separator: " ").map(String.init)
    command = words.isEmpty ? ["less", "-R"] : words
  }

  /// Shows text in the pager, and waits until the user quits the pager.
  ///
  /// - Returns: Whether the pager could be started.
  func show(_ text: String) -> Bool {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { return false }
    // If the pager inherited this end of the pipe, it would wait for more text forever.
    _ = fcntl(ends[1], F_SETFD, FD_CLOEXEC)
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, ends[0], STDIN_FILENO)
    var arguments: [UnsafeMutablePointer<CChar>?] = command.map { strdup($0) }
    arguments.append(nil)
    defer {
      for argument in arguments { free(argument) }
    }
    var process: pid_t = 0
    let problem = posix_spawnp(&process, command[0], &actions, nil, arguments, environ)
    close(ends[0])
    guard problem == 0 else {
      close(ends[1])
      return false
    }
    // The user may quit the pager before it has read the whole text.
    try? FileHandle(fileDescriptor: ends[1]).write(contentsOf: Data(text.utf8))
    close(ends[1])
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    return true
  }
}
