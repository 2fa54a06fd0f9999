// Versions and gates of a control plane component, from its command line.
// Upstream: apiserver/pkg/server/options/server_run_options.go
import { aggregate } from '../featuregates/aggregate.ts'
import { ComponentGlobalsRegistry } from '../featuregates/component-globals.ts'
import {
  alphaEmulationError,
  type EffectiveVersion,
  kubeEffectiveVersion,
} from '../featuregates/effective-version.ts'
import type { FeatureGate } from '../featuregates/feature-gate.ts'
import type { GateLog } from '../featuregates/gate-log.ts'
import { parseVersion } from '../featuregates/version.ts'
import { newComponentGates } from './component-gates.ts'
import type { FlagValues } from './flags/flag-values.ts'
import type { Release } from './release.ts'
import { refusedBy } from './start-refusal.ts'

/**
 * The feature gates and versions of a control plane component, and the steps that set them from its flags.
 * The steps answer the texts of errors, in upstream's order; an empty list is success.
 */
export interface KubeGlobals {
  gates: FeatureGate
  effectiveVersion: EffectiveVersion
  /** For parseFlags: in 1.30 the gates are set while the command line is read. */
  check: Readonly<Record<string, (text: string) => void>>
  /** Applies --emulated-version, --min-compatibility-version and --feature-gates. What is wrong: `command failed`. */
  apply: (values: FlagValues) => string[]
  /** The errors of upstream's options validation; logs its warnings. */
  validate: (values: FlagValues) => string[]
}

/** A gate that the packages of kube-apiserver ask for when they are loaded (1.35 on), so that emulation logs its change. */
const askedEarly = 'UnknownVersionInteroperabilityProxy'

function forwardCompatibleErrors(values: FlagValues, effective: EffectiveVersion): string[] {
  const fields = [
    ['emulation-forward-compatible', 'EmulationForwardCompatible'],
    ['runtime-config-emulation-forward-compatible', 'RuntimeConfigEmulationForwardCompatible'],
  ] as const
  return fields
    .filter(([flag]) => effective.isBinary && values.bool(flag))
    .map(
      ([, field]) =>
        `ServerRunOptions.${field} cannot be set to true if the emulation version is the same as the binary version`,
    )
}

/** Gates and versions before flags are read. @param defaults flag values where the program differs from its libraries */
export function newKubeGlobals(
  release: Release,
  component: string,
  log?: GateLog,
  defaults: Readonly<Record<string, boolean>> = {},
): KubeGlobals {
  const logging = log === undefined ? {} : { log }
  const gates = newComponentGates(release, component, log)
  const effectiveVersion = kubeEffectiveVersion(parseVersion(`1.${release.minor}.${release.patch}`))
  const registry = new ComponentGlobalsRegistry({ library: release.minor, ...logging })
  registry.register('kube', effectiveVersion, gates)
  const errors = Object.entries(defaults).flatMap(([gate, value]) => gates.overrideDefault(gate, value))
  if (errors.length > 0) throw new Error(aggregate(errors))
  gates.close()
  if (component === 'kube-apiserver' && gates.known(askedEarly)) gates.enabled(askedEarly)
  if (!gates.semantics.versioned) {
    const check = (text: string): void => {
      const errors = gates.set(text)
      if (errors.length > 0) throw new Error(aggregate(errors), refusedBy(gates, errors))
    }
    return { gates, effectiveVersion, check: { 'feature-gates': check }, apply: () => [], validate: () => [] }
  }
  return {
    gates,
    effectiveVersion,
    check: {},
    apply: (values) =>
      registry.set({
        emulatedVersion: values.strings('emulated-version'),
        minCompatibilityVersion: values.strings('min-compatibility-version'),
        featureGates: values.multimap('feature-gates'),
      }),
    validate(values) {
      const alpha = alphaEmulationError(effectiveVersion)
      return [
        ...registry.validate(),
        ...forwardCompatibleErrors(values, effectiveVersion),
        ...(alpha === undefined ? [] : [alpha]),
      ]
    },
  }
}
