// Rules that the plan of a release to come adds to those of the strategies.
import { type FieldError, field } from '../../../apimachinery/field-error.ts'
import type { KubeObject } from '../../../apimachinery/json.ts'
import type { FieldProblem } from '../../../component-base/plan-extension.ts'
import type { ApiRequest } from './request.ts'
import type { RequestContext, Strategy } from './strategy.ts'

/** The findings about an object beside those about its metadata: the strategy's, and the plan's. @param old undefined on create */
export function objectErrors(
  strategy: Strategy,
  request: RequestContext,
  object: KubeObject,
  old?: KubeObject,
): FieldError[] {
  const own =
    old === undefined ? strategy.validate?.(request, object) : strategy.validateUpdate?.(request, object, old)
  const planned = request.server.extension?.validate(request, object, old) ?? []
  return withPlannedValues(request, [...(own ?? []), ...planned.map(fieldError)], object, old)
}

/** The findings as the plan has them: its new values are taken, or refused as those that no release knows. */
function withPlannedValues(
  { server }: RequestContext,
  errors: readonly FieldError[],
  object: KubeObject,
  old?: KubeObject,
): FieldError[] {
  const fields = server.extension?.values(object, old) ?? []
  if (fields.length === 0) return [...errors]
  const notSupported = (error: FieldError): boolean => error.type === 'FieldValueNotSupported'
  const kept = errors.flatMap((error): FieldError[] => {
    const planned = notSupported(error) ? fields.filter(({ path }) => path === error.field) : []
    if (planned.some(({ verdict }) => verdict === 'taken')) return []
    return [
      alsoSupporting(
        error,
        planned.flatMap(({ values }) => values),
      ),
    ]
  })
  const unsaid = fields.filter(
    ({ path, verdict }) =>
      verdict === 'refused' && !errors.some((error) => notSupported(error) && error.field === path),
  )
  return [...kept, ...unsaid.map(({ path, value }) => field.notSupported(path, value, []))]
}

/** Values that are told in alphabetical order stay so. */
function alsoSupporting(error: FieldError, values: readonly string[]): FieldError {
  if (values.length === 0 || error.detail === '') return error
  const told = [...error.detail.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, value]) => value!)
  const sorted = told.every((value, i) => i === 0 || told[i - 1]! <= value)
  const all = [...told, ...values]
  return field.notSupported(error.field, error.badValue, sorted ? all.sort() : all)
}

function fieldError({ path, type = 'Forbidden', value, supported = [], detail }: FieldProblem): FieldError {
  switch (type) {
    case 'Invalid':
      return field.invalid(path, value, detail)
    case 'NotSupported':
      return field.notSupported(path, value, supported)
    case 'Required':
      return field.required(path, detail)
    case 'Duplicate':
      return field.duplicate(path, value)
    case 'Forbidden':
      return field.forbidden(path, detail)
  }
}

/** Removes fields of planned gates that are off, but for those that the stored object has. */
export const dropPlanned = (request: RequestContext, object: KubeObject, old?: KubeObject): void =>
  request.server.extension?.dropDisabled(object, old)

/** Sends the warnings beyond the strategy's. */
export function warnPlanned(request: ApiRequest, object: KubeObject, old?: KubeObject): void {
  for (const text of request.server.extension?.warnings(request, object, old) ?? []) request.warn(text)
}
