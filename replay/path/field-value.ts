// A field of an object by its path, as `spec.ports[0].name`.
import type { KubeObject } from '../../apimachinery/json.ts'

type Container = Record<string | number, unknown>

const keysOf = (field: string): (string | number)[] =>
  field.split(/\.|(?=\[)/).map((part) => (part.startsWith('[') ? Number(part.slice(1, -1)) : part))

const isContainer = (value: unknown): value is Container => typeof value === 'object' && value !== null

const ownOf = (value: unknown, key: string | number): unknown =>
  isContainer(value) && Object.hasOwn(value, key) ? value[key] : undefined

/** The value of a field by its path; undefined where the object lacks it. */
export const fieldValue = (object: KubeObject, field: string): unknown =>
  keysOf(field).reduce<unknown>(ownOf, object)

/** Deletes a field by its path, in place; does nothing where the object lacks it. */
export function deleteField(object: KubeObject, field: string): void {
  const keys = keysOf(field)
  const parent = keys.slice(0, -1).reduce<unknown>(ownOf, object)
  if (isContainer(parent)) delete parent[keys.at(-1)!]
}
