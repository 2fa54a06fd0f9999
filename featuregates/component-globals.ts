// Versions and gates of the components in one program.
// Upstream: k8s.io/component-base/compatibility/registry.go (0.33 on), component-base/featuregate/registry.go (0.32)

import { type GateSemantics, gateDialect } from './dialect.ts'
import type { EffectiveVersion } from './effective-version.ts'
import type { FeatureGate } from './feature-gate.ts'
import type { GateLog } from './gate-log.ts'
import type { Version } from './version.ts'
import { defaultComponent, parseVersionFlags } from './version-flags.ts'

/**
 * The version of a dependent component (wardle) for a version of the component it follows (kube); undefined where there is
 * none.
 */
export type VersionMapping = (from: Version) => Version | undefined

/** The values of the version and gate flags of a command line, in order. */
export interface ComponentFlags {
  /** The values of `--emulated-version`. */
  emulatedVersion?: readonly string[]
  /** The values of `--min-compatibility-version` (1.35 on). */
  minCompatibilityVersion?: readonly string[]
  /** `--feature-gates` by component; the empty name holds values without one. */
  featureGates?: ReadonlyMap<string, readonly string[]>
}

interface Component {
  effectiveVersion: EffectiveVersion
  featureGate: FeatureGate | undefined
  mappings: Map<string, VersionMapping>
  /** The component's versions follow from those of another component. */
  dependent: boolean
}

type Versions = { versions: ReadonlyMap<string, Version> } | { error: string }

/**
 * The versions and gates of the components in one program, set together from its flags.
 * Methods that can fail answer the texts of the errors: an empty list is success.
 */
export class ComponentGlobalsRegistry {
  private readonly components = new Map<string, Component>()
  private readonly semantics: GateSemantics
  private readonly log: GateLog

  constructor(options: { library: number; log?: GateLog }) {
    this.semantics = gateDialect(options.library)
    this.log = options.log ?? (() => {})
  }

  private trace(message: string): void {
    this.log({ severity: 'Info', verbosity: 2, message })
  }

  register(name: string, effectiveVersion: EffectiveVersion, featureGate?: FeatureGate): string[] {
    if (this.components.has(name)) return [`component globals of ${name} already registered`]
    const errors = featureGate?.setVersions(effectiveVersion.emulation, this.minFor(effectiveVersion)) ?? []
    if (errors.length > 0) return errors
    this.components.set(name, { effectiveVersion, featureGate, mappings: new Map(), dependent: false })
    return []
  }

  /** Before 0.35 gates did not look at the min compatibility version: it is the minor before. */
  private minFor(effective: EffectiveVersion): Version {
    return this.semantics.minCompatibility ? effective.minCompatibility : effective.emulation.offsetMinor(-1)
  }

  effectiveVersionFor(name: string): EffectiveVersion | undefined {
    return this.components.get(name)?.effectiveVersion
  }
  featureGateFor(name: string): FeatureGate | undefined {
    return this.components.get(name)?.featureGate
  }

  /** Makes the versions of `to` follow from those of `from`. */
  setVersionMapping(from: string, to: string, mapping: VersionMapping): string[] {
    const source = this.components.get(from)
    const target = this.components.get(to)
    if (source === undefined) return [`component not registered: ${from}`]
    if (target === undefined) return [`component not registered: ${to}`]
    if (target.dependent) return [`mapping of ${to} already exists from another component`]
    target.dependent = true
    source.mappings.set(to, mapping)
    const all = this.withMappings(new Map([[from, source.effectiveVersion.emulation]]))
    if ('error' in all) return [all.error]
    for (const [name, version] of all.versions)
      this.components.get(name)!.effectiveVersion.setEmulation(version)
    return []
  }

