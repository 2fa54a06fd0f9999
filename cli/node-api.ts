// kepsim node-api: the node-local API of the kube-proxy rework, its server and three backends on its client.
import type { Command } from './command.ts'
import { checkedVerb, parseCommandLine } from './command-line.ts'
import { inputErrorText } from './error-text.ts'
import { nodeApiLine, nodeApiVerb } from './lines/node-api.ts'
import { UsageError } from './usage-error.ts'

/** `kepsim node-api`: serves the node-local API, or watches one and prints rules. Usage errors end with exit code 2. */
export const run: Command = async (args) => {
  // Errors are told below; grpc-js would write them a second time.
  process.env['GRPC_VERBOSITY'] ??= 'NONE'
  try {
    const [first, ...rest] = args
    if (first === '--help' || first === '-h') {
      parseCommandLine(nodeApiLine, args)
      return 0
    }
    const verb = checkedVerb(nodeApiLine, first)
    const parsed = parseCommandLine(nodeApiVerb(verb), rest)
    if (parsed === undefined) return 0
    if (parsed.positional.length > 0) throw new UsageError(`unknown argument "${parsed.positional[0]}"`)
    if (verb === 'serve') return await (await import('./node-api/serve.ts')).serve(parsed.values)
    return await (await import('./node-api/watch.ts')).watch(verb, parsed.values)
  } catch (error) {
    const text = inputErrorText('node-api', error)
    if (text === undefined) throw error
    process.stderr.write(text)
    return 2
  }
}
