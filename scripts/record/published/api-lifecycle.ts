// In which releases kinds came, were deprecated and went, from the methods that k8s.io/api has of it.

import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { withSortedKeys } from '../../../apimachinery/json.ts'
import { releaseModule } from './modules.ts'

type Lifecycle = Record<
  string,
  { introduced?: string; deprecated?: string; removed?: string; replacement?: string }
>

const release =
  /func \(in \*(?<kind>\w+)\) APILifecycle(?<what>Introduced|Deprecated|Removed)\(\) \(major, minor int\) \{\s*return (?<major>\d+), (?<minor>\d+)/g
const replacement =
  /func \(in \*(?<kind>\w+)\) APILifecycleReplacement\(\) schema\.GroupVersionKind \{\s*return schema\.GroupVersionKind\{Group: "(?<group>[^"]*)", Version: "(?<version>[^"]*)", Kind: "(?<replacing>[^"]*)"/g

/** `v1/Pod` and `apps/v1/Deployment`. */
const nameOf = (group: string, version: string, kind: string): string =>
  [...(group === '' ? [] : [group]), version, kind].join('/')

/** The life of the kinds of a package. @param register its register.go @param methods its zz_generated.prerelease-lifecycle.go */
export function lifecycleOf(register: string, methods: string): Lifecycle {
  const group = /GroupName\s*=\s*"([^"]*)"/.exec(register)![1]!
  const version = /Version:\s*"([^"]+)"/.exec(register)![1]!
  const kinds: Lifecycle = {}
  const lifeOf = (kind: string) => (kinds[nameOf(group, version, kind)] ??= {})
  for (const { groups } of methods.matchAll(release)) {
    const { kind, what, major, minor } = groups as Record<string, string>
    lifeOf(kind!)[what!.toLowerCase() as 'introduced'] = `${major}.${minor}`
  }
  for (const { groups: found } of methods.matchAll(replacement)) {
    const { kind, group: otherGroup, version: otherVersion, replacing } = found as Record<string, string>
    lifeOf(kind!).replacement = nameOf(otherGroup!, otherVersion!, replacing!)
  }
  return kinds
}

/** The life of all kinds that k8s.io/api of a release (`v1.29.15`) tells it of, sorted by name. */
export async function recordLifecycle(version: string): Promise<Lifecycle> {
  const folder = await releaseModule('k8s.io/api', version)
  const read = (path: string): string => readFileSync(join(folder, path), 'utf8')
  const kinds: Lifecycle = {}
  for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    if (path.endsWith('/zz_generated.prerelease-lifecycle.go'))
      Object.assign(kinds, lifecycleOf(read(join(dirname(path), 'register.go')), read(path)))
  return withSortedKeys(kinds) as Lifecycle
}
