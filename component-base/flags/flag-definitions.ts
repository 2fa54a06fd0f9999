// The flags of a component in a release, from the recorded facts.

import { minorOf } from '../minor.ts'
import type { Release } from '../release.ts'
import { hasReleaseFacts, releaseFacts } from '../release-facts.ts'
import { flagDialect } from './dialect.ts'
import type { FlagDefinition } from './flag-definition.ts'

/** The components whose flags are recorded in releases/<1.NN>/flags.json. */
export const componentNames = [
  'kube-apiserver',
  'kube-controller-manager',
  'kube-scheduler',
  'kubelet',
  'kube-proxy',
] as const
/** One of {@link componentNames}. */
export type ComponentName = (typeof componentNames)[number]

/** Types that --help does not tell apart: two kinds of map or address print the same name. */
const typeByName: Readonly<Record<ComponentName, Readonly<Record<string, string>>>> = {
  'kube-apiserver': {
    'runtime-config': 'configurationMap',
    'oidc-required-claim': 'mapStringStringNoSplit',
  },
  'kube-controller-manager': {},
  'kube-scheduler': {},
  kubelet: {
    address: 'componentIP',
    'healthz-bind-address': 'componentIP',
    'node-labels': 'configurationMap',
    'cpu-manager-policy-options': 'mapStringStringNoSplit',
    'eviction-hard': 'langleMapStringString',
    'eviction-soft': 'langleMapStringString',
    'register-with-taints': '[]v1.Taint',
  },
  'kube-proxy': { 'bind-address': 'componentIP' },
}

/** The default without what --help writes behind it: `10Mi") (DEPRECATED: …` → `10Mi`. */
const cleanDefault = (text: string): string =>
  text.replace(/\) \(DEPRECATED: .*$/s, '').replace(/^"?(.*?)"?$/s, '$1')

interface FlagFacts {
  type: string
  default?: string
  shorthand?: string
  deprecated?: string | boolean
}

function recordedFlags(minor: string, component: ComponentName): Record<string, FlagFacts> {
  const flags = releaseFacts(minor, 'component-flags')[component]
  if (flags === undefined) throw new Error(`the flags of ${component} ${minor} are not recorded`)
  return flags
}

/** Components whose gates and versions are those of several parts, since they can be emulated. */
const ofControlPlane: readonly ComponentName[] = [
  'kube-apiserver',
  'kube-controller-manager',
  'kube-scheduler',
]

/** Flags of Go's own package. */
const boolsOfKlog = [
  'add-dir-header',
  'alsologtostderr',
  'logtostderr',
  'one-output',
  'skip-headers',
  'skip-log-headers',
]

/** Flags of cAdvisor's, which are Go's own too. Upstream: cmd/kubelet/app/options/globalflags_linux.go */
const ofCadvisor = [
  'application-metrics-count-limit',
  'enable-load-reader',
  'global-housekeeping-interval',
  'housekeeping-interval',
  'log-cadvisor-usage',
  'storage-driver-buffer-duration',
  'storage-driver-secure',
]

/** Flags of an admission plugin's, likewise. Upstream: plugin/pkg/admission/defaulttolerationseconds */
const ofTolerations = ['default-not-ready-toleration-seconds', 'default-unreachable-toleration-seconds']

/** Types that were read in another way once. */
function typeIn(minor: number, component: ComponentName, type: string, name: string): string {
  const {
    signedLevel,
    klogFlagsOfGo,
    klogFlagsDeprecated,
    refusesEmptyIP,
    boolVersion,
    splitsNoTopologyOptions,
    tolerationsOfGo,
    misspellsReservations,
  } = flagDialect(minor)
  if (type === 'ip' && refusesEmptyIP) return 'ipNotEmpty'
  if (type === 'bool' && klogFlagsDeprecated && boolsOfKlog.includes(name)) return 'go:bool'
  if (component === 'kubelet' && ofCadvisor.includes(name)) return `go:${type}`
  if (tolerationsOfGo && ofTolerations.includes(name)) return `go:${type}`
  if (type === 'reserved-memory' && misspellsReservations) return 'reservedMemory'
  if (name === 'topology-manager-policy-options' && splitsNoTopologyOptions) return 'mapStringStringNoSplit'
  if (type === 'Level' && signedLevel && component === 'kube-proxy') return 'signedLevel'
  if (type === 'version[=true]' && boolVersion) return 'boolVersion'
  const ofGo =
    klogFlagsOfGo && component === 'kube-proxy' && ['log-flush-frequency', 'log-file-max-size'].includes(name)
  return ofGo ? `go:${type}` : type
}

/** Whether the flags of `component` in the minor release (`1.34`) are recorded. */
export const hasFlagDefinitions = (minor: string, component: ComponentName): boolean =>
  hasReleaseFacts(minor, 'component-flags') && releaseFacts(minor, 'component-flags')[component] !== undefined

const known = new Map<string, readonly FlagDefinition[]>()

/** All flags of `component` in the minor release (`1.34`), `--help` included: one list for all who ask. Throws where they are not recorded. */
export function flagDefinitions(minor: string, component: ComponentName): readonly FlagDefinition[] {
  const id = `${minor} ${component}`
  const flags = known.get(id) ?? readDefinitions(minor, component)
  known.set(id, flags)
  return flags
}

function readDefinitions(minor: string, component: ComponentName): readonly FlagDefinition[] {
  return Object.entries(recordedFlags(minor, component)).map(([name, facts]) => {
    const override = typeByName[component]
    const ownGates =
      ofControlPlane.includes(component) && name === 'feature-gates' && facts.type !== 'mapStringBool'
    const own = Object.hasOwn(override, name)
      ? override[name]!
      : typeIn(minorOf(minor), component, facts.type, name)
    const type = ownGates ? 'componentMultimap' : own
    return {
      name,
      type,
      ...(type === facts.type ? {} : { shownType: facts.type }),
      ...(facts.default === undefined ? {} : { default: cleanDefault(facts.default) }),
      ...(facts.shorthand === undefined ? {} : { shorthand: facts.shorthand }),
      ...(typeof facts.deprecated === 'string' ? { deprecated: facts.deprecated } : {}),
    }
  })
}

/** All flags of `component` in a release, with what its plan makes of them. Throws where they are not recorded. */
export function releaseFlags(
  { facts, minor, plan }: Release,
  component: ComponentName,
): readonly FlagDefinition[] {
  const recorded = flagDefinitions(facts, component)
  const planned = plan?.flags?.(minor, component) ?? []
  if (planned.length === 0) return recorded
  const added = planned.flatMap(({ name, added }) => (added === undefined ? [] : [{ name, ...added }]))
  const gone = new Set(planned.filter(({ removed }) => removed).map(({ name }) => name))
  const notices = new Map(planned.map(({ name, deprecated }) => [name, deprecated]))
  return [...recorded, ...added]
    .filter(({ name }) => !gone.has(name))
    .map((flag) => {
      const deprecated = notices.get(flag.name)
      return deprecated === undefined ? flag : { ...flag, deprecated }
    })
}
