// Upstream: cmd/kube-controller-manager/app/{controllermanager.go,options/options.go}, component-base/cli/run.go

import { gateLogTo } from '../../component-base/component-gates.ts'
import type { FlagDefinition } from '../../component-base/flags/flag-definition.ts'
import { type ParsedFlags, parseFlags } from '../../component-base/flags/parse-flags.ts'
import type { Logger } from '../../component-base/klog.ts'
import { newKubeGlobals } from '../../component-base/kube-globals.ts'
import { type GateState, gateStates } from '../../component-base/metrics/component-metrics.ts'
import type { Release } from '../../component-base/release.ts'
import { refusedBy } from '../../component-base/start-refusal.ts'
import { aggregate } from '../../featuregates/aggregate.ts'
import type { FeatureGate } from '../../featuregates/feature-gate.ts'
import { controllersDialect } from '../dialect.ts'

/** The release of the kube-controller-manager to prepare, and its log. */
export interface PrepareControllerManagerOptions {
  release: Release
  logger: Logger
}

/** The gates, versions and flags that a command line of kube-controller-manager results in. */
export interface PreparedControllerManager {
  gates: FeatureGate
  /** Every gate, as it is. */
  allGates: () => GateState[]
  /** Of the release. */
  minor: number
  /** Of --v. */
  verbosity: number
  /** Of --controllers: whether the controller of these names runs. */
  runs: (...names: string[]) => boolean
  /** --cluster-cidr where --allocate-node-cidrs is set: `10.244.0.0/16`, two for dual stack. */
  clusterCIDRs: string[]
}

/** kube-controller-manager does not start. The message follows `"command failed" err=` in the log. */
export class ControllerManagerStartError extends Error {}

/** Deviates: of the real program's many flags those that are simulated; a command line may have the others. */
const flagsOf = ({ minor }: Release): FlagDefinition[] => [
  { name: 'allocate-node-cidrs', type: 'bool' },
  { name: 'cluster-cidr', type: 'string' },
  { name: 'controllers', type: 'strings', default: '[*]' },
  ...(controllersDialect(minor).emulationFlags
    ? [
        { name: 'feature-gates', type: 'componentMultimap' },
        { name: 'emulated-version', type: 'strings' },
        { name: 'min-compatibility-version', type: 'strings' },
      ]
    : [{ name: 'feature-gates', type: 'mapStringBool' }]),
  { name: 'v', type: 'int', shorthand: 'v' },
]

/** Reads a command line. Throws FlagError (printed as `Error: …`) or ControllerManagerStartError. */
export function prepareControllerManager(
  args: readonly string[],
  { release, logger }: PrepareControllerManagerOptions,
): PreparedControllerManager {
  let verbosity = 0
  const globals = newKubeGlobals(
    release,
    'kube-controller-manager',
    gateLogTo(logger, () => verbosity),
    controllersDialect(release.minor).gateDefaults,
  )
  const definitions = flagsOf(release)
  const { values }: ParsedFlags = parseFlags(definitions, simulated(args, definitions), {
    check: globals.check,
  })
  verbosity = values.number('v')
  for (const step of [globals.apply, globals.validate]) {
    const errors = step(values)
    if (errors.length > 0)
      throw new ControllerManagerStartError(aggregate(errors), refusedBy(globals.gates, errors))
  }
  const controllers = values.strings('controllers')
  const cidrs = values.string('cluster-cidr')
  return {
    gates: globals.gates,
    allGates: () => gateStates(globals.gates),
    minor: release.minor,
    verbosity,
    runs: (...names) =>
      names.some((name) => controllers.includes(name)) ||
      (controllers.includes('*') && !names.some((name) => controllers.includes(`-${name}`))),
    clusterCIDRs: values.bool('allocate-node-cidrs') && cidrs !== '' ? cidrs.split(',') : [],
  }
}

/** The arguments that are one of these flags, with the value that follows where it is not part of the argument. */
function simulated(args: readonly string[], definitions: readonly FlagDefinition[]): string[] {
  const types = new Map(definitions.map(({ name, type }) => [name, type]))
  return args.flatMap((arg, i) => {
    const [flag = '', name = ''] = /^--?([\w-]+)(?==|$)/.exec(arg) ?? []
    const type = types.get(name.replaceAll('_', '-'))
    if (type === undefined) return []
    return flag === arg && type !== 'bool' ? args.slice(i, i + 2) : [arg]
  })
}
