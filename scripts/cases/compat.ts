// gates/compat-cases.json: the registry of versions and gates, for a binary of any version; and the map flag of node components.

import { newComponentGates } from '../../component-base/component-gates.ts'
import type { FlagDefinition } from '../../component-base/flags/flag-definition.ts'
import { parseFlags } from '../../component-base/flags/parse-flags.ts'
import { minorOf } from '../../component-base/minor.ts'
import { parseRelease } from '../../component-base/release.ts'
import { aggregate } from '../../featuregates/aggregate.ts'
import { ComponentGlobalsRegistry } from '../../featuregates/component-globals.ts'
import { EffectiveVersion, kubeEffectiveVersion } from '../../featuregates/effective-version.ts'
import { FeatureGate } from '../../featuregates/feature-gate.ts'
import type { GateLogEntry } from '../../featuregates/gate-log.ts'
import { majorMinor, parseVersion, type Version } from '../../featuregates/version.ts'
import { errorSet } from './aggregates.ts'
import { present, readJson } from './case-files.ts'
import { type CaseKind, compareJson } from './recorded-case.ts'

interface LogLine {
  message: string
  severity: string
}
interface Versions {
  binary: string
  emulation: string
  minCompatibility: string
}
interface RegistryCase {
  id: string
  kind: 'registry'
  name: string
  /** The library: v0.36.3. */
  version: string
  buildBinaryVersion: string
  args: string[]
  parseError: string | null
  setError: string | null
  validateErrors: string[]
  effective: Versions
  effectiveWardle?: Versions
  gates: Record<string, boolean>
  versionInfo: Record<string, string>
  logsSet?: LogLine[]
  logsValidate?: LogLine[]
}
interface MapFlagCase {
  id: string
  kind: 'mapflag'
  args: string[]
  asText: string
  map: Record<string, boolean>
  parseError: string | null
}

const file = 'gates/compat-cases.json'
const definitions = (library: number): FlagDefinition[] => [
  { name: 'emulated-version', type: 'strings' },
  ...(library >= 35 ? [{ name: 'min-compatibility-version', type: 'strings' }] : []),
  { name: 'feature-gates', type: 'componentMultimap' },
]

/** The sample API server that the recordings register beside kube: its 1.2 belongs to the binary, its 1.1 to the minor before. */
function registerWardle(
  registry: ComponentGlobalsRegistry,
  library: number,
  kubeBinary: Version,
  mapped: boolean,
  log: (e: GateLogEntry) => void,
): void {
  const gates = new FeatureGate({ library, emulationVersion: majorMinor(1, 2), log })
  gates.addVersioned({
    WardleAlpha: [{ version: '1.1', default: false, preRelease: 'ALPHA' }],
    WardleBeta: [
      { version: '1.1', default: false, preRelease: 'ALPHA' },
      { version: '1.2', default: true, preRelease: 'BETA' },
    ],
  })
  const floor = majorMinor(1, 0)
  const binary = majorMinor(1, 2)
  registry.register(
    'wardle',
    new EffectiveVersion({ binary, library, emulationFloor: floor, minCompatibilityFloor: floor }),
    gates,
  )
  if (mapped)
    registry.setVersionMapping('wardle', 'kube', (v) =>
      kubeBinary.offsetMinor(Math.min(0, v.minor - binary.minor)),
    )
}

const shown = (effective: EffectiveVersion | undefined): Versions | undefined =>
  effective && {
    binary: String(effective.binary),
    emulation: String(effective.emulation),
    minCompatibility: String(effective.minCompatibility),
  }

/** Recorded lines may be cut; lines of a higher verbosity are only compared where they were recorded. */
function compareLogs(expected: LogLine[] | undefined, actual: GateLogEntry[]): string[] {
  const cut = ' ...(truncated)'
  const left = [...actual]
  const missing = (expected ?? []).filter((line) => {
    const begin = line.message.replace(cut, '')
    const found = left.findIndex(
      (l) =>
        l.severity === line.severity &&
        (line.message.endsWith(cut) ? l.message.startsWith(begin) : l.message === begin),
    )
    if (found >= 0) left.splice(found, 1)
    return found < 0
  })
  const more = left.filter((l) => l.verbosity === 0).map((l) => `not expected: ${l.message}`)
  return [...missing.map((l) => `missing: ${l.message}`), ...more]
}

/** Of a command line that is not even read, nothing else was recorded. */
function runParseError({ parseError, args }: RegistryCase, library: number): string {
  try {
    parseFlags(definitions(library), args)
    return compareJson(parseError, null)
  } catch (error) {
    return compareJson(parseError, (error as Error).message)
  }
}

