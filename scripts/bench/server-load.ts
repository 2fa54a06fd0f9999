import { readFileSync } from 'node:fs'
import { Connection, type Target, type WireAnswer } from './connection.ts'
import { conditions, configMap, heartbeat, lease, node, service } from './objects.ts'

/** What one kind of request cost: how many a second, and the processor time of the server's processes for one, in milliseconds. */
export interface Figure {
  readonly perSecond: number
  readonly processor: number
}

/** A server that is measured; `pids`: its process, and that of its etcd. */
export interface Measured extends Target {
  readonly pids: readonly number[]
}

const sideBySide = 16
/** How many watch at the same time. */
export const watchers = 200
/** How many objects a server deletes a second at most: so many are made before. */
const mostDeletes = 5000
/** How many Nodes a list has. */
export const listedNodes = 1000

const namespace = '/api/v1/namespaces/bench'
const filled = '/api/v1/namespaces/default/configmaps'
const ofWatched = '&fieldSelector=metadata.name%3Dwatched'
const leases = '/apis/coordination.k8s.io/v1/namespaces/bench/leases'
const table = 'application/json;as=Table;v=v1;g=meta.k8s.io,application/json'
const protobuf = 'application/vnd.kubernetes.protobuf'

/** Milliseconds of processor that processes have used. The kernel counts in hundredths of a second. */
export const processorTime = (pids: readonly number[]): number =>
  pids.reduce((sum, pid) => {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
    return sum + 10 * (Number(fields[11]) + Number(fields[12]))
  }, 0)

const versionIn = ({ body }: WireAnswer): string =>
  /"resourceVersion":"(\d+)"/.exec(body.toString('latin1'))![1]!

/** The requests that are measured, of one server. Each figure can be asked for again and again. */
export class ServerLoad {
  private readonly target: Measured
  private readonly connections: Connection[] = []
  private next = 0
  /** By resource, how many were made, and how many of them were deleted again. */
  private readonly created = new Map<string, number>()
  private readonly deleted = new Map<string, number>()
  private readonly leaseVersions: string[] = []

  private constructor(target: Measured) {
    this.target = target
  }

  /** Connects, and makes what is read and changed: a namespace, Nodes, a config map and leases. */
  static async prepare(target: Measured): Promise<ServerLoad> {
    const load = new ServerLoad(target)
    for (let i = 0; i < sideBySide; i++) load.connections.push(await Connection.open(target))
    const [first] = load.connections
    const namespaceBody = JSON.stringify({
      apiVersion: 'v1',
      kind: 'Namespace',
      metadata: { name: 'bench' },
    })
    expectStatus(await first!.send('POST', '/api/v1/namespaces', { body: namespaceBody }), 201)
    expectStatus(
      await first!.send('POST', `${namespace}/configmaps`, { body: configMap('watched', 100) }),
      201,
    )
    await load.times(listedNodes, (connection, i) =>
      connection.send('POST', '/api/v1/nodes', { body: node(`n${i}`) }),
    )
    await load.times(sideBySide, async (connection, i) => {
      const answer = await connection.send('POST', leases, { body: lease(`l${i}`, 0) })
      load.leaseVersions[i] = versionIn(answer)
      return answer
    })
    return load
  }

  /** Makes `count` more objects of 100 bytes in other namespaces, so that the store is larger. */
  async fill(count: number): Promise<void> {
    await this.times(count, (connection, i) =>
      connection.send('POST', filled, { body: configMap(`f${i}`, 100) }),
    )
  }

