// The operations of a recorded feature gate case, on the simulated library.
import { aggregate } from '../../featuregates/aggregate.ts'
import type { FeatureGate } from '../../featuregates/feature-gate.ts'
import type { SpecData } from '../../featuregates/feature-spec.ts'
import { parseVersion } from '../../featuregates/version.ts'

/** A call of the library, with its arguments. */
export interface Operation {
  op: string
  value?: string
  gate?: string
  bool?: boolean
  ver?: string
  minVer?: string
  map?: Record<string, boolean>
  specs?: Record<string, SpecData[]>
  deps?: Record<string, string[]>
}

/** The result of a call; `error` is null where it succeeded. */
export interface Outcome {
  error: string | null
  result?: unknown
  panic?: string
}

const failed = (errors: string[]): Outcome => ({ error: errors.length === 0 ? null : aggregate(errors) })
const answered = (result: unknown): Outcome => ({ error: null, result })
const entries = <T>(record: Record<string, T> | null | undefined): Map<string, T> =>
  new Map(Object.entries(record ?? {}))

const summary = (gates: FeatureGate): Record<string, boolean> =>
  Object.fromEntries([...gates.getAllVersioned().keys()].sort().map((gate) => [gate, gates.enabled(gate)]))

const operations: Readonly<Record<string, (gates: FeatureGate, op: Operation) => Outcome>> = {
  set: (gates, op) => failed(gates.set(op.value!)),
  setFromMap: (gates, op) => failed(gates.setFromMap(entries(op.map))),
  enabled: (gates, op) => answered(gates.enabled(op.gate!)),
  string: (gates) => answered(gates.toString()),
  validate: (gates) => answered(gates.validate()),
  setEmulationVersion: (gates, op) => failed(gates.setEmulationVersion(parseVersion(op.ver!))),
  setEmuAndMinCompat: (gates, op) =>
    failed(gates.setVersions(parseVersion(op.ver!), parseVersion(op.minVer!))),
  explicitlySet: (gates, op) => answered(gates.explicitlySet(op.gate!)),
  reset: (gates, op) => failed(gates.reset(op.gate!)),
  overrideDefault: (gates, op) => failed(gates.overrideDefault(op.gate!, op.bool!)),
  overrideDefaultAtVersion: (gates, op) =>
    failed(gates.overrideDefaultAtVersion(op.gate!, op.bool!, parseVersion(op.ver!))),
  addUnversioned: (gates, op) =>
    failed(gates.add(Object.fromEntries(Object.entries(op.specs!).map(([g, s]) => [g, s.at(-1)!])))),
  addVersioned: (gates, op) => failed(gates.addVersioned(op.specs!)),
  addDependencies: (gates, op) => failed(gates.addDependencies(entries(op.deps))),
  dependencies: (gates) => answered(Object.fromEntries([...gates.dependencies()].sort())),
  close: (gates) => {
    gates.close()
    return { error: null }
  },
  addFlag: (gates) => {
    gates.close()
    return { error: null }
  },
  deepCopySet: (gates, op) => {
    const copy = gates.deepCopy()
    return { ...failed(copy.set(op.value!)), result: summary(copy) }
  },
  deepCopyAndReset: (gates) => answered(summary(gates.deepCopyAndReset())),
}

/** Runs an operation on the gates; a panic of upstream's is an outcome too. */
export function perform(gates: FeatureGate, op: Operation): Outcome {
  const operation = operations[op.op]
  if (operation === undefined)
    return { error: null, panic: `the runner does not know the operation ${op.op}` }
  try {
    return operation(gates, op)
  } catch (error) {
    return { error: null, panic: (error as Error).message }
  }
}
