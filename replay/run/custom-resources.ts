// Commands that ask for custom resources: their definitions can be made, but nothing serves what they define.
import type { CustomResourceDefinitionNames } from '../../api/apiextensions-v1.ts'
import type { KubeObject } from '../../apimachinery/json.ts'
import type { CommandRecord } from '../outcome.ts'

interface Definition {
  group?: string
  names?: CustomResourceDefinitionNames
}

/** The kind that a command failed to reach, of one of these definitions; undefined where it failed for another reason. */
export function unservedKind(
  { text, stdout, stderr, exitCode }: Pick<CommandRecord, 'text' | 'stdout' | 'stderr' | 'exitCode'>,
  definitions: readonly KubeObject[],
): string | undefined {
  const notFound = /^404 page not found\s*$/.test(stdout)
  if (exitCode === 0 && !notFound) return undefined
  const group = notFound ? /\/apis\/([a-z0-9.-]+)\//.exec(text)?.[1] : undefined
  const [, kind, version] = /no matches for kind "(\w+)" in version "([^"/]+)\//.exec(stderr) ?? []
  const type = /the server doesn't have a resource type "([\w.-]+)"/.exec(stderr)?.[1]
  const found = definitions
    .map((one) => (one['spec'] ?? {}) as Definition)
    .find(
      (spec) =>
        (group !== undefined && spec.group === group) ||
        (kind !== undefined && spec.names?.kind === kind && spec.group === version) ||
        (type !== undefined && namesOf(spec).includes(type.split('.')[0]!.toLowerCase())),
    )
  return found?.names?.kind
}

const namesOf = ({ names = {} }: Definition): string[] =>
  [names.plural, names.singular, names.kind?.toLowerCase(), ...(names.shortNames ?? [])].flatMap(
    (name) => name ?? [],
  )
