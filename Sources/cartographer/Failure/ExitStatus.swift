/// The exit codes scripts rely on; the numbers are those of sysexits.h.
enum ExitStatus: Int32 {
  case done = 0
  case failed = 1
  /// Wrong usage, an ambiguous name, a value that makes no sense.
  case usage = 64
  /// Bad data in the input, or a store that is no store of ours.
  case badData = 65
  /// No such input, item or group.
  case noInput = 66
  /// An optional program is missing.
  case unavailable = 69
  case cannotWrite = 73
  case inputOutput = 74
  case busy = 75
  case noPermission = 77
  case interrupted = 130
}
