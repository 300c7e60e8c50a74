import FaultModels
import Foundation
import SwiftData
import Synchronization

#if canImport(Glibc)
  import Glibc
#endif

/// A process for tests to kill: it migrates a store, or writes to one, and ends by SIGKILL where
/// it is told to.
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
    if let user = options["--user"].flatMap(UInt32.init) { become(user) }
    let url = URL(fileURLWithPath: path)
    do {
      switch verb {
      case "migrate": try migrate(url, options)
      case "work": try work(url, options)
      case "restore": try restore(url, options)
      default: fail("no verb \(verb)")
      }
    } catch let error as SwiftDataError {
      fail("\(error.code.rawValue): \(error)")
    } catch {
      fail("\(error)")
    }
  }

  /// Opens a store of trips at the last version, and says how many events there were and how long
  /// it took.
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

  /// Works on a ledger until it has done `--steps`, or is killed; says after each what the revision
  /// is.
  private static func work(_ url: URL, _ options: [String: String]) throws {
    let seed = options["--seed"].flatMap { UInt64($0) } ?? 1
    let steps = options["--steps"].flatMap(Int.init) ?? .max
    let start = ContinuousClock.now
    killLater(options)
    let container = try Ledger.open(url)
    var work = LedgerWork(container, seed: seed)
    for _ in 0..<steps {
      try work.step()
      // Written at once: whatever kills the process now, what was told must be in the store.
      FileHandle.standardOutput.write(Data("revision \(try container.revision())\n".utf8))
    }
    print("microseconds \(microseconds(start.duration(to: .now)))")
    try container.close()
  }

  /// Puts the backup named by `--backup` in a store's place.
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

  /// Gives up the rights of the superuser, who may write where nobody may.
  private static func become(_ user: UInt32) {
    guard setgroups(0, nil) == 0, setgid(user) == 0, setuid(user) == 0 else {
      fail("cannot become user \(user)")
    }
  }

  private static func fail(_ message: String) -> Never {
    FileHandle.standardError.write(Data((message + "\n").utf8))
    exit(1)
  }
}
