import { fieldProblem } from '../fields/planned-path.ts'
import type { EffectDefinition } from './effect.ts'

function valueAt(object: unknown, path: string): unknown {
  let value = object
  for (const key of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined
    value = (value as Record<string, unknown>)[key]
  }
  return value
}

const isSet = (value: unknown): boolean =>
  value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0)

/** `spec.type=ExternalName` */
function holds(object: object, condition: string): boolean {
  const at = condition.indexOf('=')
  return String(valueAt(object, condition.slice(0, at)) ?? '') === condition.slice(at + 1)
}

/** The effect `warning`: a Warning header with writes of objects that use a field. */
export const warning: EffectDefinition = {
  name: 'warning',
  values: undefined,
  component: 'kube-apiserver',
  fields: ['resource!', 'field!', 'unless'],
  meaning:
    'Every create and update of an object of `resource` (`services`, `deployments.apps`) in which `field` is set carries the text as a `Warning` header, but not where one of the conditions in `unless` (`spec.type=ExternalName`) holds. A text that the release gives anyway is given once.',
  check: ({ resource, field }, plan) => fieldProblem(String(resource), String(field), plan),
  rules: ({ value, resource = '', field = '', unless = [] }) => ({
    warnings(write, object) {
      const name = write.group === '' ? write.resource : `${write.resource}.${write.group}`
      if (name !== resource || write.subresource !== '' || !isSet(valueAt(object, field))) return []
      return unless.some((condition) => holds(object, condition)) ? [] : [value]
    },
  }),
}
