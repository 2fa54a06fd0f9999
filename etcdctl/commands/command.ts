import type { FlagDefinition } from '../../component-base/flags/flag-definition.ts'
import type { FlagValues } from '../../component-base/flags/flag-values.ts'
import type { EtcdApi } from '../api/etcd-api.ts'
import type { EtcdctlHost } from '../host.ts'
import type { Look } from '../output/key-values.ts'

/** What a command is given. */
export interface CommandCall {
  host: EtcdctlHost
  words: readonly string[]
  flags: FlagValues
  look: Look
  /** As `--endpoints` or ETCDCTL_ENDPOINTS says. */
  endpoints: readonly string[]
  /** The etcd of the first endpoint that answers. */
  api(): Promise<EtcdApi>
  /** That of one endpoint. */
  apiAt(endpoint: string): Promise<EtcdApi>
  print(text: string | Buffer): void
}

/** A flag with what --help says of it. */
export type CommandFlag = FlagDefinition & { about: string }

/** A command of etcdctl or etcdutl. */
export interface CtlCommand {
  about: string
  /** What follows its name in the usage line. */
  usage: string
  flags?: readonly CommandFlag[]
  /** A line for stderr before it runs. */
  deprecated?: string
  run(call: CommandCall): Promise<void>
}
