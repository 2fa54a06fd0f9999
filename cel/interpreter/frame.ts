// What an evaluation knows: variables, and what it has spent. Upstream: cel-go interpreter/activation.go, runtimecost.go
import type { CelValue } from '../values/value.ts'

/** Thrown where an evaluation costs more than its limit. */
export class CostExceeded extends Error {
  constructor() {
    super('operation cancelled: actual cost limit exceeded')
  }
}

/** Deviates: steps of regular expressions that an evaluation may take, whose costs do not tell how long they match. */
const mostSteps = 10_000_000

/** The cost of an evaluation so far, and its limit. */
export class Spending {
  cost = 0
  /** Functions of Kubernetes' libraries have prices of their own. */
  readonly strict: boolean
  readonly #limit: number
  #steps = 0

  constructor(limit: number, strict = true) {
    this.#limit = limit
    this.strict = strict
  }

  /** Throws CostExceeded. */
  add(cost: number): void {
    this.cost += cost
    if (this.cost > this.#limit) throw new CostExceeded()
  }

  /** Before a regular expression is matched. Throws CostExceeded. @param steps of it */
  match(steps: number): void {
    this.#steps += steps
    if (this.#steps > mostSteps) throw new CostExceeded()
  }
}

/** The variables in a place, and the evaluation's spending. */
export interface Frame {
  readonly spending: Spending
  resolve(name: string): CelValue | undefined
}

/** Variables by their names; those that are functions are computed where they are asked for. */
export type Variables = Readonly<Record<string, CelValue | (() => CelValue) | undefined>>

/** The frame of a whole expression. */
export function rootFrame(variables: Variables, spending: Spending): Frame {
  return {
    spending,
    resolve(name) {
      const value = Object.hasOwn(variables, name) ? variables[name] : undefined
      return typeof value === 'function' ? value() : value
    },
  }
}
