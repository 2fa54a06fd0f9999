import type { ComponentState, FieldValue, StepResult } from '../../outcome.ts'
import { stepName } from '../outcome-words.ts'
import type { Timeline, TimelineValue } from './model.ts'

type Lane = Timeline['lanes'][number]

/** Components and watched fields, at the end of each step. */
export const timelineOf = (steps: readonly StepResult[]): Timeline => ({
  moments: steps.map(stepName),
  lanes: [...componentLanes(steps), ...fieldLanes(steps)],
})

/** A lane for each component that runs at some moment. */
export function componentLanes(moments: readonly { components: ComponentState[] }[]): Lane[] {
  const names = unique(moments.flatMap(({ components }) => components.map(({ name }) => name)))
  return names.map((name) => ({
    name,
    kind: 'component',
    values: moments.map(({ components }) => componentValue(components, name)),
  }))
}

/** A lane of the timeline for each followed field. */
export function fieldLanes(moments: readonly { fields: FieldValue[] }[]): Lane[] {
  const names = unique(moments.flatMap(({ fields }) => fields.map(({ field }) => field)))
  return names.map((name) => ({
    name,
    kind: 'field',
    values: moments.map(({ fields }) => fieldValue(fields, name)),
  }))
}

const unique = (all: string[]): string[] => [...new Set(all)]

function componentValue(components: ComponentState[], name: string): TimelineValue | undefined {
  const component = components.find((one) => one.name === name)
  if (component === undefined) return undefined
  const notes = component.gates.map(
    ({ gate, value, from }) => `${gate}=${value}${from === 'default' ? ' (default)' : ''}`,
  )
  return { text: component.release, notes: [...(component.versionFlags ?? []), ...notes] }
}

function fieldValue(fields: FieldValue[], name: string): TimelineValue | undefined {
  const found = fields.find(({ field }) => field === name)
  return found === undefined ? undefined : { text: found.value === '' ? '(empty)' : found.value, notes: [] }
}
