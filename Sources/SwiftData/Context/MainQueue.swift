import Foundation

/// A test that determines whether the current code is running on the main actor. The main actor
/// runs on the main queue, which does not necessarily use the program's first thread.
enum MainQueue {
  private static let key: DispatchSpecificKey<Bool> = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
  }()

  static var isCurrent: Bool {
    DispatchQueue.getSpecific(key: key) == true || Thread.isMainThread
  }
}
