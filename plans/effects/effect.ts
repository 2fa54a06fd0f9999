import type {
  FieldProblem,
  PlannedLog,
  PlannedWrite,
  StartState,
} from '../../component-base/plan-extension.ts'
import type { RawEffect, RawPlan } from '../raw-plan.ts'
import type { PlannedEffect } from './planned-effect.ts'

/** The changes that an effect makes in a component while it is active. */
export interface EffectRules {
  validate?(write: PlannedWrite, object: object, old: object | undefined, cause: string): FieldProblem[]
  warnings?(write: PlannedWrite, object: object, old: object | undefined): string[]
  startLogs?(state: StartState): PlannedLog[]
  /** Changes what the component reports of itself in an object of the resource (`nodes`), in place. */
  report?(resource: string, object: object): void
  /** The gate behind which the release has this behaviour, and its value while the effect is active; the other one while not. */
  switches?: { gate: string; value: boolean }
}

/** An effect that plans can name. */
export interface EffectDefinition {
  /** The key in a plan: `service-external-ips`. */
  readonly name: string
  /** The values of the effect; undefined: any text. */
  readonly values: readonly string[] | undefined
  /** The component in which it works; undefined: the plan says so. */
  readonly component: string | undefined
  /** Other fields of the effect; those with `!` are required. */
  readonly fields: readonly string[]
  /** The description in the guide: the behaviour while the effect is active. */
  readonly meaning: string
  /** The error of an entry that has the fields it needs; undefined: there is none. */
  check?(effect: RawEffect, plan: RawPlan): string | undefined
  rules(effect: PlannedEffect): EffectRules
}
