// Upstream: pkg/apis/core/validation/events.go
import { type FieldError, FieldPath, field } from '../../../apimachinery/field-error.ts'
import { isQualifiedName } from '../../../apimachinery/validation/label-names.ts'
import { byteLength } from '../../../apimachinery/validation/messages.ts'
import { isDNS1123Subdomain } from '../../../apimachinery/validation/names.ts'
import type { EventView } from './core-view.ts'

const objectNamespace = FieldPath.of('involvedObject', 'namespace')

/** The rules of both APIs. `reporter`: how the API calls the reporting controller. */
export function validateEvent(event: EventView, reporter: string, minor: number): FieldError[] {
  const errors =
    event.eventTime === undefined ? namespaceOfOld(event) : validateNewStyle(event, reporter, minor)
  return [
    ...errors,
    ...isDNS1123Subdomain(event.namespace).map((text) => field.invalid('namespace', event.namespace, text)),
  ]
}

function mismatch(event: EventView, isWrong: boolean): FieldError[] {
  const namespace = String(event.involvedObject['namespace'] ?? '')
  return isWrong ? [field.invalid(objectNamespace, namespace, 'does not match event.namespace')] : []
}

/** Events about objects without a namespace live in the default one. */
function namespaceOfOld(event: EventView): FieldError[] {
  const namespace = event.involvedObject['namespace'] ?? ''
  if (namespace === '') return mismatch(event, event.namespace !== '' && event.namespace !== 'default')
  return mismatch(event, event.namespace !== namespace)
}

function validateNewStyle(event: EventView, reporter: string, minor: number): FieldError[] {
  const isClusterObject = (event.involvedObject['namespace'] ?? '') === ''
  const controller = event.reportingController
  return [
    ...mismatch(event, isClusterObject && event.namespace !== 'default' && event.namespace !== 'kube-system'),
    ...(controller === '' ? [field.required(reporter, '')] : []),
    ...isQualifiedName(controller, minor).map((text) => field.invalid(reporter, controller, text)),
    ...requiredText('reportingInstance', event.reportingInstance),
    ...requiredText('action', event.action),
    ...requiredText('reason', event.reason),
    ...limit('message', event.message, 1024),
  ]
}

const requiredText = (path: string, value: string): FieldError[] =>
  value === '' ? [field.required(path, '')] : limit(path, value, 128)

const limit = (path: string, value: string, max: number): FieldError[] =>
  byteLength(value) > max ? [field.invalid(path, '', `can have at most ${max} characters`)] : []

/** What events.k8s.io asks of a new event beyond the common rules. */
export function validateNewEvent(event: EventView): FieldError[] {
  const errors = validateSeries(event)
  const unset = (path: string, isSet: boolean): void => {
    if (isSet) errors.push(field.invalid(path, '', 'needs to be unset'))
  }
  if (event.eventTime === undefined) errors.push(field.required('eventTime', ''))
  if (event.type !== 'Normal' && event.type !== 'Warning')
    errors.push(field.invalid('type', '', `has invalid value: ${event.type}`))
  unset('firstTimestamp', event.firstTimestamp !== undefined)
  unset('lastTimestamp', event.lastTimestamp !== undefined)
  unset('count', event.count !== 0)
  unset('source', Boolean(event.source.component) || Boolean(event.source.host))
  return errors
}

/** The errors of an event's series: a count below 2, or no time. */
export function validateSeries(event: EventView): FieldError[] {
  if (event.series === undefined) return []
  const errors: FieldError[] = []
  if ((event.series.count ?? 0) < 2) errors.push(field.invalid('series.count', '', 'should be at least 2'))
  if (!event.series.lastObservedTime) errors.push(field.required('series.lastObservedTime', ''))
  return errors
}
