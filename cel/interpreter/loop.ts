// Loops over lists and maps. Upstream: cel-go interpreter/interpretable.go (evalFold)
import { GrowingList } from '../values/arithmetic.ts'
import { GrowingMap } from '../values/growing-map.ts'
import { goTypeName } from '../values/show.ts'
import { CelError, type CelList, type CelMap, type CelValue, isList, isMap } from '../values/value.ts'
import type { Frame, Spending } from './frame.ts'
import type { Node } from './node.ts'

/** The planned parts of a loop. */
export interface Loop {
  readonly accuVar: string
  readonly iterVar: string
  readonly iterVar2: string | undefined
  readonly range: Node
  readonly init: Node
  readonly condition: Node
  readonly step: Node
  readonly result: Node
}

/** What the loop's result is computed in; a variable of it shadows those outside. */
class LoopFrame implements Frame {
  readonly spending: Spending
  accu: CelValue | undefined
  first: CelValue | undefined
  second: CelValue | undefined
  ended = false
  readonly #loop: Loop
  readonly #outer: Frame

  constructor(loop: Loop, outer: Frame) {
    this.#loop = loop
    this.#outer = outer
    this.spending = outer.spending
  }

  resolve(name: string): CelValue | undefined {
    if (name === this.#loop.accuVar) {
      // Upstream computes the first value where it is asked for.
      this.accu ??= growing(this.#loop.init.evaluate(this.#outer))
      return this.accu
    }
    if (!this.ended && name === this.#loop.iterVar) return this.first
    if (!this.ended && name === this.#loop.iterVar2) return this.second
    return this.#outer.resolve(name)
  }
}

function growing(value: CelValue): CelValue {
  if (isList(value) && value.length === 0) return new GrowingList()
  return isMap(value) && value.size === 0 ? new GrowingMap() : value
}

/** Calls back for each entry of a list or map, until it is told that this was the last. */
function forEntries(
  range: CelList | CelMap,
  two: boolean,
  visit: (first: CelValue, second: CelValue | undefined) => boolean,
): void {
  if (isList(range)) {
    for (let i = 0; i < range.length; i++)
      if (!(two ? visit(BigInt(i), range.at(i)) : visit(range.at(i), undefined))) return
  } else for (const key of range.keys()) if (!visit(key, two ? range.get(key) : undefined)) return
}

/** A node that evaluates a loop. */
export function loopNode(loop: Loop): Node {
  const two = loop.iterVar2 !== undefined
  return {
    evaluate(outer) {
      const range = loop.range.evaluate(outer)
      if (range instanceof CelError) return range
      if (!isList(range) && !isMap(range)) return notIterable(range, two)
      const frame = new LoopFrame(loop, outer)
      forEntries(range, two, (first, second) => {
        frame.first = first
        frame.second = second
        if (loop.condition.evaluate(frame) === false) return false
        frame.accu = loop.step.evaluate(frame)
        return true
      })
      frame.ended = true
      return loop.result.evaluate(frame)
    },
  }
}

const notIterable = (range: CelValue, two: boolean): CelError =>
  new CelError(
    two
      ? `unsupported comprehension range type: ${goTypeName(range)}`
      : `got '${goTypeName(range)}', expected iterable type`,
  )
