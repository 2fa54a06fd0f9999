// Upstream: etcd's etcdctl/ctlv3/command/{ep,member,defrag,alarm}_command.go
import { formatDuration } from '../../component-base/go/duration.ts'
import type { EtcdApi } from '../api/etcd-api.ts'
import { ExitError } from '../exit-error.ts'
import {
  alarmsText,
  type EndpointStatus,
  type Health,
  healthText,
  membersText,
  statusText,
} from '../output/cluster.ts'
import type { CommandCall, CommandFlag, CtlCommand } from './command.ts'

const clusterFlag: CommandFlag = {
  name: 'cluster',
  type: 'bool',
  about: 'use all endpoints from the cluster member list',
}

/** The endpoints that a command is about. */
async function endpointsOf({ api, endpoints, flags }: CommandCall): Promise<readonly string[]> {
  if (!flags.bool('cluster')) return endpoints
  const { members = [] } = await (await api()).memberList()
  return members.flatMap(({ clientURLs = [] }) => clientURLs)
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** `endpoint health`: a read of each endpoint. */
export const endpointHealth: CtlCommand = {
  about: 'Checks the healthiness of endpoints specified in `--endpoints` flag',
  usage: '',
  flags: [clusterFlag],
  async run(call) {
    const { host, look } = call
    const all: Health[] = []
    for (const endpoint of await endpointsOf(call)) all.push(await healthOf(call, endpoint))
    if (look.format !== 'simple') call.print(healthText(all, look.format))
    else
      for (const { endpoint, health, took, error } of all)
        if (health) call.print(`${endpoint} is healthy: successfully committed proposal: took = ${took}\n`)
        else host.stderr(`${endpoint} is unhealthy: failed to commit proposal: ${error}\n`)
    if (all.some(({ health }) => !health)) throw new ExitError('error', 'unhealthy cluster')
  },
}

async function healthOf({ apiAt, host }: CommandCall, endpoint: string): Promise<Health> {
  const begun = host.now()
  const took = (): string => formatDuration(Math.max(1, host.now() - begun))
  try {
    const api = await apiAt(endpoint)
    await api.range({ key: Buffer.from('health') })
    return { endpoint, health: true, took: took() }
  } catch (error) {
    return { endpoint, health: false, took: took(), error: messageOf(error) }
  }
}

/** `endpoint status`: version, size and revision of each endpoint. */
export const endpointStatus: CtlCommand = {
  about: 'Prints out the status of endpoints specified in `--endpoints` flag',
  usage: '',
  flags: [clusterFlag],
  async run(call) {
    const all: EndpointStatus[] = []
    let failed = false
    for (const endpoint of await endpointsOf(call))
      try {
        all.push({ endpoint, status: await (await call.apiAt(endpoint)).status() })
      } catch (error) {
        failed = true
        call.host.stderr(`Failed to get the status of endpoint ${endpoint} (${messageOf(error)})\n`)
      }
    call.print(statusText(all, call.look.format))
    if (failed) throw new ExitError('error', '')
  },
}

/** `member list`: the members with their addresses. */
export const memberList: CtlCommand = {
  about: 'Lists all members in the cluster',
  usage: '',
  async run(call) {
    call.print(membersText(await (await call.api()).memberList(), call.look.format))
  },
}

/** `defrag`: of each endpoint. */
export const defrag: CtlCommand = {
  about: 'Defragments the storage of the etcd members with given endpoints',
  usage: '',
  flags: [clusterFlag],
  async run(call) {
    let failed = false
    for (const endpoint of await endpointsOf(call))
      try {
        await (await call.apiAt(endpoint)).defragment()
        call.print(`Finished defragmenting etcd member[${endpoint}]\n`)
      } catch (error) {
        failed = true
        call.host.stderr(`Failed to defragment etcd member[${endpoint}] (${messageOf(error)})\n`)
      }
    if (failed) throw new ExitError('error', '')
  },
}

const alarm = (about: string, ask: (api: EtcdApi) => ReturnType<EtcdApi['alarm']>): CtlCommand => ({
  about,
  usage: '',
  async run(call) {
    call.print(alarmsText(await ask(await call.api()), call.look.format))
  },
})

/** `alarm list`: what has been raised. */
export const alarmList = alarm('Lists all alarms', (api) => api.alarm({}))
/** `alarm disarm`: ends what has been raised. */
export const alarmDisarm = alarm('Disarms all alarms', (api) => api.alarm({ action: 2 }))
