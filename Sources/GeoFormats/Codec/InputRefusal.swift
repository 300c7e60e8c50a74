/// Thrown inside this module where an input cannot be taken at all; the reading turns it into the
/// refusal of its report.
struct InputRefusal: Error {
  let code: Diagnostic.Code
  let message: String
}
