// Upstream: kubectl/pkg/cmd/apiresources

import { KubectlError } from '../errors.ts'
import { structuredPrinter, unknownFormat } from '../printers/printer.ts'
import { TableWriter } from '../printers/tab-writer.ts'
import { groupVersion, preferred, type Resource } from '../resources/discovery.ts'
import type { Session } from '../session.ts'
import { commandDialect } from './dialect.ts'

/** `kubectl api-resources`: the served resources, sorted, that the flags choose. */
export async function apiResources(session: Session, words: string[]): Promise<number> {
  const { flags, host } = session
  const output = flags.string('output')
  if (words.length > 0) throw session.usageError(`unexpected arguments: [${words.join(' ')}]`)
  const sortBy = flags.string('sort-by')
  if (!['', 'name', 'kind'].includes(sortBy)) throw new KubectlError('--sort-by accepts only name or kind')
  const found = selected(session, await session.resources()).sort(orderOf(sortBy))
  if (found.length === 0 && output !== '' && output !== 'wide') return 0
  if (output === 'name')
    host.stdout(found.map((r) => `${r.name}${r.group === '' ? '' : `.${r.group}`}\n`).join(''))
  else if (output === '' || output === 'wide')
    host.stdout(table(found, output === 'wide', flags.bool('no-headers'), session.minor))
  else {
    if (!commandDialect(session.minor).structuredAPIResources)
      throw new KubectlError(`--output ${output} is not available`)
    const print = await structuredPrinter(session, output)
    if (print === undefined) throw unknownFormat(session, output, 'wide')
    host.stdout(print(apiResourceList(found)))
  }
  return 0
}

function selected(session: Session, resources: readonly Resource[]): Resource[] {
  const { flags } = session
  return preferred(resources).filter(
    (r) =>
      (!session.changed('api-group') || r.group === flags.string('api-group')) &&
      (!session.changed('namespaced') || r.namespaced === flags.bool('namespaced')) &&
      flags.strings('verbs').every((verb) => r.verbs.includes(verb)) &&
      flags.strings('categories').every((category) => r.categories.includes(category)),
  )
}

const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

function orderOf(sortBy: string): (a: Resource, b: Resource) => number {
  const key = (r: Resource): string => (sortBy === 'name' ? r.name : sortBy === 'kind' ? r.kind : r.group)
  return (a, b) => byText(key(a), key(b)) || byText(a.name, b.name)
}

function table(found: readonly Resource[], wide: boolean, noHeaders: boolean, minor: number): string {
  const { hasCategories, verbsInBrackets } = commandDialect(minor)
  const verbs = (r: Resource): string => (verbsInBrackets ? `[${r.verbs.join(' ')}]` : r.verbs.join(','))
  const rows = found.map((r) => [
    r.name,
    r.shortNames.join(','),
    groupVersion(r),
    String(r.namespaced),
    r.kind,
    ...(wide ? [verbs(r), ...(hasCategories ? [r.categories.join(',')] : [])] : []),
  ])
  const head = [
    'NAME',
    'SHORTNAMES',
    'APIVERSION',
    'NAMESPACED',
    'KIND',
    ...(wide ? ['VERBS', ...(hasCategories ? ['CATEGORIES'] : [])] : []),
  ]
  return new TableWriter().write(noHeaders ? rows : [head, ...rows])
}

const apiResourceList = (found: readonly Resource[]): unknown => ({
  apiVersion: 'v1',
  kind: 'APIResourceList',
  groupVersion: '',
  resources: found.map((r) => ({
    ...(r.categories.length === 0 ? {} : { categories: r.categories }),
    ...(r.group === '' ? {} : { group: r.group }),
    kind: r.kind,
    name: r.name,
    namespaced: r.namespaced,
    ...(r.shortNames.length === 0 ? {} : { shortNames: r.shortNames }),
    singularName: r.singular,
    verbs: r.verbs,
    version: r.version,
  })),
})

/** `kubectl api-versions`: the served group versions, sorted. */
export async function apiVersions(session: Session, words: string[]): Promise<number> {
  if (words.length > 0) throw session.usageError(`unexpected arguments: [${words.join(' ')}]`)
  const names = new Set((await session.resources()).map(groupVersion))
  session.host.stdout(
    [...names]
      .sort()
      .map((name) => `${name}\n`)
      .join(''),
  )
  return 0
}
