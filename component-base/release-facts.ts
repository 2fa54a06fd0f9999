// Facts about releases, recorded from the real components (releases/<release>/*.json). Loaded lazily, one file at a time.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { GateFacts } from '../featuregates/gate-set.ts'
import { packageRoot } from './package-root.ts'

/** A resource of a group version in discovery, with its subresources. */
export interface ResourceFacts {
  name: string
  kind: string
  scope: 'Cluster' | 'Namespaced'
  singular: string
  verbs: string[]
  shortNames?: string[]
  categories?: string[]
  storageVersionHash?: string
  /** The group of the kind, where its group or version is another than the resource's (scale: autoscaling/v1). */
  group?: string
  version?: string
  subresources?: { name: string; kind: string; verbs: string[]; group?: string; version?: string }[]
}
/** The API groups, versions and resources that a release serves, as releases/<1.NN>/discovery.json holds them. */
export interface DiscoveryFacts {
  release: string
  recordedFrom: string
  paths: string[]
  preferredVersions: Record<string, string>
  groupVersions: { group: string; version: string; freshness: string; resources: ResourceFacts[] }[]
}

/** A property or type of the OpenAPI schemas; `$ref` holds the bare name of a type. */
export interface SchemaFacts {
  $ref?: string
  type?: string
  format?: string
  default?: unknown
  enum?: string[]
  properties?: Record<string, SchemaFacts>
  additionalProperties?: SchemaFacts
  items?: SchemaFacts
  required?: string[]
  'x-kubernetes-list-type'?: 'atomic' | 'set' | 'map'
  'x-kubernetes-list-map-keys'?: string[]
  'x-kubernetes-map-type'?: 'atomic' | 'granular'
  'x-kubernetes-patch-strategy'?: string
  'x-kubernetes-patch-merge-key'?: string
  'x-kubernetes-group-version-kind'?: { group?: string; version?: string; kind?: string }[]
  'x-kubernetes-unions'?: unknown
  [other: string]: unknown
}

interface FactFiles {
  discovery: DiscoveryFacts
  'discovery-all': DiscoveryFacts
  schemas: Record<string, SchemaFacts>
  /** `v1/services` or `apps/v1/deployments` → [name, type, format, priority]. */
  tables: Record<string, [string, string, string, number][]>
  /** `group/version/Kind` → releases. */
  'api-lifecycle': Record<
    string,
    { introduced?: string; deprecated?: string; removed?: string; replacement?: string }
  >
  /** message → field → [number, type, "repeated"?]. */
  protobuf: Record<string, Record<string, [number, string | { map: [string, string] }, string?]>>
  /** path of the list → objects. */
  'bootstrap-objects': Record<string, Record<string, unknown>[]>
  version: Record<string, string>
  gates: GateFacts & { release: string; knownFeaturesHelp: string[] }
  flags: Record<
    string,
    Record<string, { type: string; default?: string; shorthand?: string; deprecated?: string }>
  >
  /** Complete, as the commands define them: hidden flags included, the texts of deprecations whole. */
  'component-flags': Record<
    string,
    Record<string, { type: string; default?: string; shorthand?: string; deprecated?: string }>
  >
  'gates-enabled-by-default': Record<string, { stage: string; enabled: boolean }>
  /** Struct fields of the Go types, in order. */
  'go-types': Record<string, unknown>
  /** The same for the configuration files of kubelet and kube-proxy. */
  'component-config-types': Record<string, unknown>
  /** The same of the types that servers have inside, which messages print. */
  'internal-types': Record<string, unknown>
}

/** The contents of a file that has no full facts: the entries that differ from a newer release. */
interface Differences {
  $differsFrom: string
  /** Entries of the newer release that this release does not have. */
  $without: string[]
  [entry: string]: unknown
}

const isDifferences = (facts: unknown): facts is Differences =>
  typeof facts === 'object' && facts !== null && Object.hasOwn(facts, '$differsFrom')

/** The entries of the newer release with the differences applied, sorted by name. */
function withDifferences(newer: object, { $differsFrom: _, $without, ...own }: Differences): unknown {
  const gone = new Set($without)
  const entries = Object.entries({ ...newer, ...own }).filter(([name]) => !gone.has(name))
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)))
}

/**
 * The facts in `folder`/<1.NN>/`file`.json, also where the file holds only what differs from a newer release: that one is read too.
 * Throws where a file is missing.
 * @param newer reads the file of that release
 */
export function readFacts(
  folder: string,
  minor: string,
  file: string,
  newer = (release: string): unknown => readFacts(folder, release, file),
): unknown {
  const facts: unknown = JSON.parse(readFileSync(join(folder, minor, `${file}.json`), 'utf8'))
  if (!isDifferences(facts)) return facts
  return withDifferences(newer(facts.$differsFrom) as object, facts)
}

const cache = new Map<string, unknown>()

/**
 * A file of facts of a minor release (`1.34`), read once. Throws where the release or file is not recorded.
 * The result is shared: do not change it.
 */
export function releaseFacts<K extends keyof FactFiles>(minor: string, file: K): FactFiles[K] {
  const key = `${minor}/${file}`
  let facts = cache.get(key)
  if (facts === undefined) {
    facts = readFacts(join(packageRoot, 'releases'), minor, file, (newer) => releaseFacts(newer, file))
    cache.set(key, facts)
  }
  return facts as FactFiles[K]
}

/** Whether a file of facts was recorded for a minor release (`1.34`); releaseFacts throws for one that was not. */
export function hasReleaseFacts(minor: string, file: keyof FactFiles): boolean {
  return existsSync(join(packageRoot, 'releases', minor, `${file}.json`))
}

const findReleases = (): string[] =>
  readdirSync(join(packageRoot, 'releases'), { withFileTypes: true })
    .filter((e) => e.isDirectory() && /^1\.\d+$/.test(e.name))
    .map((e) => e.name)
    .sort((a, b) => Number(a.slice(2)) - Number(b.slice(2)))

let releases: readonly string[] | undefined

/** The recorded minor releases, oldest first: `['1.30', …, '1.36']`. Looked up once: requests ask for them too. */
export function recordedReleases(): string[] {
  releases ??= findReleases()
  return [...releases]
}

/** The recorded release (`1.36`) that is next to a minor: a planned one has the facts of the last. */
export function recordedNextTo(minor: number): string {
  const [first, last] = [recordedReleases()[0]!, recordedReleases().at(-1)!].map((release) =>
    Number(release.slice(2)),
  )
  return `1.${Math.min(Math.max(minor, first!), last!)}`
}
