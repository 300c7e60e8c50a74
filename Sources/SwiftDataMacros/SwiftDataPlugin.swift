import SwiftCompilerPlugin
import SwiftSyntaxMacros

@main
struct SwiftDataPlugin: CompilerPlugin {
  let providingMacros: [any Macro.Type] = [
    ModelMacro.self, PersistedPropertyMacro.self, PropertyMarkerMacro.self, IndexMarkerMacro.self,
    ModelActorMacro.self, MigrationStashedMacro.self,
  ]
}
