// Why a component refuses to start, as data: the cause of the error whose message the real component prints.
import { aggregate } from '../featuregates/aggregate.ts'
import type { FeatureGate } from '../featuregates/feature-gate.ts'

/** The reason why a component refuses to start, as a code with what it is about. */
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

/** The cause of an error that ends a component's start; code reads its `reason`, people read the message. */
export class StartRefusal extends Error {
  readonly reason: StartReason
  constructor(reason: StartReason, message: string = reason.code) {
    super(message)
    this.name = 'StartRefusal'
    this.reason = reason
  }
}

/** What to throw an error with, after gates could not be set: the locked one before the unknown one. @param errors in upstream's words */
export function refusedBy(
  { refused }: Pick<FeatureGate, 'refused'>,
  errors: readonly string[],
): ErrorOptions {
  const one = refused.find(({ is }) => is === 'locked') ?? refused[0]
  if (one === undefined) return {}
  const { gate } = one
  return {
    cause: new StartRefusal(
      one.is === 'locked' ? { code: 'gate is locked', gate, to: one.to } : { code: 'no such gate', gate },
      aggregate(errors),
    ),
  }
}

/** Why a component does not start. */
export interface StartWhy {
  /** The reason; undefined where the error does not tell. */
  reason: StartReason | undefined
  /** The words that a user can act on, without those of the places that the error was passed on by. */
  says: string
}

/** The reason and the words of the error that ended a component's start. */
export function startWhy(error: Error): StartWhy {
  const refusal = refusalIn(error)
  const ofGate = refusal?.reason.code === 'gate is locked' || refusal?.reason.code === 'no such gate'
  return { reason: refusal?.reason, says: ofGate ? refusal.message : error.message }
}

function refusalIn(error: unknown): StartRefusal | undefined {
  if (!(error instanceof Error) || error instanceof StartRefusal) return error as StartRefusal | undefined
  if ('code' in error && error.code === 'EADDRINUSE') return new StartRefusal({ code: 'address in use' })
  return refusalIn(error.cause)
}
