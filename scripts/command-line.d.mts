import type { ParseArgsConfig, parseArgs } from 'node:util'

export declare function commandLine<const Config extends ParseArgsConfig>(
  usage: string,
  config: Config,
): ReturnType<typeof parseArgs<Config>>
