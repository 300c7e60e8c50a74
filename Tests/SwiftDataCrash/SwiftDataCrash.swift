import FaultModels
import Foundation
import SwiftData
import Synchronization

#if canImport(Glibc)
  import Glibc
#endif

/// A program for tests to kill: it migrates, changes or restores a store and can end itself by
/// SIGKILL at a given event or time.
@main enum SwiftDataCrash {
  static func main() {
    var arguments = CommandLine.arguments.dropFirst()
    guard let verb = arguments.popFirst(), let path = arguments.popFirst() else {
      fail("usage: swiftdata-crash migrate|work|restore STORE [--name value]...")
    }
    var options: [String: String] = [:]
    while let name = arguments.popFirst(), let value = arguments.popFirst() {
      options[name] = value
    }
    if let user = options["--user"].flatMap(UInt32.init) { switchUser(to: user) }
    let url = URL(fileURLWithPath: path)
    do {
      switch verb {
      case "migrate": try migrate(url, options)
      case "work": try work(url, options)
      case "restore": try restore(url, options)
      default: fail("unknown verb \(verb)")
      }
    } catch let error as SwiftDataError {
      fail("\(error.code.rawValue): \(error)")
    } catch {
      fail("\(error)")
    }
  }

  /// Migrates a store of trips to the latest version, and prints the number of events and the
  /// duration.
  private static func migrate(_ url: URL, _ options: [String: String]) throws {
    let target = options["--kill-at"].flatMap(Int.init)
    let forbidden = options["--forbid-at"].flatMap(Int.init)
    let count = Mutex(0)
    let start = ContinuousClock.now
    killLater(options)
    let container = try TripStore.open(url) { _ in
      let number = count.withLock {
        $0 += 1
        return $0
      }
      if number == target { die() }
      if number == forbidden {
        chmod(url.path, 0o444)
        chmod(url.deletingLastPathComponent().path, 0o555)
      }
    }
    let elapsed = start.duration(to: .now)
    print("events \(count.withLock { $0 })")
    print("microseconds \(microseconds(elapsed))")
    try container.close()
  }

  /// Makes `--steps` random changes to a ledger, or changes it until the process is killed. Prints
  /// the revision after each change.
  private static func work(_ url: URL, _ options: [String: String]) throws {
    let seed = options["--seed"].flatMap { UInt64($0) } ?? 1
    let steps = options["--steps"].flatMap(Int.init) ?? .max
    let start = ContinuousClock.now
    killLater(options)
    let container = try Ledger.open(url)
    var work = LedgerWork(container, seed: seed)
    for _ in 0..<steps {
      try work.step()
      // Written without a buffer, so that a kill cannot lose it: every printed revision must be in
      // the store.
      FileHandle.standardOutput.write(Data("revision \(try container.revision())\n".utf8))
    }
    print("microseconds \(microseconds(start.duration(to: .now)))")
    try container.close()
  }

  /// Replaces a store by the backup named by `--backup`.
  private static func restore(_ url: URL, _ options: [String: String]) throws {
    let start = ContinuousClock.now
    killLater(options)
    try StoreBackup.restore(URL(fileURLWithPath: options["--backup"] ?? ""), to: url)
    print("microseconds \(microseconds(start.duration(to: .now)))")
  }

  private static func microseconds(_ duration: Duration) -> Int64 {
    duration.components.seconds * 1_000_000
      + duration.components.attoseconds / 1_000_000_000_000
  }

  /// Ends the process by SIGKILL after `--kill-after` microseconds.
  private static func killLater(_ options: [String: String]) {
    guard let delay = options["--kill-after"].flatMap(UInt32.init) else { return }
    Thread.detachNewThread {
      usleep(delay)
      die()
    }
  }

  private static func die() { kill(getpid(), SIGKILL) }

  /// Drops the superuser's privileges, because the superuser may write to read-only files.
  private static func switchUser(to user: UInt32) {
    guard setgroups(0, nil) == 0, setgid(user) == 0, setuid(user) == 0 else {
      fail("cannot switch to user \(user)")
    }
  }

  private static func fail(_ message: String) -> Never {
    FileHandle.standardError.write(Data((message + "\n").utf8))
    exit(1)
  }
}
