/// A kind of fault in a JSON file that does not prevent the import. All faults of one kind share
/// one diagnostic, which states how many there are and where the first one is.
enum JSONRepair: Int, CaseIterable {
  case comment
  case trailingComma
  case notNumber
  case notation
  case word
  case controlCharacter
  case escape
  case duplicateKey
  case encoding
  case illegalCharacter

  var code: Diagnostic.Code {
    switch self {
    case .comment, .trailingComma, .notation, .word, .controlCharacter, .escape: .jsonRepaired
    case .notNumber: .valueInvalid
    case .duplicateKey: .jsonDuplicateKey
    case .encoding: .encodingInvalidBytes
    case .illegalCharacter: .textIllegalCharacter
    }
  }

  var action: Diagnostic.Action { self == .duplicateKey ? .skipped : .repaired }

  /// Returns the message of the diagnostic that reports the repair.
  ///
  /// - Parameter excerpt: The first passage in the file in which the fault occurs.
  func message(_ excerpt: String) -> String {
    switch self {
    case .comment: "a comment, which JSON does not allow, is ignored"
    case .trailingComma: "a comma after the last element is ignored"
    case .notNumber: "\(excerpt) is not a number; it is treated as a missing value"
    case .notation: "\(excerpt) is not a valid JSON number, but is accepted as a number"
    case .word: "“\(excerpt)” is not a JSON value; it is read as the most similar JSON value"
    case .controlCharacter: "a line break or another control character in a string is kept"
    case .escape: "the escape sequence \(excerpt) in a string is invalid and was repaired"
    case .duplicateKey:
      "the key “\(excerpt)” is repeated in its object; only its first value is used"
    case .encoding: "a byte that is not valid in the file's encoding is read as windows-1252"
    case .illegalCharacter: "a control character in a string is read as U+FFFD"
    }
  }
}
