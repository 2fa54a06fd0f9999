// Recorded cases: what a real kube-proxy does with the inputs that e2e/golden/cases has.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { minorRelease } from '../../../component-base/minor.ts'
import type { Binaries } from '../components.ts'
import { RecordError } from '../record-error.ts'
import { type ConfigInput, recordKubeProxyConfig } from './kube-proxy-config.ts'
import { type RulesInputs, recordRules } from './proxy-rules.ts'

/** A list with one entry on each line, so that a change of one case is a change of one line. */
const listText = (entries: readonly unknown[]): string =>
  `[\n${entries.map((entry) => JSON.stringify(entry)).join(',\n')}\n]\n`

function readJson<T>(folder: string, file: string): T {
  const path = join(folder, file)
  if (!existsSync(path)) throw new RecordError(`${path} is not there: it holds what is recorded`)
  return JSON.parse(readFileSync(path, 'utf8')) as T
}

/** A release, its components, and the inputs. */
export interface CasesSource {
  /** `v1.29.15` */
  version: string
  binaries: Binaries
  /** The folder with the inputs, as e2e/golden/cases. */
  cases: string
  /** A folder for what the components write. */
  folder: string
  remark(line: string): void
}

const [configFolder, rulesFolder] = ['node/kube-proxy', 'node/rules']

interface OwnService {
  slices: { items: { endpoints: { addresses: string[] }[]; ports: { port: number }[] }[] }
}

/** Where the recorded Service `kubernetes` says that its server is. */
function ownPlace(cases: string): RulesInputs['own'] {
  const [slice] = readJson<OwnService>(cases, `${rulesFolder}/default-kubernetes.json`).slices.items
  return { port: slice!.ports[0]!.port, address: slice!.endpoints[0]!.addresses[0]! }
}

/**
 * The cases of a release, by their files below `cases`. Must run in a private network. Rejects with RecordError where
 * kube-proxy or a tool that it needs is missing.
 */
export async function recordCases(source: CasesSource): Promise<Record<string, string>> {
  const { version, binaries, cases, folder, remark } = source
  const kubeProxy = binaries['kube-proxy']
  if (kubeProxy === undefined) throw new RecordError('--cases needs a kube-proxy among the binaries')
  const configured = recordKubeProxyConfig(
    kubeProxy,
    readJson<ConfigInput[]>(cases, `${configFolder}/inputs.json`),
  )
  const { variants, files } = await recordRules({
    release: minorRelease(version.slice(1)),
    binaries: { ...binaries, 'kube-proxy': kubeProxy },
    inputs: {
      ...readJson<Omit<RulesInputs, 'own'>>(cases, `${rulesFolder}/inputs.json`),
      own: ownPlace(cases),
    },
    folder,
    remark,
  })
  const rules = { 'variants.json': listText(variants), ...files }
  return {
    [`${configFolder}/config-cases-${version}.json`]: listText(configured),
    ...Object.fromEntries(
      Object.entries(rules).map(([name, text]) => [`${rulesFolder}/${version}/${name}`, text]),
    ),
  }
}
