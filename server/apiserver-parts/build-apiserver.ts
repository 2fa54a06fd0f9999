// Upstream: cmd/kube-apiserver/app/server.go (CreateServerChain)
import { createServer, type KubeServer } from '../create-server.ts'
import type { ApiserverConfig } from '../options/apiserver-config.ts'
import { startCompaction } from '../storage/compaction.ts'
import { authentication } from './authentication.ts'
import { authorization } from './authorization.ts'
import { type Foundation, openFoundation } from './foundation.ts'
import { serverOptions } from './server-options.ts'
import type { ServingState } from './serving-state.ts'
import type { StartOptions } from './start-options.ts'
import { openStoredRules } from './stored-rules.ts'

export interface ApiserverParts extends Pick<Foundation, 'certificates' | 'storage'> {
  readonly server: KubeServer
  /** Ends watches, closes what building opened. */
  close(): Promise<void>
}

/** A server that does not listen yet. */
export async function buildApiserver(
  config: ApiserverConfig,
  options: StartOptions,
): Promise<ApiserverParts> {
  const foundation = await openFoundation(config, options)
  try {
    return await builtOn(foundation, options)
  } catch (error) {
    if (options.storage === undefined) await foundation.storage.close()
    throw error
  }
}

async function builtOn(foundation: Foundation, options: StartOptions): Promise<ApiserverParts> {
  const { config, certificates, clock, storage } = foundation
  const rules = await openStoredRules(foundation)
  const authorized = authorization(config, rules.rbac, options.trusting === true)
  const authenticated = authentication(foundation)
  const state: ServingState = { ready: false, closing: false }
  const { nodes } = options
  const server = createServer(serverOptions(foundation, { rules, authorized, authenticated, state, nodes }))
  server.ready.then(
    () => {
      state.ready = true
    },
    () => {},
  )
  const interval = config.flags.duration('etcd-compaction-interval', 300_000)
  const stopCompaction = startCompaction(storage, clock, interval)
  return {
    server,
    certificates,
    storage,
    async close() {
      state.closing = true
      stopCompaction()
      await server.close()
      rules.close()
      if (options.storage === undefined) await storage.close()
    },
  }
}
