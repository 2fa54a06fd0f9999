// Upstream: pkg/registry/core/event/strategy.go

import type { FieldError } from '../../../apimachinery/field-error.ts'
import { type KubeObject, semanticEqual } from '../../../apimachinery/json.ts'
import { isValidPathSegmentName } from '../../../apimachinery/validation/names.ts'
import { metaAgain, metaChange } from '../core/object-meta-validation.ts'
import { registryDialect } from '../dialect.ts'
import type { ResourceRules } from '../generic/resource-row.ts'
import type { RequestContext, Strategy } from '../generic/strategy.ts'
import { eventView } from './core-view.ts'
import { validateUnchanged } from './immutable-fields.ts'
import { validateEvent, validateNewEvent, validateSeries } from './validation.ts'

function common(ctx: RequestContext, object: KubeObject): FieldError[] {
  const { coreReporterField } = registryDialect(ctx.server.release.minor)
  const reporter = ctx.group === '' ? coreReporterField : 'reportingController'
  return validateEvent(eventView(object), reporter, ctx.server.release.minor)
}

function selectableFields(object: KubeObject): Record<string, string> {
  const event = eventView(object)
  const involved = (key: string): string => String(event.involvedObject[key] ?? '')
  return {
    'involvedObject.kind': involved('kind'),
    'involvedObject.namespace': involved('namespace'),
    'involvedObject.name': involved('name'),
    'involvedObject.uid': involved('uid'),
    'involvedObject.apiVersion': involved('apiVersion'),
    'involvedObject.resourceVersion': involved('resourceVersion'),
    'involvedObject.fieldPath': involved('fieldPath'),
    reason: event.reason,
    reportingComponent: event.reportingController,
    source: event.source.component || event.reportingController,
    type: event.type,
  }
}

const eventsLabels = ['reason', 'type', 'metadata.namespace', 'metadata.name']

/** events.k8s.io has other names for some fields and does not select by all. */
function fieldLabel(label: string, group: string): string | undefined {
  if (group === '' || eventsLabels.includes(label)) return label
  if (label === 'reportingController') return 'reportingComponent'
  return label.startsWith('regarding.') ? label.replace('regarding.', 'involvedObject.') : undefined
}

/** Whether the request is of an API that takes events as they were before events.k8s.io/v1. */
const isLegacy = ({ group, version }: RequestContext): boolean => group === '' || version === 'v1beta1'

/** Both APIs share one store; the new one is stricter. */
const strategy: Strategy = {
  timeToLive: ({ eventTTL }) => eventTTL,
  validateName: isValidPathSegmentName,
  allowCreateOnUpdate: true,
  defaultGarbageCollection: () => 'unsupported',
  validatesMeta: false,
  repeatsMetaValidation: false,
  selectableFields,
  fieldLabel,
  validate(ctx, object) {
    const errors = common(ctx, object)
    if (isLegacy(ctx)) return errors
    return [...errors, ...metaAgain(ctx, object), ...validateNewEvent(eventView(object))]
  },
  validateUpdate(ctx, object, old) {
    const errors = common(ctx, object)
    if (isLegacy(ctx)) return errors
    const [event, before] = [eventView(object), eventView(old)]
    const series = semanticEqual(event.series, before.series) ? [] : validateSeries(event)
    return [
      ...errors,
      ...metaChange(ctx, object, old),
      ...series,
      ...validateUnchanged(event, before, ctx.server.release.minor),
    ]
  },
}

/** The strategy of Events of both groups. */
export const eventRules: ResourceRules = { strategy }
