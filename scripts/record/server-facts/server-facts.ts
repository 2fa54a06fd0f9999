// The facts that a running kube-apiserver tells: of one without flags, and of one with everything on.
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Binaries } from '../components.ts'
import { RecordError } from '../record-error.ts'
import type { Recording } from '../recording.ts'
import { type RealServer, startRealServer } from '../server/real-server.ts'
import { json } from '../server/server-client.ts'
import { recordBootstrapObjects } from './bootstrap-objects.ts'
import { recordDiscovery } from './discovery.ts'
import { gatesInHelp, gatesInMetrics } from './enabled-gates.ts'
import { recordSchemas } from './schemas.ts'
import { recordTables } from './tables.ts'

/** How a server is started: which binaries, a folder for what it writes, milliseconds until it must be ready. */
export interface Servers {
  binaries: Binaries
  folder: string
  patience: number
}

/** Flags that turn on everything, the most first: not every release starts with all of its alpha gates. */
const everything = [
  ['--runtime-config=api/all=true', '--feature-gates=AllAlpha=true,AllBeta=true'],
  ['--runtime-config=api/all=true', '--feature-gates=AllBeta=true'],
  ['--runtime-config=api/all=true'],
]
const asking = { times: 60, pause: () => pause(500) }

async function withServer<T>(
  { folder, ...servers }: Servers,
  name: string,
  flags: readonly string[],
  ask: (server: RealServer) => Promise<T>,
): Promise<T> {
  const server = await startRealServer({ ...servers, folder: join(folder, name), flags })
  try {
    return await ask(server)
  } finally {
    await server.stop()
  }
}

async function serverVersion({ client }: RealServer): Promise<Record<string, string>> {
  return json(client, '/version')
}

/** @param help kube-apiserver's --help */
async function enabledGates({ client }: RealServer, help: string, into: Recording): Promise<void> {
  const told = gatesInMetrics(await client.text('/metrics', 'text/plain'))
  const none = Object.keys(told).length === 0
  if (none)
    into.remark('gates-enabled-by-default is of --help, without GA gates: /metrics does not tell gates')
  into.facts['gates-enabled-by-default'] = none ? gatesInHelp(help) : told
}

/**
 * Records what a server without flags tells into `into`, and answers its version (`v1.29.15`).
 * Rejects with RecordError where it is not of `release` (`1.29`).
 */
export function recordDefaults(
  servers: Servers,
  release: string,
  help: string,
  into: Recording,
): Promise<string> {
  return withServer(servers, 'default', [], async (server) => {
    const version = await serverVersion(server)
    const gitVersion = version['gitVersion']!
    if (!gitVersion.startsWith(`v${release}.`))
      throw new RecordError(
        `${servers.binaries['kube-apiserver']} is ${gitVersion}, and not of release ${release}`,
      )
    const discovery = await recordDiscovery(server.client, gitVersion)
    into.facts['discovery'] = discovery
    into.facts['version'] = version
    into.facts['bootstrap-objects'] = await recordBootstrapObjects(
      server.client,
      discovery,
      server.port,
      asking,
    )
    await enabledGates(server, help, into)
    return gitVersion
  })
}

async function recordEverythingOn(server: RealServer, version: string, into: Recording): Promise<void> {
  const discovery = await recordDiscovery(server.client, version)
  const { fromV2, schemas } = await recordSchemas(server.client)
  into.facts['discovery-all'] = discovery
  into.facts['schemas'] = schemas
  into.facts['tables'] = await recordTables(server.client, discovery)
  if (fromV2 > 0)
    into.remark(`${fromV2} schemas are of /openapi/v2, which says no defaults: /openapi/v3 lacks them`)
}

/** Records what a server with all APIs and gates on tells; where it does not start so, with the most that it does start with. */
export async function recordAll(servers: Servers, version: string, into: Recording): Promise<void> {
  for (const [at, flags] of everything.entries())
    try {
      await withServer(servers, `all-${at}`, flags, (server) => recordEverythingOn(server, version, into))
      into.remark(`discovery-all, schemas and tables are of a server with ${flags.join(' ')}`)
      return
    } catch (error) {
      if (!(error instanceof RecordError) || at === everything.length - 1) throw error
      into.remark(`with ${flags.join(' ')}: ${error.message}`)
    }
}
