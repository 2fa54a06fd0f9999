// Upstream: pkg/apis/core/validation/events.go (ValidateEventUpdate)
import type { FieldError } from '../../../apimachinery/field-error.ts'
import { FieldPath } from '../../../apimachinery/field-error.ts'
import { validateImmutableField } from '../../../apimachinery/validation/immutable.ts'
import type { EventView } from './core-view.ts'

const fields: [key: keyof EventView, type: string][] = [
  ['involvedObject', 'core.ObjectReference'],
  ['reason', 'string'],
  ['message', 'string'],
  ['source', 'core.EventSource'],
  ['firstTimestamp', 'v1.Time'],
  ['lastTimestamp', 'v1.Time'],
  ['count', 'int'],
  ['reason', 'string'],
  ['type', 'string'],
  ['eventTime', 'v1.MicroTime'],
  ['action', 'string'],
  ['related', '*core.ObjectReference'],
  ['reportingController', 'string'],
  ['reportingInstance', 'string'],
]

/** Only the series of an event changes. @note The reason is looked at twice. */
export function validateUnchanged(event: EventView, old: EventView, minor: number): FieldError[] {
  return fields.flatMap(([key, type]) =>
    validateImmutableField(event[key], old[key], FieldPath.of(key), { type, minor }),
  )
}
