// Flags that only this simulator has.
import type { FlagDefinition } from '../../component-base/flags/flag-definition.ts'
import { defaultHistoryMegabytes } from '../storage/history.ts'

/** The flags of `kepsim kube-apiserver` that the real one does not have. */
export const ownFlags: readonly FlagDefinition[] = [
  { name: 'release', type: 'string' },
  { name: 'data-dir', type: 'string' },
  { name: 'http', type: 'bool' },
  { name: 'plan', type: 'string' },
  { name: 'webhook', type: 'stringArray' },
  { name: 'webhook-addresses', type: 'string', default: 'loopback' },
  { name: 'metrics-server', type: 'bool' },
  { name: 'metrics-usage', type: 'string' },
  { name: 'watch-cache-mb', type: 'int', default: String(defaultHistoryMegabytes) },
]

/** The help of these flags. */
export const ownFlagsHelp = `kepsim's own flags:
      --release 1.NN[.Z]     the release to be (default: the newest)
      --plan NAME|FILE       a plan, whose releases may then be named
      --data-dir DIR         keep the store there (default: in memory)
      --http                 serve without TLS
      --webhook NS/NAME[:PORT]=URL
                             where webhooks of a Service are answered, as default/hooks=https://127.0.0.1:9443 (repeatable)
      --webhook-addresses A  which addresses webhooks may have: loopback (default) or any
      --metrics-server       answer the Service kube-system/metrics-server, from usage that annotations of pods and nodes give
      --metrics-usage cpu=Q,memory=Q
                             with --metrics-server: what containers use that nothing is said of (default: nothing)
      --watch-cache-mb N     what older versions may take that watches and lists go back to (default 16)
`

/** The value of an own flag in a command line that has not been parsed yet: the release says which other flags there are. */
export function peekFlag(args: readonly string[], name: string): string | undefined {
  let value: string | undefined
  for (let i = 0; i < args.length; i++) {
    if (args[i] === `--${name}`) value = args[++i] ?? value
    else if (args[i]!.startsWith(`--${name}=`)) value = args[i]!.slice(name.length + 3)
  }
  return value
}
