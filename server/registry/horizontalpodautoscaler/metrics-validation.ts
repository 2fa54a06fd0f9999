// Upstream: pkg/apis/autoscaling/validation/validation.go (validateMetrics and what it calls)

import type { MetricIdentifier, MetricSpec, MetricTarget } from '../../../api/autoscaling-v2.ts'
import { type FieldError, type FieldPath, field } from '../../../apimachinery/field-error.ts'
import { badValue } from '../../../apimachinery/go-print/bad-value.ts'
import { Quantity } from '../../../apimachinery/quantity.ts'
import { isValidPathSegmentName } from '../../../apimachinery/validation/names.ts'
import { validateDns1123Label } from '../core/names.ts'
import { validateContainerResourceName } from '../core/resource-validation.ts'
import { type ReferenceOptions, validateReference } from './reference.ts'

/** The release, and the invalid references that are allowed, for validating metrics. */
export interface MetricOptions {
  readonly minor: number
  readonly describedObject: ReferenceOptions
  /** HPAContainerMetrics is off, which the message on a missing source tells. */
  readonly containerMetricsOff?: boolean
}

/** A source that a metric can have. `validate` gets the path of the source. */
interface Source {
  readonly name: 'object' | 'external' | 'pods' | 'resource' | 'containerResource'
  readonly type: string
  readonly validate: (metric: MetricSpec, path: FieldPath, options: MetricOptions) => FieldError[]
}

const sources: readonly Source[] = [
  { name: 'object', type: 'Object', validate: validateObjectSource },
  { name: 'external', type: 'External', validate: validateExternalSource },
  { name: 'pods', type: 'Pods', validate: validatePodsSource },
  {
    name: 'resource',
    type: 'Resource',
    validate: ({ resource = {} }, path, { minor }) => [
      ...(resource.name ? [] : [field.required(path.child('name'), 'must specify a resource name')]),
      ...validateResourceTarget(resource.target ?? {}, path.child('target'), minor),
    ],
  },
  { name: 'containerResource', type: 'ContainerResource', validate: validateContainerResourceSource },
]
const types = sources.map(({ type }) => type).sort()

/** The errors of an autoscaler's metrics. */
export function validateMetrics(
  metrics: readonly MetricSpec[],
  minReplicas: number | undefined,
  path: FieldPath,
  options: MetricOptions,
): FieldError[] {
  const errors = metrics.flatMap((metric, i) => validateMetric(metric, path.index(i), options))
  if (minReplicas === 0 && !metrics.some(({ type }) => type === 'Object' || type === 'External'))
    errors.push(
      field.forbidden(
        path,
        'must specify at least one Object or External metric to support scaling to zero replicas',
      ),
    )
  return errors
}

const missingSource = 'must populate information for the given metric source'
const gateHint = ({ name }: Source, { containerMetricsOff }: MetricOptions): string =>
  name === 'containerResource' && containerMetricsOff === true
    ? ' (only allowed when HPAContainerMetrics feature is enabled)'
    : ''

function validateMetric(metric: MetricSpec, path: FieldPath, options: MetricOptions): FieldError[] {
  const { type = '' } = metric
  const expected = sources.find((source) => source.type === type)
  const present = sources.filter(({ name }) => metric[name] != null)
  const [first] = present
  const unsupported = expected === undefined ? [field.notSupported(path.child('type'), type, types)] : []
  const others = present.length > 1 ? present.filter((source) => source !== expected) : []
  return [
    ...(type === '' ? [field.required(path.child('type'), 'must specify a metric source type')] : []),
    ...unsupported,
    ...(first === undefined ? [] : first.validate(metric, path.child(first.name), options)),
    // Upstream asks twice.
    ...unsupported,
    ...(expected !== undefined && metric[expected.name] == null
      ? [field.required(path.child(expected.name), `${missingSource}${gateHint(expected, options)}`)]
      : []),
    ...others.map(({ name }) =>
      field.forbidden(path.child(name), 'must populate the given metric source only'),
    ),
  ]
}

