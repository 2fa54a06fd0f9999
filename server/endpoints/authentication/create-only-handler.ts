import { isObject, type KubeObject } from '../../../apimachinery/json.ts'
import { viewOf } from '../../registry/generic/store.ts'
import type { SpecialHandler, SpecialHandlers } from '../resource-router.ts'
import { creating } from '../special/creating.ts'
import type { CreateOnly } from './create-only-resources.ts'

/** Handlers for the router, one for each resource of the table. */
export function createOnlyHandlers(resources: ReadonlyMap<string, CreateOnly>): SpecialHandlers {
  return new Map([...resources].map(([key, create]) => [key, handlerOf(create)]))
}

const handlerOf = (answer: CreateOnly): SpecialHandler =>
  creating(({ scheme }, subresource) => ({
    preservesSystemFields: subresource !== undefined,
    toStorage: withDefaults,
    create: async (request, object, createValidation) =>
      viewOf(scheme.normalize(await answer(request, object, createValidation))),
  }))

/** Defaults that the schema does not hold. */
function withDefaults(object: KubeObject): KubeObject {
  if (object.kind !== 'TokenRequest') return object
  const spec = isObject(object['spec']) ? object['spec'] : {}
  object['spec'] = spec
  spec['expirationSeconds'] ??= 3600
  return object
}
