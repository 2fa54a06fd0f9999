// Upstream: apimachinery/pkg/apis/meta/v1/validation/validation.go (Create-, Update-, Patch-, DeleteOptions)
import type { DeleteOptions } from '../../../api/meta-v1.ts'
import { type FieldError, FieldPath, field } from '../../../apimachinery/field-error.ts'
import { badValue } from '../../../apimachinery/go-print/bad-value.ts'
import { isObject } from '../../../apimachinery/json.ts'
import { newBadRequest, newInvalid } from '../../../apimachinery/status-error.ts'
import { validateFieldManager } from '../../../apimachinery/validation/managed-fields.ts'
import { gateEnabled } from '../../../featuregates/reader.ts'
import type { ServerContext } from '../../registry/generic/strategy.ts'
import { boolOf, int64Of, textOf } from './query.ts'

/** The fields of CreateOptions, UpdateOptions and PatchOptions together. */
export interface WriteOptions {
  dryRun: boolean
  fieldManager: string
  fieldValidation: 'Ignore' | 'Warn' | 'Strict'
  force: boolean | undefined
  /** The options as the client gave them, for admission. */
  given: GivenOptions
}

/** The fields of CreateOptions and UpdateOptions that a query has. */
export interface GivenOptions {
  dryRun?: string[]
  fieldManager?: string
  fieldValidation?: string
}

const nothing: GivenOptions = Object.freeze({})

/** The kind of the options, which error messages name. */
export type WriteOptionsKind = 'CreateOptions' | 'UpdateOptions' | 'PatchOptions'

/** Options of a write from its query. Throws 422 for values that are not allowed. */
export function parseWriteOptions(
  query: URLSearchParams,
  kind: WriteOptionsKind,
  { release: { minor }, gates }: Pick<ServerContext, 'release' | 'gates'>,
  apply = false,
): WriteOptions {
  if (query.size === 0 && !apply)
    return {
      dryRun: false,
      fieldManager: '',
      force: undefined,
      fieldValidation: gateEnabled(gates, 'ServerSideFieldValidation') ? 'Warn' : 'Ignore',
      given: nothing,
    }
  const fieldManager = textOf(query, 'fieldManager')
  const fieldValidation = textOf(query, 'fieldValidation')
  const dryRun = query.getAll('dryRun')
  const force = kind === 'PatchOptions' ? boolOf(query, 'force') : undefined
  const errors: FieldError[] = []
  if (kind === 'PatchOptions') {
    if (apply && fieldManager === '')
      errors.push(field.required('fieldManager', 'is required for apply patch'))
    if (!apply && force !== undefined)
      errors.push(field.forbidden('force', 'may not be specified for non-apply patch'))
  }
  errors.push(
    ...validateFieldManager(fieldManager, FieldPath.of('fieldManager'), minor),
    ...dryRunErrors(dryRun, minor),
  )
  if (!['', 'Ignore', 'Warn', 'Strict'].includes(fieldValidation))
    errors.push(field.notSupported('fieldValidation', fieldValidation, ['', 'Ignore', 'Strict', 'Warn']))
  if (errors.length > 0) throw newInvalid({ group: 'meta.k8s.io', kind }, '', errors)
  return {
    dryRun: dryRun.length > 0,
    fieldManager,
    force,
    fieldValidation: gateEnabled(gates, 'ServerSideFieldValidation')
      ? ((fieldValidation || 'Warn') as WriteOptions['fieldValidation'])
      : 'Ignore',
    given: {
      ...(dryRun.length > 0 ? { dryRun } : {}),
      ...(fieldManager === '' ? {} : { fieldManager }),
      ...(fieldValidation === '' ? {} : { fieldValidation }),
    },
  }
}

const dryRunErrors = (values: string[], minor: number): FieldError[] =>
  values.every((v) => v === 'All')
    ? []
    : [field.notSupported('dryRun', badValue(values, '[]string', minor), ['All'])]

