import { readFileSync } from 'node:fs'
import { RestClient } from '../../client/rest-client.ts'
import { fanOut, rate } from './load.ts'

/** A server under load: requests a second, and the processor time of the server for one, in milliseconds. */
export interface Figure {
  readonly perSecond: number
  readonly processor: number
}

/** A kube-apiserver, real or simulated. */
export interface Target {
  readonly server: string
  readonly token: string
  readonly pid: number
}

/** How many watch at the same time. */
export const watchers = 200
const listed = 500
const namespace = '/api/v1/namespaces/bench'

const configMap = (name: string): object => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name, labels: { app: 'bench' } },
  data: { text: 'x'.repeat(500) },
})
const service = (name: string): object => ({
  apiVersion: 'v1',
  kind: 'Service',
  metadata: { name, labels: { app: 'bench' } },
  spec: { selector: { app: 'bench' }, ports: [{ port: 80 }] },
})

/** Milliseconds of processor that a process has used. The kernel counts in hundredths of a second. */
function processorTime(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
  return 10 * (Number(fields[11]) + Number(fields[12]))
}

/** The requests that are measured, of one server. Each figure can be asked for again and again. */
export class EtcdLoad {
  private readonly target: Target
  private readonly client: RestClient
  private created = 0
  private patched = 0

  constructor(target: Target) {
    this.target = target
    this.client = new RestClient({ ...target, insecure: true }, 'bench')
  }

  async prepare(): Promise<void> {
    await this.client.create('/api/v1/namespaces', { metadata: { name: 'bench' } })
    for (let i = 0; i < listed; i++) {
      await this.client.create(`${namespace}/configmaps`, configMap(`n${i}`))
      await this.client.create(`${namespace}/services`, service(`n${i}`))
    }
  }

  /** By the name of what is measured. */
  figures(seconds: number): Record<string, () => Promise<Figure>> {
    const { client } = this
    const measured = (work: () => Promise<unknown>) => () => this.measure(seconds, work)
    const create = (resource: string, object: (name: string) => object) =>
      measured(() => client.create(`${namespace}/${resource}`, object(`c${this.created++}`)))
    const patch = (resource: string) =>
      measured(() => {
        const i = this.patched++
        const labels = { i: String(i) }
        const path = `${namespace}/${resource}/n${i % listed}`
        return client.patch(path, { metadata: { labels } }, 'application/merge-patch+json')
      })
    const list = (resource: string) => measured(() => client.get(`${namespace}/${resource}?limit=${listed}`))
    return {
      'create a config map': create('configmaps', configMap),
      'create a service': create('services', service),
      'patch a config map': patch('configmaps'),
      'patch a service': patch('services'),
      'get a config map': measured(() => client.get(`${namespace}/configmaps/n${this.patched++ % listed}`)),
      [`list ${listed} config maps`]: list('configmaps'),
      [`list ${listed} services`]: list('services'),
    }
  }

  /** A change that all watchers see. */
  async fanOut(): Promise<Figure> {
    const before = processorTime(this.target.pid)
    const perChange = await fanOut(this.client, this.target, watchers)
    return { perSecond: 1000 / perChange, processor: (processorTime(this.target.pid) - before) / 50 }
  }

  close(): void {
    this.client.close()
  }

  private async measure(seconds: number, work: () => Promise<unknown>): Promise<Figure> {
    const before = processorTime(this.target.pid)
    const start = performance.now()
    const perSecond = await rate(seconds, work)
    const done = (perSecond * (performance.now() - start)) / 1000
    return { perSecond, processor: (processorTime(this.target.pid) - before) / done }
  }
}
