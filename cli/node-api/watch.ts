// kepsim node-api watch, print-nftables, print-iptables: backends on the client library.
import type { FlagValues } from '../../component-base/flags/flag-values.ts'
import { iptablesText } from '../../kube-proxy-sim/node-api/backends/iptables.ts'
import { nftablesText } from '../../kube-proxy-sim/node-api/backends/nftables.ts'
import { printBackend } from '../../kube-proxy-sim/node-api/backends/print.ts'
import { EndpointsClient, type StateHandler } from '../../kube-proxy-sim/node-api/client/endpoints-client.ts'
import { UsageError } from '../usage-error.ts'

const print = (text: string): void => void process.stdout.write(text)

const backends: Readonly<Record<string, (values: FlagValues) => StateHandler>> = {
  watch: () => printBackend(print, () => new Date().toISOString()),
  'print-nftables': () => (items) => print(nftablesText(items)),
  'print-iptables': (values) => (items) => print(iptablesText(items, values.bool('ipv6') ? 'v6' : 'v4')),
}

/** Runs until SIGINT or SIGTERM, or with --once until the first state (exit code 0). */
export async function watch(name: string, values: FlagValues): Promise<number> {
  let failing = ''
  const client = new EndpointsClient({
    target: values.string('target'),
    instanceID: unsigned(values, 'instance-id'),
    rev: unsigned(values, 'rev'),
    errorDelay: values.duration('error-delay'),
    maxMessageSize: values.number('max-msg-size'),
    onError: ({ message }) => {
      if (message !== failing) process.stderr.write(`kepsim node-api: ${message}\n`)
      failing = message
    },
  })
  client.cancelOnSignals()
  const once = values.bool('once')
  const show = backends[name]!(values)
  await client.run(
    (items) => {
      failing = ''
      return show(items)
    },
    { once },
  )
  if (once && client.instanceID !== 0n)
    process.stderr.write(`to resume this watch, use --instance-id ${client.instanceID} --rev ${client.rev}\n`)
  return 0
}

function unsigned(values: FlagValues, name: string): bigint {
  const text = values.string(name)
  const number = /^[0-9]+$/.test(text) ? BigInt(text) : -1n
  if (number < 0n || number >= 1n << 64n)
    throw new UsageError(`--${name} ${text} is not a whole number of 64 bits`)
  return number
}
