// Upstream: pkg/proxy/healthcheck/service_health.go: one HTTP server for each healthCheckNodePort
import type { Server } from 'node:http'
import type { Logger } from '../../component-base/klog.ts'
import type { EventRecorder } from '../events.ts'
import { serveDialect } from './dialect.ts'
import { closeServer, listen } from './listen.ts'

/** A Service with a healthCheckNodePort (`port`), and the number of its endpoints on this node. */
export interface HealthCheckedService {
  namespace: string
  name: string
  port: number
  localEndpoints: number
}

/** The answer at a healthCheckNodePort: 200 where the node has endpoints, else 503. */
export interface ServiceHealthAnswer {
  code: number
  headers: Record<string, string>
  body: string
}

interface Instance {
  service: HealthCheckedService
  server: Server | undefined
}

/** The HTTP servers of all healthCheckNodePorts, which load balancers ask for endpoints on this node. */
export class ServiceHealthServer {
  private readonly services = new Map<string, Instance>()
  private readonly options: {
    minor: number
    nodeName: string
    logger: Logger
    verbosity: number
    recorder: Pick<EventRecorder, 'record'>
    proxyHealthy: () => boolean
    /** False: ports are answered by {@link ServiceHealthServer.answerAt} only. */
    listen: boolean
  }

  constructor(options: ServiceHealthServer['options']) {
    this.options = options
  }

  /** Opens, closes and updates the servers. */
  async sync(wanted: readonly HealthCheckedService[]): Promise<void> {
    const byKey = new Map(wanted.map((s) => [`${s.namespace}/${s.name}`, s]))
    for (const [key, instance] of [...this.services]) {
      const now = byKey.get(key)
      const { port } = instance.service
      if (now?.port === port) continue
      this.log('Closing healthcheck', key, port)
      this.services.delete(key)
      if (instance.server !== undefined) await closeServer(instance.server)
    }
    for (const [key, service] of byKey) {
      const existing = this.services.get(key)
      if (existing === undefined) await this.open(key, service)
      else existing.service = service
    }
  }

  /** The answer at a healthCheckNodePort; undefined where no Service has the port. */
  answerAt(port: number): ServiceHealthAnswer | undefined {
    const found = [...this.services.values()].find(({ service }) => service.port === port)
    return found && this.answer(found.service)
  }

  async close(): Promise<void> {
    const servers = [...this.services.values()]
    this.services.clear()
    await Promise.all(servers.map((s) => (s.server === undefined ? undefined : closeServer(s.server))))
  }

  private async open(key: string, service: HealthCheckedService): Promise<void> {
    const { nodeName, logger, recorder } = this.options
    this.log('Opening healthcheck', key, service.port)
    const instance: Instance = { service, server: undefined }
    try {
      if (this.options.listen)
        instance.server = await listen(`0.0.0.0:${service.port}`, 'tcp4', (_request, response) => {
          const { code, headers, body } = this.answer(instance.service)
          response.writeHead(code, headers)
          response.end(body)
        })
      this.services.set(key, instance)
    } catch (error) {
      const err = (error as Error).message
      recorder.record({
        about: { apiVersion: 'v1', kind: 'Service', namespace: service.namespace, name: service.name },
        type: 'Warning',
        reason: 'FailedToStartServiceHealthcheck',
        action: 'Listen',
        note: `node ${nodeName} failed to start healthcheck ${JSON.stringify(key)} on port ${service.port}: ${err}`,
      })
      logger.logS('E', 'Failed to start healthcheck', {
        err,
        node: nodeName,
        service: key,
        port: service.port,
      })
    }
  }

  private answer({ namespace, name, localEndpoints }: HealthCheckedService): ServiceHealthAnswer {
    const { serviceProxyHealthy, endpointWeight } = serveDialect(this.options.minor)
    const healthy = serviceProxyHealthy ? { serviceProxyHealthy: this.options.proxyHealthy() } : {}
    const weight: Record<string, string> = endpointWeight
      ? { 'X-Load-Balancing-Endpoint-Weight': String(localEndpoints) }
      : {}
    const body = { service: { namespace, name }, localEndpoints, ...healthy }
    return {
      code: localEndpoints > 0 && healthy.serviceProxyHealthy !== false ? 200 : 503,
      headers: {
        'Content-Type': 'application/json',
        'X-Content-Type-Options': 'nosniff',
        ...weight,
      },
      body: `${JSON.stringify(body, undefined, '\t')}`,
    }
  }

  private log(message: string, service: string, port: number): void {
    if (this.options.verbosity >= 2) this.options.logger.logS('I', message, { service, port })
  }
}
