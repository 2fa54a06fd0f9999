// Rules that the plan of a release to come adds to those of the strategies.
import { type FieldError, field } from '../../../apimachinery/field-error.ts'
import type { KubeObject } from '../../../apimachinery/json.ts'
import type { ApiRequest } from './request.ts'

/** Findings beyond the strategy's; `old` is undefined on create. */
export const plannedErrors = (request: ApiRequest, object: KubeObject, old?: KubeObject): FieldError[] =>
  (request.server.extension?.validate(request, object, old) ?? []).map(({ path, detail }) =>
    field.forbidden(path, detail),
  )

/** Sends the warnings beyond the strategy's. */
export function warnPlanned(request: ApiRequest, object: KubeObject, old?: KubeObject): void {
  for (const text of request.server.extension?.warnings(request, object, old) ?? []) request.warn(text)
}
