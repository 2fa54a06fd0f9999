// The rules that a real kube-proxy programs for the recorded Services, in a private network.
import { spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { minorRelease } from '../../../component-base/minor.ts'
import { RecordError } from '../record-error.ts'
import { adminToken } from '../server/admin.ts'
import { startRealServer } from '../server/real-server.ts'
import { goldenIptables, goldenNft } from './golden-rules.ts'
import { output, setUpNetwork } from './private-network.ts'
import { type Variant, variantsOf } from './proxy-variants.ts'
import { type RecordedRules, shortened } from './recorded-rules.ts'
import { type CaseRecorder, listText } from './recorder.ts'
import { createInputs, fieldGates, readInputs, rulesFolder } from './rules-inputs.ts'
import { inFolder } from './run-binary.ts'
import { startLog } from './start-log.ts'

/** A running API server with the inputs, and the kube-proxy that asks it. */
interface Stage {
  kubeProxy: string
  kubeconfig: string
  /** For what components write. */
  folder: string
}

function kubeconfig(folder: string, port: number): string {
  const file = join(folder, 'kubeconfig')
  const config = {
    clusters: [
      { name: 'c', cluster: { server: `https://127.0.0.1:${port}`, 'insecure-skip-tls-verify': true } },
    ],
    users: [{ name: 'u', user: { token: adminToken } }],
    contexts: [{ name: 'c', context: { cluster: 'c', user: 'u' } }],
    'current-context': 'c',
  }
  writeFileSync(file, JSON.stringify({ apiVersion: 'v1', kind: 'Config', ...config }), { mode: 0o600 })
  return file
}

const argsOf = (flags: Readonly<Record<string, string>>): string[] =>
  Object.entries(flags).map(([flag, value]) => `${flag}=${value}`)

/** Flags without a part in the rules. Limits of conntrack are the machine's, not the network's. */
const hostFlags = ['--v=2', '--conntrack-max-per-core=0', '--conntrack-min=0']

const rulesOf = ({ golden }: Variant): string =>
  golden[0]!.includes('.nft.')
    ? goldenNft(output('nft', 'list', 'ruleset'))
    : goldenIptables(output('iptables-save'))

const liberal = '/proc/sys/net/netfilter/nf_conntrack_tcp_be_liberal'

/** Empties the private network of what the kube-proxy before has programmed, and set. */
function flush(): void {
  output('nft', 'flush', 'ruleset')
  writeFileSync(liberal, '0')
}

/** What a kube-proxy programmed, and logged at its start. */
interface Programmed {
  rules: string
  log: string[]
}

/** Runs kube-proxy until what it has programmed stays as it is. Undefined where it does not take the flags. */
async function recordVariant(stage: Stage, variant: Variant): Promise<Programmed | undefined> {
  const logFile = join(stage.folder, `${variant.variant}.log`)
  const log = openSync(logFile, 'w')
  const args = [`--kubeconfig=${stage.kubeconfig}`, ...hostFlags, ...argsOf(variant.flags)]
  const child = spawn(stage.kubeProxy, args, { stdio: ['ignore', log, log] })
  closeSync(log)
  let ended = false
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()))
  void closed.then(() => {
    ended = true
  })
  try {
    const rules = await settledRules(variant, logFile, () => ended)
    return rules === undefined ? undefined : { rules, log: startLog(readFileSync(logFile, 'utf8')) }
  } finally {
    child.kill('SIGKILL')
    await closed
    flush()
  }
}

const patienceMs = 60_000

async function settledRules(
  variant: Variant,
  logFile: string,
  ended: () => boolean,
): Promise<string | undefined> {
  const until = performance.now() + patienceMs
  let before = ''
  while (performance.now() < until) {
    await pause(1500)
    const log = readFileSync(logFile, 'utf8')
    if (ended()) {
      if (/unknown flag|unrecognized feature gate|ProxyMode: Invalid value/.test(log)) return undefined
      throw new RecordError(`kube-proxy ${variant.variant} ended: ${log.trimEnd().split('\n').at(-1)}`)
    }
    const synced = /SyncProxyRules complete|syncProxyRules complete/.test(log)
    const now = synced ? rulesOf(variant) : ''
    if (synced && now !== '' && now === before) return now
    before = now
  }
  throw new RecordError(
    `kube-proxy ${variant.variant} has not programmed its rules in ${patienceMs / 1000} seconds`,
  )
}

/** Runs all variants of a release. @param without Services that are not there */
async function recordVariants(
  stage: Stage,
  release: string,
  without: string[],
  remark: (line: string) => void,
): Promise<RecordedRules> {
  const variants: Variant[] = []
  const files: Record<string, string> = {}
  for (const variant of variantsOf(release)) {
    const programmed = await recordVariant(stage, variant)
    if (programmed === undefined) {
      remark(`${variant.variant} is not recorded: its kube-proxy does not take the flags`)
      continue
    }
    const { rules, log } = programmed
    variants.push({ ...variant, log, ...(without.length === 0 ? {} : { without }) })
    files[variant.golden[0]!] = rules
  }
  return shortened(variants, files)
}

/** A folder for each version, with a list of its variants. Must run in a private network. */
export const recordRules: CaseRecorder = ({ binary, etcd, version, recordings, remark }) =>
  inFolder(async (folder) => {
    const release = minorRelease(version.slice(1))
    const kubeProxy = binary('kube-proxy')
    const binaries = { etcd: etcd(), 'kube-apiserver': binary('kube-apiserver') }
    const inputs = readInputs(recordings)
    const { own } = inputs
    setUpNetwork(own.address)
    const flags = [`--advertise-address=${own.address}`, ...fieldGates(release)]
    const server = await startRealServer({ binaries, folder, flags, port: own.port, patience: 180_000 })
    try {
      const without = await createInputs(server, inputs)
      if (without.length > 0)
        remark(`Services that ${release} finds invalid are left out: ${without.join(', ')}`)
      const stage = { kubeProxy, folder, kubeconfig: kubeconfig(folder, server.port) }
      const { variants, files } = await recordVariants(stage, release, without, remark)
      const texts = { 'variants.json': listText(variants), ...files }
      return Object.fromEntries(
        Object.entries(texts).map(([name, text]) => [`${rulesFolder}/${version}/${name}`, text]),
      )
    } finally {
      await server.stop()
    }
  })
