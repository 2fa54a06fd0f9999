// Upstream: staging/src/k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation/validation.go (validationOptions)
import type { ExpressionKind } from '../../../../cel/environment.ts'

/** The rules for a definition: a new one must fulfil all, an updated one those that the stored one fulfils. */
export interface ValidationOptions {
  /** The release's minor. */
  readonly minor: number
  /** A conversion webhook names a version of ConversionReview that the server knows. */
  readonly requiresKnownReviewVersion: boolean
  /** Scope and kind may not change, as the definition is established. */
  readonly requiresSameNames: boolean
  readonly requiresSchema: boolean
  readonly requiresValidTypes: boolean
  readonly requiresStructure: boolean
  readonly requiresPrunedDefaults: boolean
  /** Items of lists of type set are atomic. */
  readonly requiresAtomicItems: boolean
  /** Keys of lists of type map are required or have a default. */
  readonly requiresMapKeys: boolean
  /** Whether an expression is stored already. */
  readonly kindOf: (expression: string) => ExpressionKind
  /** Versions whose schema stays: single rules of them may cost more than they could. */
  readonly unchangedVersions: ReadonlySet<string>
  readonly suppressesRuleCost: boolean
  readonly allowsInvalidCABundle: boolean
  /** Versions (or '', the spec) that may keep more selectable fields than there can be. */
  readonly keepsSelectableFields: ReadonlySet<string>
  /** Rules that take oldSelf as optional are evaluated for defaults too. */
  readonly evaluatesWithoutOld: boolean
}

/** As {@link ValidationOptions}, for the schema of one version. */
export const optionsOfVersion = (options: ValidationOptions, version: string): ValidationOptions =>
  options.unchangedVersions.has(version) ? { ...options, suppressesRuleCost: true } : options
