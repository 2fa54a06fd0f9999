// What a path is walked with: manifests whose objects are followed, or a module that also asserts.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { extname } from 'node:path'
import { parseAllDocuments } from 'yaml'
import { ApiError } from '../../client/rest-client.ts'
import type { Cluster } from '../../cluster/cluster.ts'
import type { KubeObject } from '../../server/apimachinery/json.ts'
import { InputError } from '../input-error.ts'
import { importScenario, lineIn } from '../skew/import-scenario.ts'

export interface PathScenario {
  /** Makes the objects to follow, at the first release. */
  setup(cluster: Cluster, warn: (warning: string) => void): Promise<void>
  /** Runs after each hop; never throws. */
  check(cluster: Cluster, hop: { from: string; to: string }): Promise<{ holds: boolean; outcome: string }>
}

/** Reads `.yaml` and `.json` manifests, or a module with `setup(cluster, context)` and a default export. Throws InputError. */
export async function loadPathScenario(file: string): Promise<PathScenario> {
  const extension = extname(file).toLowerCase()
  if (['.yaml', '.yml', '.json'].includes(extension)) return manifests(file)
  if (!['.mjs', '.js', '.ts', '.mts'].includes(extension))
    throw new InputError(
      file,
      undefined,
      'a path is walked with manifests (.yaml) or a module (.mjs, .js or .ts)',
    )
  read(file)
  const { default: check, setup } = await importScenario(file)
  if (typeof check !== 'function')
    throw new InputError(
      file,
      undefined,
      'export what is to hold after each hop as `export default async (cluster, { assert, hop }) => …`',
    )
  type Step = (cluster: Cluster, context: unknown) => Promise<unknown>
  return {
    setup: async (cluster) => {
      if (typeof setup === 'function') await (setup as Step)(cluster, { assert, client: cluster.client() })
    },
    check: async (cluster, hop) => {
      try {
        const answer = await (check as Step)(cluster, { assert, hop, client: cluster.client() })
        return { holds: true, outcome: answer === undefined ? 'holds' : String(answer) }
      } catch (error) {
        const { message = String(error), stack = '' } = error as Error
        const line = lineIn(file, stack)
        return { holds: false, outcome: `${file}${line === undefined ? '' : `:${line}`}: ${message}` }
      }
    },
  }
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    throw new InputError(file, undefined, code === 'ENOENT' ? 'no such file' : message)
  }
}

function manifests(file: string): PathScenario {
  const objects = parseAllDocuments(read(file)).flatMap((document) => {
    const [error] = 'errors' in document ? document.errors : []
    if (error !== undefined)
      throw new InputError(file, error.linePos?.[0].line, error.message.split('\n')[0]!)
    const object = document.toJS() as (KubeObject & { items?: KubeObject[] }) | null
    return object === null ? [] : (object.items ?? [object])
  })
  return {
    setup: async (cluster, warn) => {
      for (const object of objects) await create(file, cluster, object, warn)
    },
    check: async () => ({ holds: true, outcome: '' }),
  }
}

async function create(
  file: string,
  cluster: Cluster,
  object: KubeObject,
  warn: (warning: string) => void,
): Promise<void> {
  const { apiVersion = '', kind = '', metadata } = object
  const client = cluster.client()
  const root = apiVersion.includes('/') ? `/apis/${apiVersion}` : `/api/${apiVersion}`
  const { resources } = await client
    .get<{ resources: { name: string; kind: string; namespaced: boolean }[] }>(root)
    .catch(() => ({ resources: [] }))
  const resource = resources.find((candidate) => candidate.kind === kind && !candidate.name.includes('/'))
  if (resource === undefined)
    throw new InputError(file, undefined, `${cluster.release} serves no ${kind} of ${apiVersion}`)
  const namespace = resource.namespaced ? `/namespaces/${metadata?.namespace ?? 'default'}` : ''
  const path = `${root}${namespace}/${resource.name}`
  const { code, warnings, body } = await client.exchange({ method: 'POST', path, body: object })
  for (const warning of warnings) warn(warning)
  if (code >= 300) throw new InputError(file, undefined, new ApiError(body as ApiError['status']).message)
}
