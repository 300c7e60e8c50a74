/// The program's exit codes, on which scripts rely. The numbers from 64 to 77 are those of
/// `sysexits.h`.
enum ExitStatus: Int32 {
  case done = 0
  case failed = 1
  /// The exit code of `diff --exit-code` if differences were found.
  case differences = 2
  /// A conflict: the edit would overwrite a change made by another program or a later command.
  case conflict = 3
  /// Incorrect usage, such as an unknown option, an ambiguous name or an invalid value.
  case usage = 64
  /// Invalid input data, or a store file that this program did not create.
  case badData = 65
  /// A missing input file, item or group.
  case noInput = 66
  /// A missing optional external program or base map.
  case unavailable = 69
  case cannotWrite = 73
  case inputOutput = 74
  case busy = 75
  case noPermission = 77
  case interrupted = 130
}
