// Upstream: github.com/google/gnostic-models: what the messages of OpenAPI v2 and v3 have in common. Servers, callbacks, links and XML,
// which no document of Kubernetes has, are left out.
import type { Messages } from './gnostic.ts'

const isReference = (value: unknown): boolean => Object.hasOwn(value as object, '$ref')
/** The shape of a union message: `name`, or a reference. */
export const orReference = (name: string) => ({
  one: (value: unknown): readonly [number, string] => (isReference(value) ? [2, 'Reference'] : [1, name]),
})
/** The shape of a map from names to values of the shape. */
export const mapOf = (shape: string) => ({ each: [1, shape] }) as const
/** The shape of a message whose first field is the value. */
export const holds = (shape: string) => ({ one: () => [1, shape] as const })
/** The shape of a union message: a schema, or a boolean. */
export const schemaOrFlag = (shape: string) => ({
  one: (value: unknown): readonly [number, string] => (typeof value === 'boolean' ? [2, 'flag'] : [1, shape]),
})

/** The messages that both versions have. */
export const common: Messages = {
  SecurityRequirement: mapOf('Texts'),
  ExternalDocs: { fields: { description: [1, 'text'], url: [2, 'text'] }, extensions: 3 },
  Tag: {
    fields: { name: [1, 'text'], description: [2, 'text'], externalDocs: [3, 'ExternalDocs'] },
    extensions: 4,
  },
  Texts: holds('text[]'),
}

/** Fields whose numbers follow each other, from `first` on. */
export const numbered = (first: number, keys: readonly (readonly [key: string, shape: string])[]) =>
  Object.fromEntries(keys.map(([key, shape], i) => [key, [first + i, shape]] as const))
/** Keys of values of any kind, in the order of their numbers. */
export const limits = [
  ['maximum', 'double'],
  ['exclusiveMaximum', 'flag'],
  ['minimum', 'double'],
  ['exclusiveMinimum', 'flag'],
  ['maxLength', 'whole'],
  ['minLength', 'whole'],
  ['pattern', 'text'],
  ['maxItems', 'whole'],
  ['minItems', 'whole'],
  ['uniqueItems', 'flag'],
] as const
/** Keys of schemas that both versions have, in the order of their numbers. */
export const bounds = [
  ['multipleOf', 'double'],
  ...limits,
  ['maxProperties', 'whole'],
  ['minProperties', 'whole'],
  ['required', 'text[]'],
  ['enum', 'any[]'],
] as const
