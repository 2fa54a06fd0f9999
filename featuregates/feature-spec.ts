import { majorMinor, type Version } from './version.ts'

/** A stage of a gate, as upstream writes it: the empty text is GA. */
export type Stage = 'PRE-ALPHA' | 'ALPHA' | 'BETA' | '' | 'DEPRECATED'

/** The default, lock and stage of a gate from one version on. Upstream: component-base/featuregate FeatureSpec */
export interface FeatureSpec {
  default: boolean
  lockToDefault: boolean
  preRelease: Stage
  /** The first version that this holds for; 0.0 holds for all. */
  version: Version
  /** The spec is skipped where the component must be compatible with an older version than this. */
  minCompatibilityVersion?: Version
}

/** The specs of one gate, oldest first. */
export type VersionedSpecs = readonly FeatureSpec[]

/** A spec in the form of release facts, plans and recorded cases. */
export interface SpecData {
  default: boolean
  preRelease: string
  lockToDefault?: boolean
  version?: string
  minCompatibilityVersion?: string
}

/** The spec of a gate before its first version: off, and not to be set. */
export const preAlphaSpec: FeatureSpec = {
  default: false,
  lockToDefault: false,
  preRelease: 'PRE-ALPHA',
  version: majorMinor(0, 0),
}

/** The spec that holds at an emulation version and a min compatibility version (without one: the minor before). */
export function specAt(specs: VersionedSpecs, emulation: Version, minCompatibility?: Version): FeatureSpec {
  const min = minCompatibility ?? emulation.offsetMinor(-1)
  for (let i = specs.length - 1; i >= 0; i--) {
    const spec = specs[i]!
    if (spec.version.greaterThan(emulation)) continue
    if (spec.minCompatibilityVersion !== undefined && !min.atLeast(spec.minCompatibilityVersion)) continue
    return spec
  }
  return preAlphaSpec
}

const sameVersion = (a: Version | string | undefined, b: Version | string | undefined): boolean =>
  String(a) === String(b)

/** Whether two specs are equal, field by field, in either form; an absent lockToDefault means false. */
export const sameSpec = <Spec extends FeatureSpec | SpecData>(a: Spec, b: Spec): boolean =>
  a.default === b.default &&
  (a.lockToDefault ?? false) === (b.lockToDefault ?? false) &&
  a.preRelease === b.preRelease &&
  sameVersion(a.version, b.version) &&
  sameVersion(a.minCompatibilityVersion, b.minCompatibilityVersion)

/** Whether two lists of specs are equal; adding the same gate twice is an error only where they differ. */
export const sameSpecs = (a: VersionedSpecs, b: VersionedSpecs): boolean =>
  a.length === b.length && a.every((spec, i) => sameSpec(spec, b[i]!))

/** Whether a spec tells what was so before the gate came, as that of a gate which begins as deprecated: it introduces no gate. */
export const isInitialState = ({ version }: Pick<SpecData, 'version'>): boolean => version === '1.0'
