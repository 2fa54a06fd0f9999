import type { KubeObject } from '../../../apimachinery/json.ts'

/** The object below `key` (`spec`, `status`), made where it is missing. */
export function subObject<T extends object>(object: KubeObject, key: string): T {
  if ((object[key] ?? null) === null) object[key] = {}
  return object[key] as T
}
