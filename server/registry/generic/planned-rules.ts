// Rules that the plan of a release to come adds to those of the strategies.
import { type FieldError, field } from '../../../apimachinery/field-error.ts'
import type { KubeObject } from '../../../apimachinery/json.ts'
import type { FieldProblem } from '../../../component-base/plan-extension.ts'
import type { ApiRequest } from './request.ts'
import type { RequestContext } from './strategy.ts'

/** Findings beyond the strategy's; `old` is undefined on create. */
export const plannedErrors = (request: ApiRequest, object: KubeObject, old?: KubeObject): FieldError[] =>
  (request.server.extension?.validate(request, object, old) ?? []).map(fieldError)

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
