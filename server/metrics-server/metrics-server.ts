// Upstream: metrics-server's pkg/server/config.go
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Clock } from '../../component-base/clock.ts'
import { inProcessConnection } from '../../component-base/in-process-connection.ts'
import type { Storage } from '../storage/interface.ts'
import { type AnswerParts, answerMetrics } from './answers.ts'
import { MetricsDocuments } from './documents.ts'
import { Measurements, type Usage } from './measurements.ts'
import type { Measured } from './resources.ts'
import { metricsScheme } from './types.ts'

/** The Service that is answered by the metrics-server of a kube-apiserver. */
export const metricsService = { namespace: 'kube-system', name: 'metrics-server' } as const

/** What a metrics-server is made of. */
export interface MetricsServerParts {
  readonly storage: Storage
  readonly clock: Clock
  /** The minor release, as `1.36`. */
  readonly facts: string
  /** Of a container that nothing is said of. */
  readonly idle: Usage
}

/** An extension server in the process of the kube-apiserver: it listens on no port, and nobody else can ask it. */
export class MetricsServer {
  private readonly server: Server
  private readonly parts: MetricsServerParts
  private readonly answers: AnswerParts

  constructor(parts: MetricsServerParts) {
    this.parts = parts
    const scheme = metricsScheme(parts.facts)
    this.answers = {
      scheme,
      documents: new MetricsDocuments(scheme),
      objects: (of, namespace) => this.objects(of, namespace),
      measure: () => this.measure(),
    }
    this.server = createServer((request, response) => {
      this.serve(request, response).catch(() => response.destroy())
    })
  }

  /** The client's end of a new connection. */
  connect(): Duplex {
    const [client, server] = inProcessConnection()
    this.server.emit('connection', server)
    return client
  }

  private async serve(
    { method = '', url = '', headers }: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const { pathname: path, searchParams: query } = new URL(url, 'http://metrics-server')
    const { accept, 'user-agent': userAgent } = headers
    const { status, type, body } = await answerMetrics(this.answers, {
      method,
      path,
      query,
      accept,
      userAgent,
    })
    const data = Buffer.from(body)
    response.writeHead(status, {
      'Cache-Control': 'no-cache, private',
      'Content-Type': type,
      'Content-Length': data.length,
    })
    response.end(data)
  }

  /** Pods that do not run are not known here. */
  private async objects(of: Measured, namespace = '') {
    const { records } = await this.parts.storage.list(
      of === 'nodes' ? '/registry/minions/' : `/registry/pods/${namespace === '' ? '' : `${namespace}/`}`,
      { cached: true },
    )
    const objects = records.map(({ object }) => object)
    return of === 'nodes'
      ? objects
      : objects.filter(({ status }) => (status as { phase?: string } | undefined)?.phase === 'Running')
  }

  private async measure(): Promise<Measurements> {
    const [nodes, pods] = [await this.objects('nodes'), await this.objects('pods')]
    return new Measurements({ nodes, pods }, this.parts.clock.now(), this.parts.idle)
  }
}
