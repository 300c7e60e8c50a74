import CCrypto

/// An incremental SHA-256 digest, computed by OpenSSL's libcrypto. Libcrypto uses the processor's
/// SHA instructions if available.
final class SHA256 {
  private static let digestSize = 32
  /// Whether libcrypto was initialised successfully.
  ///
  /// Libcrypto's clean-up at process exit is disabled, because the clean-up and a hashing thread
  /// that is still running could free the same memory.
  private static let isPrepared = OPENSSL_init_crypto(UInt64(OPENSSL_INIT_NO_ATEXIT), nil) == 1

  private let context: OpaquePointer

  /// Starts the computation of a SHA-256 digest.
  ///
  /// - Throws: ``LibraryError`` `failed` if libcrypto does not provide SHA-256.
  ///   The OpenSSL configuration can disable SHA-256.
  init() throws {
    guard Self.isPrepared, let context = EVP_MD_CTX_new() else { throw Self.failure }
    self.context = context
    guard EVP_DigestInit_ex(context, EVP_sha256(), nil) == 1 else { throw Self.failure }
  }

  deinit { EVP_MD_CTX_free(context) }

  /// The version of libcrypto in use, such as 3.0.19.
  static var libraryVersion: String {
    OpenSSL_version(OPENSSL_VERSION_STRING).map { String(cString: $0) } ?? "unknown"
  }

  /// Includes further bytes in the digest.
  func update(_ bytes: UnsafeRawBufferPointer) throws {
    guard EVP_DigestUpdate(context, bytes.baseAddress, bytes.count) == 1 else {
      throw Self.failure
    }
  }

  /// Returns the digest of all bytes in lowercase hexadecimal. No bytes can be added afterwards.
  func finish() throws -> String {
    var digest = [UInt8](repeating: 0, count: Self.digestSize)
    guard EVP_DigestFinal_ex(context, &digest, nil) == 1 else { throw Self.failure }
    return digest.map { byte in
      let digits = String(byte, radix: 16)
      return digits.count == 1 ? "0" + digits : digits
    }.joined()
  }

  private static var failure: LibraryError {
    LibraryError(
      .failed,
      """
      Files cannot be imported, since OpenSSL's libcrypto cannot compute SHA-256; check the \
      OpenSSL installation and its configuration (openssl.cnf).
      """)
  }
}
