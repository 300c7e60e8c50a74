import Testing

/// Tests of the expansion of `@ModelActor`.
struct ModelActorMacroTests {
  @Test func `ModelActor adds an executor, a container and an initializer`() {
    MacroExpansion.expect(
      """
      @ModelActor
      package actor Worker {
      }
      """,
      becomes: """
        package actor Worker {

          package nonisolated let modelExecutor: any SwiftData.ModelExecutor

          package nonisolated let modelContainer: SwiftData.ModelContainer

          package init(modelContainer: SwiftData.ModelContainer) {
            let modelContext = SwiftData.ModelContext(modelContainer)
            self.modelExecutor = SwiftData.DefaultSerialModelExecutor(modelContext: modelContext)
            self.modelContainer = modelContainer
          }
        }

        extension Worker: nonisolated SwiftData.ModelActor {
        }
        """)
  }
}
