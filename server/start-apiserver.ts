// Upstream: cmd/kube-apiserver/app/server.go (Run, CreateServerChain)
import { joinHostPort } from '../component-base/go/net.ts'
import type { Random } from '../component-base/random.ts'
import { auditing } from './apiserver-parts/audit.ts'
import { authentication } from './apiserver-parts/authentication.ts'
import { authorization } from './apiserver-parts/authorization.ts'
import { type Foundation, openFoundation } from './apiserver-parts/foundation.ts'
import { servingCertificates } from './apiserver-parts/serving-certificates.ts'
import type { ServingState } from './apiserver-parts/serving-state.ts'
import type { StartOptions } from './apiserver-parts/start-options.ts'
import { openStoredRules } from './apiserver-parts/stored-rules.ts'
import { createServer, type KubeServer } from './create-server.ts'
import { handleError } from './handle-error.ts'
import type { ApiserverConfig } from './options/apiserver-config.ts'
import { StartupError } from './options/startup-error.ts'
import { startCompaction } from './storage/compaction.ts'

/** A kube-apiserver that listens. */
export interface RunningApiserver extends Pick<Foundation, 'certificates' | 'storage'> {
  readonly server: KubeServer
  readonly url: string
  readonly port: number
  /** Ends watches, closes what the start opened. */
  close(): Promise<void>
}

/**
 * A server that serves when the promise is fulfilled: for all who want one. `config` is what prepareApiserver makes of a command
 * line. Throws a StartupError where a file or the address cannot be used; nothing stays open then.
 */
export async function startApiserver(
  config: ApiserverConfig,
  options: StartOptions,
): Promise<RunningApiserver> {
  const foundation = await openFoundation(config, options)
  const close: (() => Promise<void> | void)[] = []
  if (options.storage === undefined) close.push(() => foundation.storage.close())
  const closeAll = async (): Promise<void> => {
    for (const one of close.splice(0).reverse()) await one()
  }
  try {
    const { server, port } = await serve(foundation, options, close)
    const { certificates, storage } = foundation
    return { server, certificates, storage, url: urlOf(config, port), port, close: closeAll }
  } catch (error) {
    await closeAll()
    throw error
  }
}

/** @param close gets what is to be done at the end, last first */
async function serve(
  foundation: Foundation,
  { trusting = false, nodes, plugins, turns, grace, mayAudit = false }: StartOptions,
  close: (() => Promise<void> | void)[],
): Promise<{ server: KubeServer; port: number }> {
  const { config, clock, storage, logger } = foundation
  const rules = await openStoredRules(foundation)
  close.push(() => rules.close())
  const authorized = authorization(foundation, rules.rbac, trusting)
  close.push(() => authorized.close())
  const authenticated = authentication(foundation)
  close.push(() => authenticated.close())
  const state: ServingState = { ready: false, closing: false, failing: () => rules.failing() }
  const audit = auditing(foundation, mayAudit)
  if (audit !== undefined) close.push(() => audit.close())
  const parts = { rules, authorized, authenticated, state, nodes, plugins, grace, auditing: audit }
  const server = createServer(foundation, parts)
  close.push(() => server.close())
  const interval = config.flags.duration('etcd-compaction-interval', 300_000)
  close.push(startCompaction(storage, clock, interval, handleError(logger, 'Compaction failed')))
  close.push(() => {
    state.closing = true
  })
  const port = await listen(foundation, server, turns)
  const ready = server.ready.then(() => {
    state.ready = true
  })
  // What cannot be decoded keeps a server from being ready, not from serving.
  await Promise.race([ready, server.blocked])
  ready.catch(() => {})
  return { server, port }
}

async function listen(
  { config, certificates, random }: Foundation,
  server: KubeServer,
  turns: StartOptions['turns'],
): Promise<number> {
  const { bindAddress: host, port, http, flags } = config
  const tls = http ? undefined : await servingCertificates(config, certificates)
  const http2Streams = flags.bool('disable-http2-serving')
    ? undefined
    : flags.number('http2-max-streams-per-connection', 0)
  try {
    const goAway = goAwayDecider(flags.number('goaway-chance', 0), random)
    return await server.listen({
      host,
      port,
      turns,
      http2Streams,
      goAway,
      ...(tls === undefined ? {} : { tls }),
    })
  } catch (error) {
    throw new StartupError(
      `failed to create listener: failed to listen on ${joinHostPort(host, port)}: ${(error as Error).message}`,
      { cause: error },
    )
  }
}

const draws = 1_000_000_000

/** Upstream: apiserver/pkg/server/filters/goaway.go. @param chance of each request: 0 … 1 */
const goAwayDecider = (chance: number, random: Random): (() => boolean) | undefined =>
  chance > 0 ? () => random.int(draws) < chance * draws : undefined

function urlOf({ bindAddress, http }: ApiserverConfig, port: number): string {
  const host = ['0.0.0.0', '::'].includes(bindAddress) ? '127.0.0.1' : bindAddress
  return `http${http ? '' : 's'}://${joinHostPort(host, port)}`
}