function validateObjectSource(
  { object = {} }: MetricSpec,
  path: FieldPath,
  { minor, describedObject }: MetricOptions,
): FieldError[] {
  const target = object.target ?? {}
  const at = path.child('target')
  return [
    ...validateReference(object.describedObject ?? {}, path.child('describedObject'), describedObject),
    ...validateIdentifier(object.metric, path.child('metric')),
    ...validateTarget(target, at, minor),
    ...(target.value == null && target.averageValue == null
      ? [field.required(at.child('averageValue'), 'must set either a target value or averageValue')]
      : []),
  ]
}

function validateExternalSource(
  { external = {} }: MetricSpec,
  path: FieldPath,
  { minor }: MetricOptions,
): FieldError[] {
  const target = external.target ?? {}
  const at = path.child('target')
  const errors = [
    ...validateIdentifier(external.metric, path.child('metric')),
    ...validateTarget(target, at, minor),
  ]
  if (target.value == null && target.averageValue == null)
    errors.push(
      field.required(
        at.child('averageValue'),
        'must set either a target value for metric or a per-pod target',
      ),
    )
  if (target.value != null && target.averageValue != null)
    errors.push(
      field.forbidden(at.child('value'), 'may not set both a target value for metric and a per-pod target'),
    )
  return errors
}

function validatePodsSource(
  { pods = {} }: MetricSpec,
  path: FieldPath,
  { minor }: MetricOptions,
): FieldError[] {
  const target = pods.target ?? {}
  const at = path.child('target')
  return [
    ...validateIdentifier(pods.metric, path.child('metric')),
    ...validateTarget(target, at, minor),
    ...(target.averageValue == null
      ? [field.required(at.child('averageValue'), 'must specify a positive target averageValue')]
      : []),
  ]
}

function validateContainerResourceSource(
  { containerResource = {} }: MetricSpec,
  path: FieldPath,
  { minor }: MetricOptions,
): FieldError[] {
  const { name, container, target = {} } = containerResource
  return [
    ...(name
      ? // Upstream: pkg/apis/core/v1/validation, which takes what is wrong with the form for that of a text
        validateContainerResourceName(name, path.child('name'), minor, name)
      : [field.required(path.child('name'), 'must specify a resource name')]),
    ...(container
      ? validateDns1123Label(container, path.child('container'), minor)
      : [field.required(path.child('container'), 'must specify a container')]),
    ...validateResourceTarget(target, path.child('target'), minor),
  ]
}

/** The target of a resource: an amount or a share, and not both. */
function validateResourceTarget(target: MetricTarget, path: FieldPath, minor: number): FieldError[] {
  const errors = validateTarget(target, path, minor)
  if (target.averageUtilization == null && target.averageValue == null)
    errors.push(
      field.required(
        path.child('averageUtilization'),
        'must set either a target raw value or a target utilization',
      ),
    )
  if (target.averageUtilization != null && target.averageValue != null)
    errors.push(
      field.forbidden(
        path.child('averageValue'),
        'may not set both a target raw value and a target utilization',
      ),
    )
  return errors
}

const targetTypes = ['Utilization', 'Value', 'AverageValue']

function validateTarget(target: MetricTarget, path: FieldPath, minor: number): FieldError[] {
  const { type = '', averageUtilization } = target
  const errors = type === '' ? [field.required(path.child('type'), 'must specify a metric target type')] : []
  if (!targetTypes.includes(type))
    errors.push(field.invalid(path.child('type'), type, 'must be either Utilization, Value, or AverageValue'))
  for (const name of ['value', 'averageValue'] as const) {
    if (target[name] == null) continue
    const quantity = Quantity.parse(target[name])
    if (quantity.sign === 1) continue
    const shown = badValue(quantity, 'resource.Quantity', minor)
    errors.push(field.invalid(path.child(name), shown, 'must be positive'))
  }
  if (averageUtilization != null && averageUtilization < 1)
    errors.push(field.invalid(path.child('averageUtilization'), averageUtilization, 'must be greater than 0'))
  return errors
}

function validateIdentifier({ name = '' }: MetricIdentifier = {}, path: FieldPath): FieldError[] {
  if (name === '') return [field.required(path.child('name'), 'must specify a metric name')]
  return isValidPathSegmentName(name).map((text) => field.invalid(path.child('name'), name, text))
}
