/// An internal error for an input that cannot be read; the reader turns it into the refusal of its
/// report.
struct InputRefusal: Error {
  let code: Diagnostic.Code
  let message: String
}
