// What writers call the kinds of objects.
import { type KindEntry, kindTable } from './kind-table.ts'

/** Words beside the names of the API. */
const synonyms: Readonly<Record<string, string>> = {
  claim: 'PersistentVolumeClaim',
  volume: 'PersistentVolume',
  autoscaler: 'HorizontalPodAutoscaler',
  slice: 'EndpointSlice',
  quota: 'ResourceQuota',
  budget: 'PodDisruptionBudget',
  'disruption budget': 'PodDisruptionBudget',
}

/** A kind that a sentence names, and how it names it. */
export interface KindName {
  /** Of a Service, `.spec.type`. */
  type?: string
  kind: string
  resource: string
  /** What else the word names. */
  or?: { kind: string; resource: string }
  /** Said of several. */
  plural: boolean
  /** How many words it took. */
  words: number
}

/** Of two kinds documents say "the claim". */
const otherClaim = { kind: 'ResourceClaim', resource: 'resourceclaims.resource.k8s.io' }

/** `EndpointSlice` as `endpoint slice`. */
export const spaced = (kind: string): string =>
  kind.replace(/([a-z])([A-Z])|([A-Z]+)([A-Z][a-z])/g, '$1$3 $2$4').toLowerCase()

/** `policy` as `policies`. */
export const pluralOf = (word: string): string =>
  /(?:s|ch)$/.test(word) ? `${word}es` : /[^aeiou]y$/.test(word) ? `${word.slice(0, -1)}ies` : `${word}s`

/** What writers call Services of a type. */
const serviceTypes: Readonly<Record<string, string>> = {
  loadbalancer: 'LoadBalancer',
  'load balancer': 'LoadBalancer',
  lb: 'LoadBalancer',
}

interface Named {
  type?: string
  entry: KindEntry
  plural: boolean
}

const names = new Map<string, Named>(
  kindTable.flatMap((entry): [string, Named][] => {
    const singular = [entry.kind.toLowerCase(), spaced(entry.kind), ...entry.shortNames.filter(isSpoken)]
    const said = Object.keys(synonyms).filter((word) => synonyms[word] === entry.kind)
    // Whoever writes "endpoints" means those of a slice; the kind is `Endpoints` with a capital.
    // "Workloads" are whatever runs; the kind is `Workload`.
    if (entry.kind === 'Endpoints' || entry.kind === 'Workload') return []
    return [...singular, ...said].flatMap((name): [string, Named][] => [
      [name, { entry, plural: false }],
      [pluralOf(name), { entry, plural: true }],
    ])
  }),
)

for (const [name, type] of Object.entries(serviceTypes)) {
  const entry = kindTable.find(({ kind }) => kind === 'Service')!
  for (const word of [name, `${name} service`]) {
    names.set(word, { entry, plural: false, type })
    names.set(pluralOf(word), { entry, plural: true, type })
  }
}

/** `ev`, `no` and `ip` are other words in prose. */
function isSpoken(shortName: string): boolean {
  return !/^(?:no|ip|ev|po|ns|limits|cs|ep|crds)$/.test(shortName)
}

/** A word that stands for a kind which a document defines; prose has no such. */
export const ownKindWord = (kind: string, group: string, plural: boolean): string =>
  `own-${plural ? 'many' : 'one'}-${kind}.${group}`
/** The kind of {@link ownKindWord}. */
function ownKind(word: string): KindName | undefined {
  const [, number, kind, group] = /^own-(one|many)-([a-z0-9]+)\.([a-z0-9.-]+)$/.exec(word) ?? []
  if (kind === undefined) return undefined
  const resource = `${pluralOf(kind)}.${group}`
  return { kind: kind[0]!.toUpperCase() + kind.slice(1), resource, plural: number === 'many', words: 1 }
}

/** The kind that words begin with, the longest name first; `words` in lower case. */
export function kindAt(words: readonly string[]): KindName | undefined {
  // A field: "pod management policy".
  if (/^pods?$/.test(words[0] ?? '') && words[1] === 'management') return undefined
  const own = ownKind(words[0] ?? '')
  if (own !== undefined) return own
  for (let count = Math.min(5, words.length); count > 0; count--) {
    const found = names.get(words.slice(0, count).join(' ').replaceAll('-', ' '))
    if (found !== undefined)
      return {
        ...(count === 1 && /^claims?$/.test(words[0]!) ? { or: otherClaim } : {}),
        kind: found.entry.kind,
        resource: found.entry.resource,
        plural: found.plural,
        words: count,
        ...(found.type === undefined ? {} : { type: found.type }),
      }
  }
  return undefined
}

/** `Job` or `jobs` or `jobs.batch` or `job` as a client's command names it. */
export function resourceNamed(word: string): KindEntry | undefined {
  const [name = ''] = word.toLowerCase().split('.')
  return kindTable.find(
    ({ kind, resource, shortNames }) =>
      resource.split('.')[0] === name || kind.toLowerCase() === name || shortNames.includes(name),
  )
}

/** The table's entry for a kind; undefined for one that is not built in. */
export const entryOfKind = (kind: string): KindEntry | undefined =>
  kindTable.find((entry) => entry.kind === kind)
