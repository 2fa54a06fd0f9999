import type { StepResult } from '../../outcome.ts'
import type { Timeline, TimelineValue } from './model.ts'

/** Components and watched fields, at the end of each step. */
export function timelineOf(steps: readonly StepResult[]): Timeline {
  const components = names(steps.flatMap((step) => step.components.map((component) => component.name)))
  const fields = names(steps.flatMap((step) => step.fields.map(({ field }) => field)))
  return {
    moments: steps.map((step) => `${step.number}. ${step.title}`),
    lanes: [
      ...components.map((name) => ({
        name,
        kind: 'component' as const,
        values: steps.map((step) => componentValue(step, name)),
      })),
      ...fields.map((name) => ({
        name,
        kind: 'field' as const,
        values: steps.map((step) => fieldValue(step, name)),
      })),
    ],
  }
}

const names = (all: string[]): string[] => [...new Set(all)]

function componentValue(step: StepResult, name: string): TimelineValue | undefined {
  const component = step.components.find((one) => one.name === name)
  if (component === undefined) return undefined
  const notes = component.gates.map(
    ({ gate, value, from }) => `${gate}=${value}${from === 'default' ? ' (default)' : ''}`,
  )
  return { text: component.release, notes }
}

function fieldValue(step: StepResult, name: string): TimelineValue | undefined {
  const found = step.fields.find(({ field }) => field === name)
  return found === undefined ? undefined : { text: found.value === '' ? '(empty)' : found.value, notes: [] }
}
