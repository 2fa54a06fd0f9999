import { join } from 'node:path'
import { parseApiVersion } from '../../../apimachinery/scheme/api-version.ts'
import { schemeFor } from '../../../apimachinery/scheme/scheme.ts'
import { releaseFacts, type SchemaFacts } from '../../../component-base/release-facts.ts'
import {
  collectionOf,
  everythingFlags,
  type ServedKind,
  type ServedObject,
  servedKinds,
  servedObject,
} from '../../../e2e/etcd/served-objects.ts'
import type { StoredBytes, StoredObject, WriteRequest } from '../../../e2e/stored-bytes/stored-bytes.ts'
import { RecordError } from '../record-error.ts'
import { type RealServer, startRealServer } from '../server/real-server.ts'
import { json } from '../server/server-client.ts'
import type { Servers } from '../server-facts/server-facts.ts'
import { Grower, type Try } from './grow.ts'
import { Writer } from './writer.ts'

/** What is recorded, and where lines about it go. */
export interface StoredBytesAsked {
  release: string
  servers: Servers
  remark: (line: string) => void
}

const namespace = 'stored'
/** Objects that forbid others something have a namespace of their own. */
const strictNamespace = 'strict'
const strict = new Set(['limitranges', 'resourcequotas'])
/** The server's own controllers write the status of these. */
const ownStatus = new Set([
  'apiservices',
  'customresourcedefinitions',
  'flowschemas',
  'validatingadmissionpolicies',
])
/** Fields that would change what is stored of other objects. */
const changingOthers: Readonly<Record<string, readonly string[]>> = { priorityclasses: ['globalDefault'] }

const fullMetadata = {
  labels: { a: 'b' },
  annotations: { 'example.com/a': 'b' },
  finalizers: ['example.com/a'],
  ownerReferences: [
    {
      apiVersion: 'v1',
      kind: 'Node',
      name: 'n',
      uid: '00000000-0000-4000-8000-000000000000',
      controller: true,
    },
  ],
}

const create = (path: string, body: object): WriteRequest => ({ method: 'POST', path, body })

function preparations(): WriteRequest[] {
  return [namespace, strictNamespace].flatMap((name) => [
    create('/api/v1/namespaces', { metadata: { name } }),
    // Pods wait for the account that a controller makes.
    create(`/api/v1/namespaces/${name}/serviceaccounts`, { metadata: { name: 'default' } }),
  ])
}

const objectFor = (kind: ServedKind, name: string, number: number): ServedObject | undefined =>
  servedObject(kind, { name, namespace: strict.has(kind.resource) ? strictNamespace : namespace, number })

/** One object of each kind and version, and how the writer stored it. */
class Recorder {
  private readonly release: string
  private readonly writer: Writer
  private readonly remark: StoredBytesAsked['remark']
  private readonly objects: StoredObject[] = []

  constructor(release: string, writer: Writer, remark: StoredBytesAsked['remark']) {
    this.release = release
    this.writer = writer
    this.remark = remark
  }

  async record(kinds: readonly ServedKind[]): Promise<StoredObject[]> {
    for (const request of preparations()) await this.keep([request])
    for (const [i, kind] of kinds.entries()) {
      const object = objectFor(kind, `smallest-${i}`, i + 1)
      if (object === undefined) this.remark(`${kind.apiVersion} ${kind.resource}: there is no object of it`)
      else await this.keep([create(object.path, object.body)])
    }
    const seen = new Set<string>()
    for (const [i, kind] of kinds.entries()) {
      const { group } = parseApiVersion(kind.apiVersion)
      const name = `${group}/${kind.resource}`
      const object = objectFor(kind, `full-${i}`, i + 101)
      if (seen.has(name) || object === undefined) continue
      seen.add(name)
      await this.keepFull(kind, object)
    }
    return this.objects
  }

  private async keep(requests: readonly WriteRequest[]): Promise<void> {
    try {
      this.objects.push({ requests, ...(await this.writer.store(requests)) })
    } catch (error) {
      if (!(error instanceof RecordError)) throw error
      this.remark(error.message)
    }
  }

