// Objects that a document shows before it has a cluster: they are created once it has one.
import { needsCluster, startsCluster } from './command-kinds.ts'
import type { Action, Step } from './step.ts'

type Need = 'starts' | 'needs' | undefined

function needOf(action: Action): Need {
  if (action.kind === 'manifest') return action.content === 'kind-cluster' ? 'starts' : 'needs'
  if (action.kind !== 'command') return undefined
  if (startsCluster(action.command)) return 'starts'
  return needsCluster(action.command) ? 'needs' : undefined
}

/** What a step first does with a cluster: start one, or need one that is there already; objects to create need one too. */
export const clusterNeed = (step: Step): Need => step.actions.map(needOf).find((need) => need !== undefined)

/** Moves objects that stand before the first cluster of a section to where that has been started. */
export function placeObjects(steps: readonly Step[]): void {
  const early: Action[] = []
  for (const step of steps) {
    for (const action of step.actions) {
      const need = needOf(action)
      if (need === undefined) continue
      if (need === 'starts') move(steps, early, step, action)
      // Who types kubectl has a cluster.
      if (need === 'starts' || action.kind === 'command') return
      early.push(action)
    }
  }
}

function move(steps: readonly Step[], early: readonly Action[], to: Step, start: Action): void {
  for (const step of steps) {
    const rest = step.actions.filter((action) => !early.includes(action))
    step.actions.splice(0, step.actions.length, ...rest)
  }
  to.actions.splice(to.actions.indexOf(start) + 1, 0, ...early)
}
