import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo, Server } from 'node:net'
import type { RestClient } from '../../client/rest-client.ts'
import type { Logger } from '../../component-base/klog.ts'
import { type Answer, send } from './http-answer.ts'
import { KubeletAccess } from './kubelet-access.ts'
import { type EndpointState, healthzAnswer } from './kubelet-endpoints.ts'
import { kubeletAPI, kubeletListener, takeUpgrades } from './kubelet-server.ts'
import { requestTarget } from './request-target.ts'

/** The servers of a running kubelet. `close` ends open connections. */
export interface KubeletServers {
  close(): Promise<void>
}

interface ServeOptions {
  state: EndpointState
  logger: Logger
  /** The serving certificate and its key (PEM); asked for only where the kubelet's own port is served. */
  certificate: () => Promise<{ cert: string; key: string }>
  /** Asked who may ask the kubelet; undefined of a standalone kubelet. */
  client: Pick<RestClient, 'create'> | undefined
  readText: (path: string) => Promise<string>
}

const loopback = '127.0.0.1'

function respond(request: IncomingMessage, response: ServerResponse, answer: (path: string) => Answer): void {
  const target = requestTarget(request.url ?? '')
  send(request, response, 'status' in target ? target : answer(target.path))
}

function listen(server: Server, port: number): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, loopback, () => resolve(server.address() as AddressInfo))
  })
}

/** Clients are asked for certificates where an authority for them is named; who shows none may be let through by other means. */
async function clientTrust({ state, readText }: ServeOptions) {
  const path = state.config.authentication?.x509?.clientCAFile
  return path ? { ca: await readText(path), requestCert: true, rejectUnauthorized: false } : {}
}

/**
 * Serves health, the kubelet's own API and what everybody may read of it on the loopback address, whatever address the configuration names. A port that is
 * taken is said in the log; but for health that ends the process upstream. @returns undefined where that is so
 */
export async function serveKubelet(options: ServeOptions): Promise<KubeletServers | undefined> {
  const { state, logger } = options
  const { config } = state
  const open: Server[] = []
  const close = async (): Promise<void> => {
    await Promise.all(
      open.map(
        (server) =>
          new Promise((resolve) => {
            server.close(resolve)
            if ('closeAllConnections' in server) (server.closeAllConnections as () => void)()
          }),
      ),
    )
  }
  const inUse = (port: number): string => `listen tcp ${loopback}:${port}: bind: address already in use`
  const healthzPort = config.healthzPort ?? 0
  if (healthzPort > 0) {
    const server = createServer((request, response) => respond(request, response, healthzAnswer))
    await listen(server, healthzPort).then(
      () => open.push(server),
      () => logger.logS('E', 'Failed to start healthz server', { err: inUse(healthzPort) }),
    )
  }
  /** Resolves to false where the port is taken: everything is closed then. */
  const listens = async (server: Server, port: number, message: string): Promise<boolean> => {
    try {
      await listen(server, port)
    } catch {
      logger.logS('E', 'Failed to listen and serve', { err: inUse(port) })
      await close()
      return false
    }
    open.push(server)
    logger.logS('I', message, { address: config.address ?? '0.0.0.0', port })
    return true
  }
  const { readOnlyPort = 0 } = config
  if (readOnlyPort > 0) {
    const server = createServer(kubeletListener({ ...kubeletAPI(state), debugging: false }))
    if (!(await listens(server, readOnlyPort, 'Starting to listen read-only'))) return undefined
  }
  if (config.enableServer === false) return { close }
  const access = new KubeletAccess({
    ...{ config, logger, client: options.client, clock: state.clock, nodeName: state.nodeName },
    ...{ minor: state.release.minor, gates: state.enabled },
  })
  const api = kubeletAPI(state, access)
  const own = await options.certificate()
  const secure = createSecureServer({ ...own, ...(await clientTrust(options)) }, kubeletListener(api))
  takeUpgrades(secure, api)
  return (await listens(secure, config.port ?? 10250, 'Starting to listen')) ? { close } : undefined
}