  /** By the name of what is measured, in the order in which it has to be asked. */
  figures(seconds: number): Record<string, () => Promise<Figure>> {
    const during = this.during(seconds)
    // Those made sort behind those prepared: a list of the latter shall not have to pass them by.
    const create = (resource: string, body: (name: string) => string) =>
      during(201, (connection) =>
        connection.send('POST', resource, { body: body(made(count(this.created, resource))) }),
      )
    const createNew = (connection: Connection): Promise<WireAnswer> => this.createConfigMap(connection)
    const change = (connection: Connection): Promise<WireAnswer> => this.change(connection)
    const listed = (accept: string, encoding?: string) =>
      during(200, (connection) =>
        connection.send('GET', '/api/v1/nodes?labelSelector=!bench&limit=1000', { accept, encoding }),
      )
    return {
      'create a config map': create(`${namespace}/configmaps`, configMap),
      'create a service': create(`${namespace}/services`, service),
      'create a node': create('/api/v1/nodes', (name) =>
        node(name).replace('"labels":{', '"labels":{"bench":"",'),
      ),
      'get a node': during(200, (connection, i) =>
        connection.send('GET', `/api/v1/nodes/n${i % listedNodes}`),
      ),
      "patch a node's status": during(200, patchStatus),
      'renew a lease': during(200, (connection, i) => this.renew(connection, i)),
      'list 1,000 nodes': listed('application/json'),
      'list 1,000 nodes as a table': listed(table),
      'list 1,000 nodes as protobuf': listed(protobuf),
      'list 1,000 nodes, compressed': listed('application/json', 'gzip'),
      'list 1,000 nodes as a table, compressed': listed(table, 'gzip'),
      'list 1,000 nodes as protobuf, compressed': listed(protobuf, 'gzip'),
      'delete a config map': async () => {
        await this.provide(Math.ceil(seconds * mostDeletes))
        return during(200, (connection) => this.delete(connection, `${namespace}/configmaps`))()
      },
      [`change one object that ${watchers} watch`]: () =>
        this.whileWatched(watchers, seconds, ofWatched, 200, change, [this.connections[0]!]),
      [`create config maps that ${watchers} watch`]: () =>
        this.whileWatched(watchers, seconds, '', 201, createNew, this.connections),
    }
  }

  /** Those that shall cost the same however many objects there are, of the config maps that {@link fill} makes. */
  growthFigures(seconds: number): Record<string, () => Promise<Figure>> {
    const during = this.during(seconds)
    const change = (connection: Connection): Promise<WireAnswer> => this.change(connection)
    return {
      'create a config map': during(201, (connection) => this.createConfigMap(connection)),
      'get a config map': during(200, (connection, i) => connection.send('GET', `${filled}/f${i % 500}`)),
      'change a config map that one watches': () =>
        this.whileWatched(1, seconds, ofWatched, 200, change, [this.connections[0]!]),
      'list 500 config maps': during(200, (connection) => connection.send('GET', `${filled}?limit=500`)),
    }
  }

  /** As the objects of a cluster: 1,000 leases and 3,000 config maps beside the nodes, and 200 watches, which `close` ends. */
  async fillAsCluster(): Promise<{ close(): void }> {
    await this.times(listedNodes, (connection, i) =>
      connection.send('POST', leases, { body: lease(`n${i}`, 0) }),
    )
    await this.fill(3000)
    const open = await Promise.all(Array.from({ length: watchers }, () => Connection.open(this.target)))
    const ended = (): void => {}
    for (const one of open) one.watch(`${namespace}/configmaps?watch=true`, () => {}, ended)
    return {
      close() {
        for (const one of open) one.close()
      },
    }
  }

  /** Writes leases and statuses for so long, which leaves as many objects as there were. */
  async churn(seconds: number): Promise<void> {
    const during = this.during(seconds / 2)
    await during(200, (connection, i) => this.renew(connection, i))()
    await during(200, patchStatus)()
  }

  close(): void {
    for (const connection of this.connections) connection.close()
  }

  private during(seconds: number) {
    return (
      status: number,
      request: (connection: Connection, i: number) => Promise<WireAnswer> | undefined,
    ) =>
      () =>
        this.measure(seconds, status, request)
  }

  /** Makes config maps until so many can be deleted. */
  private async provide(count: number): Promise<void> {
    const path = `${namespace}/configmaps`
    const there = (this.created.get(path) ?? 0) - (this.deleted.get(path) ?? 0)
    await this.times(Math.max(0, count - there), (connection) => this.createConfigMap(connection))
  }

  private createConfigMap(connection: Connection): Promise<WireAnswer> {
    const path = `${namespace}/configmaps`
    return connection.send('POST', path, { body: configMap(made(count(this.created, path))) })
  }

  /** Of the one that is watched. */
  private change(connection: Connection): Promise<WireAnswer> {
    return connection.send('PATCH', `${namespace}/configmaps/watched`, {
      body: JSON.stringify({ data: { i: String(this.next++) } }),
      type: 'application/merge-patch+json',
    })
  }

  /** Of each connection its own lease, with the version that it had last, as a kubelet does. */
  private async renew(connection: Connection, i: number): Promise<WireAnswer> {
    const own = this.connections.indexOf(connection)
    const body = lease(`l${own}`, i, this.leaseVersions[own])
    const answer = await connection.send('PUT', `${leases}/l${own}`, { body })
    this.leaseVersions[own] = versionIn(answer)
    return answer
  }