  /** The versions given and all that follow from them. */
  private withMappings(given: ReadonlyMap<string, Version>): Versions {
    const versions = new Map<string, Version>()
    const queue = [...given]
    for (const [name, version] of queue) this.trace(`setting version ${name}=${version}`)
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const [name, version] = next
      if (versions.has(name))
        return { error: `setting version of ${name} more than once, probably version mapping loop` }
      versions.set(name, version)
      for (const [to, mapping] of this.components.get(name)!.mappings) {
        const mapped = mapping(version)
        if (mapped === undefined)
          return { error: `got nil version from mapping of ${name}=${version} to component:${to}` }
        this.trace(`setting version ${to}=${mapped} from version mapping of ${name}=${version}`)
        queue.push([to, mapped])
      }
    }
    return { versions }
  }

  private readVersions(values: readonly string[], what: string): Versions {
    const parsed = parseVersionFlags(values)
    if ('error' in parsed) return parsed
    for (const name of parsed.versions.keys()) {
      const component = this.components.get(name)
      if (component === undefined) return { error: `component not registered: ${name}` }
      if (component.dependent) return { error: `${what} of ${name} is set by mapping, cannot set it by flag` }
    }
    return this.withMappings(parsed.versions)
  }

  /** Applies the command line: emulated versions, then min compatibility versions, then gates. */
  set(flags: ComponentFlags): string[] {
    const emulated = this.readVersions(flags.emulatedVersion ?? [], 'EmulationVersion')
    if ('error' in emulated) return [emulated.error]
    for (const [name, version] of emulated.versions)
      this.components.get(name)!.effectiveVersion.setEmulation(version)
    const compatible = this.readVersions(flags.minCompatibilityVersion ?? [], 'MinCompatibilityVersion')
    if ('error' in compatible) return [compatible.error]
    for (const [name, version] of compatible.versions)
      this.components.get(name)!.effectiveVersion.setMinCompatibility(version)
    for (const [name, { effectiveVersion, featureGate }] of this.components) {
      if (featureGate === undefined) continue
      const min = this.semantics.minCompatibility
        ? `, min compatibility version to ${effectiveVersion.minCompatibility}`
        : ''
      this.trace(`setting ${name}:feature gate emulation version to ${effectiveVersion.emulation}${min}`)
      const errors = featureGate.setVersions(effectiveVersion.emulation, this.minFor(effectiveVersion))
      if (errors.length > 0) return errors
    }
    return this.setGates(flags.featureGates ?? new Map())
  }

  private setGates(featureGates: ReadonlyMap<string, readonly string[]>): string[] {
    for (const [prefix, values] of featureGates) {
      if (prefix === '' && featureGates.has(defaultComponent)) {
        return [
          'set kube feature gates with default empty prefix or kube: prefix consistently, do not mix use',
        ]
      }
      const name = prefix === '' ? defaultComponent : prefix
      const component = this.components.get(name)
      if (component === undefined) return [`component not registered: ${name}`]
      if (component.featureGate === undefined) return [`component featureGate not registered: ${name}`]
      const text = values.join(',')
      this.trace(`setting ${name}:feature-gates=${text}`)
      const errors = component.featureGate.set(text)
      if (errors.length > 0) return errors
    }
    return []
  }

  /** Checks versions and gates of all components; warns of alpha gates that are on in a version older than the binary. */
  validate(): string[] {
    const errors: string[] = []
    for (const { effectiveVersion, featureGate } of this.components.values()) {
      errors.push(...effectiveVersion.validate(), ...(featureGate?.validate() ?? []))
      if (!this.semantics.warnsOfEmulatedAlpha || featureGate === undefined) continue
      // @note The whole binary version is compared: a patch release (1.36.3) counts as newer than the 1.36 that it is.
      if (!effectiveVersion.binary.greaterThan(effectiveVersion.emulation)) continue
      const alpha = [...featureGate.getAll()].filter(
        ([gate, s]) => s.preRelease === 'ALPHA' && featureGate.enabled(gate),
      )
      if (alpha.length === 0) continue
      const names = alpha.map(([gate]) => gate).sort()
      const message = `component has alpha features enabled in emulated version, this is unsupported: features=[${names.join(' ')}]`
      this.log({ severity: 'Warning', verbosity: 0, message })
    }
    return errors
  }

  private lines(line: (name: string, component: Component) => string[]): string[] {
    return [...this.components].flatMap(([name, component]) => line(name, component)).sort()
  }

  /** `kube=1.33..1.36(default:1.36)` of each component whose version can be set. */
  emulationOptions(): string[] {
    return this.lines((name, c) => (c.dependent ? [] : [`${name}=${c.effectiveVersion.emulationRange()}`]))
  }
  minCompatibilityOptions(): string[] {
    return this.lines((name, c) =>
      c.dependent ? [] : [`${name}=${c.effectiveVersion.minCompatibilityRange()}`],
    )
  }
  /** `kube:Gate=true|false (BETA - default=true)` of every component. */
  knownFeatures(): string[] {
    return this.lines((name, c) => (c.featureGate?.knownFeatures() ?? []).map((text) => `${name}:${text}`))
  }
}
