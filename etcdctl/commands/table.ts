// The commands by their names, as `endpoint health`; the groups by theirs.
import * as cluster from './cluster.ts'
import type { CommandFlag, CtlCommand } from './command.ts'
import * as keys from './keys.ts'
import * as snapshot from './snapshot.ts'
import { watch } from './watch.ts'

/** The version that kepsim's etcdctl and etcdutl print. */
export const version = '3.5.21'
const apiVersion = version.replace(/\.\d+$/, '')

const versionOf = (program: string): CtlCommand => ({
  about: `Prints the version of ${program}`,
  usage: '',
  async run(call) {
    call.print(`${program} version: ${version}\nAPI version: ${apiVersion}\n`)
  },
})

/** A program with its help text, commands and flags. */
export interface CtlProgram {
  name: 'etcdctl' | 'etcdutl'
  about: string
  commands: Readonly<Record<string, CtlCommand>>
  groups: Readonly<Record<string, string>>
  /** Commands of the real program that are not here. */
  others: readonly string[]
  flags: readonly CommandFlag[]
}

const output: CommandFlag = {
  name: 'write-out',
  shorthand: 'w',
  type: 'string',
  default: 'simple',
  about: 'set the output format (fields, json, protobuf, simple, table)',
}
const text = (name: string, about: string): CommandFlag => ({ name, type: 'string', about })
const duration = (name: string, value: string, about: string): CommandFlag => ({
  name,
  type: 'duration',
  default: value,
  about,
})

/** Upstream: etcd's etcdctl/ctlv3/ctl.go */
const globalFlags: readonly CommandFlag[] = [
  text('cacert', 'verify certificates of TLS-enabled secure servers using this CA bundle'),
  text('cert', 'identify secure client using this TLS certificate file'),
  duration('command-timeout', '5s', 'timeout for short running command (excluding dial timeout)'),
  { name: 'debug', type: 'bool', about: 'enable client-side debug logging' },
  duration('dial-timeout', '2s', 'dial timeout for client connections'),
  { name: 'endpoints', type: 'strings', default: '[127.0.0.1:2379]', about: 'gRPC endpoints' },
  { name: 'hex', type: 'bool', about: 'print byte strings as hex encoded strings' },
  {
    name: 'insecure-skip-tls-verify',
    type: 'bool',
    about:
      'skip server certificate verification (CAUTION: this option should be enabled only for testing purposes)',
  },
  {
    name: 'insecure-transport',
    type: 'bool',
    default: 'true',
    about: 'disable transport security for client connections',
  },
  text('key', 'identify secure client using this TLS key file'),
  output,
]

/** The commands of etcdctl that are here. */
export const etcdctl: CtlProgram = {
  name: 'etcdctl',
  about: 'A simple command line client for etcd3.',
  flags: globalFlags,
  groups: {
    alarm: 'Alarm related commands',
    endpoint: 'Endpoint related commands',
    member: 'Membership related commands',
    snapshot: 'Manages etcd node snapshots',
  },
  commands: {
    'alarm disarm': cluster.alarmDisarm,
    'alarm list': cluster.alarmList,
    compaction: keys.compaction,
    defrag: cluster.defrag,
    del: keys.del,
    'endpoint health': cluster.endpointHealth,
    'endpoint status': cluster.endpointStatus,
    get: keys.get,
    'member list': cluster.memberList,
    put: keys.put,
    'snapshot restore': {
      ...snapshot.restore,
      deprecated: 'Deprecated: Use `etcdutl snapshot restore` instead.\n\n',
    },
    'snapshot save': snapshot.save,
    'snapshot status': {
      ...snapshot.status,
      about: '[deprecated] Gets backend snapshot status of a given file',
      deprecated: 'Deprecated: Use `etcdutl snapshot status` instead.\n\n',
    },
    version: versionOf('etcdctl'),
    watch,
  },
  others: ['auth', 'check', 'elect', 'lease', 'lock', 'make-mirror', 'move-leader', 'role', 'txn', 'user'],
}

/** The commands of etcdutl that are here. */
export const etcdutl: CtlProgram = {
  name: 'etcdutl',
  about: 'An administrative command line tool for etcd3.',
  flags: [output],
  groups: { snapshot: 'Manages etcd node snapshots' },
  commands: {
    'snapshot restore': snapshot.restore,
    'snapshot status': snapshot.status,
    version: versionOf('etcdutl'),
  },
  others: ['backup', 'defrag', 'completion', 'hashkv', 'migrate'],
}