function runRegistry(recorded: RegistryCase): string {
  const library = minorOf(recorded.version)
  if (recorded.parseError !== null) return runParseError(recorded, library)
  const binary = parseVersion(recorded.effective.binary)
  const logs: GateLogEntry[] = []
  const log = (entry: GateLogEntry): void => void logs.push(entry)
  const registry = new ComponentGlobalsRegistry({ library, log })
  registry.register(
    'kube',
    kubeEffectiveVersion(binary, library),
    newComponentGates(parseRelease(`1.${library}`), 'kube-apiserver', log),
  )
  if (recorded.effectiveWardle !== undefined)
    registerWardle(registry, library, binary, recorded.name.includes('mapped'), log)
  const usage = usageOf(registry, library)
  logs.length = 0
  const { values } = parseFlags(definitions(library), recorded.args)
  const errors = registry.set({
    emulatedVersion: values.strings('emulated-version'),
    minCompatibilityVersion: values.strings('min-compatibility-version'),
    featureGates: values.multimap('feature-gates'),
  })
  const logsSet = logs.splice(0)
  const validateErrors = registry.validate()
  const effective = registry.effectiveVersionFor('kube')!
  const actual = {
    errors: errorSet(errors.length === 0 ? null : aggregate(errors)),
    validateErrors: validateErrors.sort(),
    effective: shown(effective),
    wardle: shown(registry.effectiveVersionFor('wardle')) ?? null,
    gates: Object.fromEntries(
      Object.keys(recorded.gates).map((name) => {
        const [component, gate] = name.includes(':') ? name.split(':') : ['kube', name]
        return [name, registry.featureGateFor(component!)!.enabled(gate!)]
      }),
    ),
    versionInfo: { ...effective.info(), gitVersion: recorded.buildBinaryVersion },
    logs: [...compareLogs(recorded.logsSet, logsSet), ...compareValidation(recorded, logs)],
    usage: Object.fromEntries(Object.entries(usage).filter(([flag]) => flag in recorded)),
  }
  const expected = {
    errors: errorSet(recorded.setError),
    validateErrors: [...recorded.validateErrors].sort(),
    effective: recorded.effective,
    wardle: recorded.effectiveWardle ?? null,
    gates: recorded.gates,
    versionInfo: recorded.versionInfo,
    logs: [],
    usage: Object.fromEntries(
      Object.keys(usage)
        .filter((flag) => flag in recorded)
        .map((flag) => [flag, optionsOf(recorded, flag)]),
    ),
  }
  return compareJson(expected, actual)
}

/** Warnings of alpha gates were not recorded with the validation; what was recorded must be there. */
const compareValidation = (recorded: RegistryCase, logs: GateLogEntry[]): string[] =>
  compareLogs(recorded.logsValidate, logs).filter(
    (line) => recorded.logsValidate !== undefined || line.startsWith('missing'),
  )

const usageOf = (registry: ComponentGlobalsRegistry, library: number): Record<string, string> => ({
  'emulated-version': registry.emulationOptions().join(','),
  ...(library >= 35 ? { 'min-compatibility-version': registry.minCompatibilityOptions().join(',') } : {}),
})

const optionsOf = (recorded: RegistryCase, flag: string): string | undefined =>
  /Options are: (.*)/.exec((recorded as unknown as Record<string, { usage: string }>)[flag]!.usage)?.[1]

function runMapFlag(recorded: MapFlagCase): string {
  let parseError: string | null = null
  let map = new Map<string, boolean>()
  try {
    const { values } = parseFlags([{ name: 'feature-gates', type: 'mapStringBool' }], recorded.args)
    map = new Map(values.boolMap('feature-gates'))
  } catch (error) {
    parseError = (error as Error).message
  }
  const pairs = [...map].sort(([a], [b]) => (a < b ? -1 : 1))
  const actual = {
    parseError,
    asText: pairs.map(([k, v]) => `${k}=${v}`).join(','),
    map: Object.fromEntries(pairs),
  }
  return compareJson({ parseError: recorded.parseError, asText: recorded.asText, map: recorded.map }, actual)
}

/** What the registry, or the flag, does in another way than it was recorded; empty for nothing. */
export const compatDifference = (recorded: RegistryCase | MapFlagCase): string =>
  recorded.kind === 'mapflag' ? runMapFlag(recorded) : runRegistry(recorded)

/** The recorded cases of compatibility versions. */
export const compatCases: CaseKind = {
  files: (dir) => present(dir, file),
  cases: (dir) =>
    readJson<(RegistryCase | MapFlagCase)[]>(dir, file).map((recorded) => ({
      id: recorded.id,
      difference: () => compatDifference(recorded),
    })),
}