  /** An object with all the fields that the server takes, and then its status. */
  private async keepFull(kind: ServedKind, object: ServedObject): Promise<void> {
    const top = this.schemaOf(kind)
    const mine = ['apiVersion', 'kind', 'metadata', 'status', ...(changingOthers[kind.resource] ?? [])]
    const fields = Object.keys(top.properties ?? {}).filter((name) => !mine.includes(name))
    const start = { ...object.body, metadata: { ...(object.body['metadata'] as object), ...fullMetadata } }
    const attempt: Try = (body) => this.writer.tried(create(object.path, body))
    const made = create(object.path, await this.grown(start, top, attempt, fields))
    await this.keep([made])
    const status = await this.fullStatus(object, top)
    const last = this.objects.at(-1)
    if (status === undefined || last?.requests[0] !== made) return
    this.objects.pop()
    this.objects.push({ requests: [made, status], ...(await this.writer.store([status])) })
  }

  private grown(start: object, top: SchemaFacts, attempt: Try, fields: readonly string[]): Promise<object> {
    const scheme = schemeFor(this.release)
    return new Grower(start, top, (name) => scheme.schema(name), attempt).grown(fields)
  }

  private async fullStatus(
    { path, name, resource }: ServedObject,
    top: SchemaFacts,
  ): Promise<WriteRequest | undefined> {
    if (top.properties?.['status'] === undefined || ownStatus.has(resource)) return undefined
    const patch = (body: object): WriteRequest => ({ method: 'PATCH', path: `${path}/${name}/status`, body })
    const body = await this.grown({}, top, (one) => this.writer.tried(patch(one)), ['status'])
    return Object.keys(body).length === 0 ? undefined : patch(body)
  }

  private schemaOf({ apiVersion, resource }: ServedKind): SchemaFacts {
    const { group, version } = parseApiVersion(apiVersion)
    const { groupVersions } = releaseFacts(this.release, 'discovery-all')
    const served = groupVersions.find((one) => one.group === group && one.version === version)
    const { kind } = served!.resources.find(({ name }) => name === resource)!
    const scheme = schemeFor(this.release)
    return scheme.schema(scheme.typeName(group, version, kind)!)!
  }
}

const kindName = (kind: ServedKind): string => collectionOf(kind)

/** The flags that turn on as much as the release starts with, and a server that has them. */
async function startedWithEverything({
  folder,
  ...servers
}: Servers): Promise<[readonly string[], RealServer]> {
  for (const [i, flags] of everythingFlags.entries()) {
    try {
      return [flags, await startRealServer({ ...servers, folder: join(folder, `everything-${i}`), flags })]
    } catch (error) {
      if (!(error instanceof RecordError) || i === everythingFlags.length - 1) throw error
    }
  }
  throw new RecordError('the server starts with no flags that turn on everything')
}

async function recordFrom(
  server: RealServer,
  { release, remark }: StoredBytesAsked,
  kinds: readonly ServedKind[],
): Promise<StoredObject[]> {
  const writer = await Writer.open(server)
  try {
    return await new Recorder(release, writer, remark).record(kinds)
  } finally {
    writer.close()
  }
}

/** Asks a server without flags for what it stores of all kinds that it serves, and one with everything on for the others. */
export async function recordStoredBytes(asked: StoredBytesAsked): Promise<StoredBytes> {
  const { release, servers } = asked
  const plain = servedKinds(release)
  const known = new Set(plain.map(kindName))
  const further = servedKinds(release, 'discovery-all').filter((kind) => !known.has(kindName(kind)))
  const server = await startRealServer({ ...servers, folder: join(servers.folder, 'default'), flags: [] })
  let recordedFrom: string
  let objects: StoredObject[]
  try {
    recordedFrom = (await json<{ gitVersion: string }>(server.client, '/version')).gitVersion
    if (!recordedFrom.startsWith(`v${release}.`))
      throw new RecordError(
        `${servers.binaries['kube-apiserver']} is ${recordedFrom}, and not of release ${release}`,
      )
    objects = await recordFrom(server, asked, plain)
  } finally {
    await server.stop()
  }
  const [flags, everything] = await startedWithEverything(servers)
  try {
    const others = await recordFrom(everything, asked, further)
    return {
      recordedFrom,
      servers: [
        { flags: [], objects },
        { flags, objects: others },
      ],
    }
  } finally {
    await everything.stop()
  }
}
