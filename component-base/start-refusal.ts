// Why a component refuses to start, as data: the cause of the error whose message the real component prints.
import type { FeatureGate } from '../featuregates/feature-gate.ts'

export type StartReason =
  /** Something else has the port. */
  | { code: 'address in use' }
  /** The gate cannot be set to another value than `to`. */
  | { code: 'gate is locked'; gate: string; to: boolean }
  /** The release does not have the gate. */
  | { code: 'no such gate'; gate: string }
  /** @param flag with its dashes */
  | { code: 'no such flag'; flag: string }
  /** An option of a policy, which a gate that is off keeps from use. */
  | { code: 'option not enabled'; option: string }

export class StartRefusal extends Error {
  readonly reason: StartReason
  constructor(reason: StartReason) {
    super(reason.code)
    this.name = 'StartRefusal'
    this.reason = reason
  }
}

/** What to throw an error with, after gates could not be set: the locked one before the unknown one. */
export function refusedBy({ refused }: Pick<FeatureGate, 'refused'>): ErrorOptions {
  const one = refused.find(({ is }) => is === 'locked') ?? refused[0]
  if (one === undefined) return {}
  const { gate } = one
  return {
    cause: new StartRefusal(
      one.is === 'locked' ? { code: 'gate is locked', gate, to: one.to } : { code: 'no such gate', gate },
    ),
  }
}

/** Of an error, or of what caused it; undefined where it does not tell. */
export function startReason(error: unknown): StartReason | undefined {
  if (!(error instanceof Error)) return undefined
  if (error instanceof StartRefusal) return error.reason
  if ('code' in error && error.code === 'EADDRINUSE') return { code: 'address in use' }
  return startReason(error.cause)
}
