// Upstream: pkg/apis/core/validation/events.go (ValidateEventUpdate)
import type { FieldError } from '../../../apimachinery/field-error.ts'
import { FieldPath } from '../../../apimachinery/field-error.ts'
import {
  type GoType,
  goNumber,
  goPointer,
  goString,
  goTimeText,
} from '../../../apimachinery/validation/go-value.ts'
import { validateImmutableField } from '../../../apimachinery/validation/immutable.ts'
import type { EventView } from './core-view.ts'

const texts = (...names: [go: string, json: string][]) =>
  names.map(([go, json]) => ({ go, json, type: goString }))
const goReference: GoType = {
  kind: 'struct',
  name: 'core.ObjectReference',
  internal: true,
  fields: texts(
    ['Kind', 'kind'],
    ['Namespace', 'namespace'],
    ['Name', 'name'],
    ['UID', 'uid'],
    ['APIVersion', 'apiVersion'],
    ['ResourceVersion', 'resourceVersion'],
    ['FieldPath', 'fieldPath'],
  ),
}
const goSource: GoType = {
  kind: 'struct',
  name: 'core.EventSource',
  internal: true,
  fields: texts(['Component', 'component'], ['Host', 'host']),
}
/** A time is shown as JSON has it, before 1.34 as Go prints it; without a value as null. */
const goTime: GoType = {
  kind: 'custom',
  go: (v) => (v === undefined || v === null ? '0001-01-01 00:00:00 +0000 UTC' : goTimeText(String(v))),
  json: (v) => v ?? null,
}

const fields: [key: keyof EventView, type: GoType][] = [
  ['involvedObject', goReference],
  ['reason', goString],
  ['message', goString],
  ['source', goSource],
  ['firstTimestamp', goTime],
  ['lastTimestamp', goTime],
  ['count', goNumber],
  ['reason', goString],
  ['type', goString],
  ['eventTime', goTime],
  ['action', goString],
  ['related', goPointer('core.ObjectReference', goReference)],
  ['reportingController', goString],
  ['reportingInstance', goString],
]

/** Only the series of an event changes. @note The reason is looked at twice. */
export function validateUnchanged(event: EventView, old: EventView, minor: number): FieldError[] {
  return fields.flatMap(([key, type]) =>
    validateImmutableField(event[key], old[key], FieldPath.of(key), { type, minor }),
  )
}
