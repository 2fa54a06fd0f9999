import { kindTable } from './claims/kind-table.ts'
import { resourceNamed } from './claims/kinds.ts'

/** Groups whose kinds are served as v1 by every release. */
const stable = new Set(['', 'apps', 'batch', 'networking.k8s.io', 'policy', 'rbac.authorization.k8s.io'])

/** The objects that a deletion names (`pod "web" deleted`), as a manifest that says no more of them; undefined where it names none. */
export function deletedObjects(shown: readonly string[]): string | undefined {
  const lines = shown.filter((line) => line.trim() !== '')
  const objects = lines.map(deletedObject)
  return lines.length > 0 && objects.every((one) => one !== undefined) ? objects.join('---\n') : undefined
}

function deletedObject(line: string): string | undefined {
  const [, type = '', name, namespace] =
    /^([a-z][a-z0-9.-]*) "([a-z0-9][a-z0-9.-]*)" (?:force )?deleted(?: from (\S+) namespace)?$/.exec(
      line.trim(),
    ) ?? []
  const [singular = '', ...group] = type.split('.')
  const resource = resourceNamed(singular)?.resource
  const entry = kindTable.find((one) => one.resource === resource)
  if (name === undefined || entry === undefined) return undefined
  const own = entry.resource.split('.').slice(1).join('.')
  if (own !== group.join('.') || !stable.has(own)) return undefined
  const where = namespace === undefined || namespace === 'default' ? '' : `  namespace: ${namespace}\n`
  return `apiVersion: ${own === '' ? 'v1' : `${own}/v1`}\nkind: ${entry.kind}\nmetadata:\n  name: ${name}\n${where}`
}
