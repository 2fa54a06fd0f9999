// kepsim node-api: the node-local API of the kube-proxy rework, its server and three backends on its client.
import { FlagError } from '../component-base/flags/flag-definition.ts'
import { UnknownReleaseError } from '../component-base/release.ts'
import type { Command } from './command.ts'
import { planErrorText } from './plan-option.ts'
import { UsageError } from './usage-error.ts'

const help = `usage: kepsim node-api COMMAND [FLAGS]

  serve            computes what one node has to program, from Services and EndpointSlices of any kube-apiserver, and
                   serves it with gRPC
                     --kubeconfig FILE or --server URL   the kube-apiserver (default: $KUBECONFIG)
                     --node-name NAME                    default: this machine's name
                     --listen SPEC                       tcp://127.0.0.1:12345 (default) or unix:///path; may be given more than once
                     --allow-remote                      take addresses that other machines reach
                     --release 1.34, --plan NAME|FILE, --feature-gates A=true    whose choices of endpoints these are
  watch            prints the full state after each change, a line of JSON for each service
  print-nftables   prints each state as a ruleset for nft -f
  print-iptables   prints each state for iptables-restore (with --ipv6 for ip6tables-restore)
                     --target SPEC        default: 127.0.0.1:12345
                     --once               only the first state
                     --instance-id, --rev the state that is known, to resume a watch
                     --error-delay 1s     the pause before it is tried again
                     --max-msg-size N     bytes of one item at most (default: 4194304)
`

/** `kepsim node-api`: serves the node-local API, or watches one and prints rules. Usage errors end with exit code 2. */
export const run: Command = async ([name, ...args]) => {
  if (name === undefined || args.includes('--help') || ['--help', '-h', 'help'].includes(name)) {
    process.stdout.write(help)
    return name === undefined ? 2 : 0
  }
  // Errors are told below; grpc-js would write them a second time.
  process.env['GRPC_VERBOSITY'] ??= 'NONE'
  try {
    if (name === 'serve') return await (await import('./node-api/serve.ts')).serve(args)
    return await (await import('./node-api/watch.ts')).watch(name, args)
  } catch (error) {
    const planError = planErrorText('node-api', error)
    const known = [FlagError, UsageError, UnknownReleaseError].some((kind) => error instanceof kind)
    if (planError === undefined && !known) throw error
    process.stderr.write(planError ?? `kepsim node-api: ${(error as Error).message}\n`)
    return 2
  }
}