/** The option by which objects are deleted that the store cannot read. */
export const unsafeOption = 'ignoreStoreReadErrorWithClusterBreakingPotential'

/** DeleteOptions from the query, where a deletion has no body. A collection's `resourceVersion` is a precondition too. */
export function deleteOptionsOfQuery(query: URLSearchParams): DeleteOptions {
  const options: DeleteOptions = {}
  const grace = int64Of(query, 'gracePeriodSeconds')
  if (grace !== undefined) options.gracePeriodSeconds = grace
  const orphan = boolOf(query, 'orphanDependents')
  if (orphan !== undefined) options.orphanDependents = orphan
  const unsafe = boolOf(query, unsafeOption)
  if (unsafe !== undefined) options[unsafeOption] = unsafe
  if (query.has('propagationPolicy')) options.propagationPolicy = textOf(query, 'propagationPolicy')
  const dryRun = query.getAll('dryRun')
  if (dryRun.length > 0) options.dryRun = dryRun
  const uid = textOf(query, 'uid')
  const resourceVersion = textOf(query, 'resourceVersion')
  if (uid !== '' || resourceVersion !== '')
    options.preconditions = {
      ...(uid === '' ? {} : { uid }),
      ...(resourceVersion === '' ? {} : { resourceVersion }),
    }
  return options
}

/** DeleteOptions of a decoded body (its types were checked by the decoder). */
export function deleteOptionsOfBody(data: unknown): DeleteOptions {
  if (!isObject(data)) throw newBadRequest('decoded object cannot be converted to DeleteOptions')
  const options: DeleteOptions = {}
  if (typeof data['gracePeriodSeconds'] === 'number') options.gracePeriodSeconds = data['gracePeriodSeconds']
  if (typeof data['orphanDependents'] === 'boolean') options.orphanDependents = data['orphanDependents']
  if (typeof data[unsafeOption] === 'boolean') options[unsafeOption] = data[unsafeOption]
  if (typeof data['propagationPolicy'] === 'string') options.propagationPolicy = data['propagationPolicy']
  if (Array.isArray(data['dryRun']) && data['dryRun'].length > 0) options.dryRun = data['dryRun'].map(String)
  const preconditions = data['preconditions']
  if (isObject(preconditions)) {
    options.preconditions = {}
    if (typeof preconditions['uid'] === 'string') options.preconditions.uid = preconditions['uid']
    if (typeof preconditions['resourceVersion'] === 'string')
      options.preconditions.resourceVersion = preconditions['resourceVersion']
  }
  return options
}

/** What does not go together with {@link unsafeOption}. */
const others = [
  'dryRun',
  'propagationPolicy',
  'orphanDependents',
  'gracePeriodSeconds',
  'preconditions',
] as const

/** Throws 422 for DeleteOptions that contradict themselves. */
export function validateDeleteOptions(options: DeleteOptions, minor: number): void {
  const errors: FieldError[] = []
  const policy = options.propagationPolicy
  if (options.orphanDependents !== undefined && policy !== undefined) {
    errors.push(
      field.invalid(
        'propagationPolicy',
        policy,
        'orphanDependents and deletionPropagation cannot be both set',
      ),
    )
  }
  if (policy !== undefined && !['Foreground', 'Background', 'Orphan'].includes(policy)) {
    errors.push(
      field.notSupported('propagationPolicy', policy, ['Foreground', 'Background', 'Orphan', 'nil']),
    )
  }
  errors.push(...dryRunErrors(options.dryRun ?? [], minor))
  if (options[unsafeOption] === true)
    for (const name of others)
      if (options[name] !== undefined)
        errors.push(field.invalid(unsafeOption, true, `cannot be set together with .${name}`))
  if (errors.length > 0) throw newInvalid({ group: 'meta.k8s.io', kind: 'DeleteOptions' }, '', errors)
}
