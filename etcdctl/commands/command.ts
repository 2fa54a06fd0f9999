import type { FlagDefinition } from '../../component-base/flags/flag-definition.ts'
import type { FlagValues } from '../../component-base/flags/flag-values.ts'
import type { EtcdApi } from '../api/etcd-api.ts'
import type { EtcdctlHost } from '../host.ts'
import type { Look } from '../output/key-values.ts'

/** The words, flags and etcd that a command runs with. */
export interface CommandCall {
  host: EtcdctlHost
  words: readonly string[]
  flags: FlagValues
  look: Look
  /** The value of `--endpoints` or ETCDCTL_ENDPOINTS. */
  endpoints: readonly string[]
  /** The etcd of the first endpoint that answers. */
  api(): Promise<EtcdApi>
  /** The etcd of one endpoint. */
  apiAt(endpoint: string): Promise<EtcdApi>
  print(text: string | Buffer): void
}

/** A flag, with its description in --help. */
export type CommandFlag = FlagDefinition & { about: string }

/** A command of etcdctl or etcdutl. */
export interface CtlCommand {
  about: string
  /** The rest of the usage line, after the command's name. */
  usage: string
  flags?: readonly CommandFlag[]
  /** A deprecation line that is written to stderr before the command runs. */
  deprecated?: string
  run(call: CommandCall): Promise<void>
}