  /** One of those that were made before; undefined where none is left. */
  private delete(connection: Connection, resource: string): Promise<WireAnswer> | undefined {
    if ((this.deleted.get(resource) ?? 0) >= (this.created.get(resource) ?? 0)) return undefined
    return connection.send('DELETE', `${resource}/${made(count(this.deleted, resource))}`)
  }

  private async times(
    count: number,
    request: (connection: Connection, i: number) => Promise<WireAnswer>,
  ): Promise<void> {
    let next = 0
    const work = async (connection: Connection): Promise<void> => {
      while (next < count) expectStatus(await request(connection, next++), 201)
    }
    await Promise.all(this.connections.map(work))
  }

  /** @param request undefined where there is nothing left to ask */
  private async measure(
    seconds: number,
    status: number,
    request: (connection: Connection, i: number) => Promise<WireAnswer> | undefined,
  ): Promise<Figure> {
    const before = processorTime(this.target.pids)
    const start = performance.now()
    const end = start + 1000 * seconds
    let done = 0
    const work = async (connection: Connection): Promise<void> => {
      while (performance.now() < end) {
        const answer = request(connection, this.next++)
        if (answer === undefined) return
        expectStatus(await answer, status)
        done++
      }
    }
    await Promise.all(this.connections.map(work))
    const took = performance.now() - start
    return {
      perSecond: (1000 * done) / took,
      processor: (processorTime(this.target.pids) - before) / done,
    }
  }

  /** Changes that `watchers` watch, until all have seen all of them. @throws Error where the server ends a watch, as it does when a reader is slow */
  private async whileWatched(
    watchers: number,
    seconds: number,
    selector: string,
    status: number,
    request: (connection: Connection) => Promise<WireAnswer>,
    writers: readonly Connection[],
  ): Promise<Figure> {
    // The version of a list is new enough to watch from, whenever an object was changed.
    const from = versionIn(await writers[0]!.send('GET', `${namespace}/configmaps?limit=1`))
    const open = await Promise.all(Array.from({ length: watchers }, () => Connection.open(this.target)))
    let seen = 0
    let wanted = Number.POSITIVE_INFINITY
    let reached = (): void => {}
    const heard = (): void => {
      if (++seen === wanted) reached()
    }
    let lost: Error | undefined
    let failed = (_: Error): void => {}
    const ended = (error: Error): void => {
      lost = error
      failed(error)
    }
    const all = (changes: number): Promise<void> =>
      new Promise((resolve, reject) => {
        wanted = watchers * changes
        reached = resolve
        failed = reject
        if (lost !== undefined) reject(lost)
        else if (seen === wanted) resolve()
      })
    const query = `watch=true${selector}&resourceVersion=${from}`
    for (const one of open) one.watch(`${namespace}/configmaps?${query}`, heard, ended)
    try {
      expectStatus(await request(writers[0]!), status)
      // All watches have begun.
      await all(1)
      const before = processorTime(this.target.pids)
      const start = performance.now()
      const end = start + 1000 * seconds
      let done = 0
      const work = async (connection: Connection): Promise<void> => {
        for (; performance.now() < end; done++) expectStatus(await request(connection), status)
      }
      await Promise.all(writers.map(work))
      await all(done + 1)
      const took = performance.now() - start
      return { perSecond: (1000 * done) / took, processor: (processorTime(this.target.pids) - before) / done }
    } finally {
      for (const one of open) one.close()
    }
  }
}

const patchStatus = (connection: Connection, i: number): Promise<WireAnswer> =>
  connection.send('PATCH', `/api/v1/nodes/n${i % listedNodes}/status`, {
    body: JSON.stringify({ status: { conditions: conditions(`${heartbeat(i)}Z`) } }),
    type: 'application/strategic-merge-patch+json',
  })

/** The name of what the load makes. */
const made = (number: number): string => `z${number}`

/** The next number of a name, from 0. */
function count(of: Map<string, number>, name: string): number {
  const number = of.get(name) ?? 0
  of.set(name, number + 1)
  return number
}

function expectStatus({ status, body }: WireAnswer, wanted: number): void {
  if (status !== wanted) throw new Error(`${status} instead of ${wanted}: ${body.toString('utf8', 0, 300)}`)
}
