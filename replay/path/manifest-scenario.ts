// Manifests: their objects are made at the first release, and followed.

import { isObject, type KubeObject } from '../../apimachinery/json.ts'
import { resourceOfKind, servedResources, versionPath } from '../../client/discovery.ts'
import { ApiError } from '../../client/rest-client.ts'
import type { Cluster } from '../../cluster/cluster.ts'
import { LineCounter, parseAllDocuments, syntaxErrorText } from '../../component-base/yaml.ts'
import { InputError } from '../input-error.ts'
import type { GateFacts } from '../runtime.ts'
import { apiHistory } from './api-history.ts'
import type { Running } from './field-gates.ts'
import { refusalLines, refusalReasons } from './field-reason.ts'
import type { PathScenario } from './path-scenario.ts'

interface Manifest {
  object: KubeObject
  line: number
}

/** The scenario that creates a manifest's objects. Throws InputError with the line for text that is no manifest. */
export function manifestScenario(file: string, text: string): PathScenario {
  const manifests = manifestsOf(file, text)
  if (manifests.length === 0)
    throw new InputError(file, undefined, 'no object is in it: nothing could be followed')
  return {
    file,
    watch: [],
    on: ({ cluster, facts }) => ({
      setup: async () => {
        for (const manifest of manifests) await create(file, cluster, manifest, facts)
        return undefined
      },
      check: async () => ({ status: 'passed', outcome: '', steps: [] }),
      close: async () => {},
    }),
  }
}

function manifestsOf(file: string, text: string): Manifest[] {
  const lines = new LineCounter()
  const documents = parseAllDocuments(text, { lineCounter: lines, prettyErrors: false })
  return [...documents].flatMap((document) => {
    const [error] = document.errors
    if (error !== undefined)
      throw new InputError(file, lines.linePos(error.pos[0]).line, syntaxErrorText(error))
    const object: unknown = document.toJS()
    if (object === null || object === undefined) return []
    const { line } = lines.linePos(document.contents?.range?.[0] ?? 0)
    const items = isObject(object) && Array.isArray(object['items']) ? object['items'] : [object]
    return items.map((item: unknown) => ({ object: checked(file, line, item), line }))
  })
}

function checked(file: string, line: number, item: unknown): KubeObject {
  if (!isObject(item) || typeof item['apiVersion'] !== 'string' || typeof item['kind'] !== 'string')
    throw new InputError(file, line, 'no manifest: an object has apiVersion and kind')
  return item as unknown as KubeObject
}

async function create(
  file: string,
  cluster: Cluster,
  { object, line }: Manifest,
  facts: GateFacts,
): Promise<void> {
  const { apiVersion, kind, metadata } = object
  const client = cluster.client()
  const root = versionPath(apiVersion)
  const resource = resourceOfKind(await servedResources(client, root).catch(() => []), kind)
  if (resource === undefined) throw new InputError(file, line, notServed(cluster.release, object, facts))
  const namespace = resource.namespaced ? `/namespaces/${metadata?.namespace ?? 'default'}` : ''
  try {
    await client.create(`${root}${namespace}/${resource.name}`, object)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const seen = { ...groupVersionOf(apiVersion), resource: resource.name, path: '', object }
    const why = refusalReasons(seen, error.status, runningOf(cluster), facts)
    throw new InputError(file, line, [error.message, ...refusalLines(why)].join('; '))
  }
}

function groupVersionOf(apiVersion: string): { group: string; version: string } {
  const slash = apiVersion.indexOf('/')
  return { group: apiVersion.slice(0, Math.max(slash, 0)), version: apiVersion.slice(slash + 1) }
}

/** That a release does not serve a kind, and which ones do. */
function notServed(release: string, { apiVersion, kind }: KubeObject, { plan }: GateFacts): string {
  const { group } = groupVersionOf(apiVersion!)
  const { since, until } = apiHistory({ group, kind: kind! }, '', plan)
  const lines = [
    ...(since === undefined ? [] : [`${since} is the first release that serves ${kind} by default`]),
    ...(until === undefined ? [] : [`${until} is the last release that serves ${kind} by default`]),
  ]
  return [`${release} serves no ${kind} of ${apiVersion}`, ...lines].join('; ')
}

/** What the cluster's server is. */
function runningOf(cluster: Cluster): Running {
  const gates = cluster.states().find(({ name }) => name === 'kube-apiserver')?.featureGates
  return { apiserver: cluster.release, kubelet: cluster.release, gates: gates ?? {} }
}
