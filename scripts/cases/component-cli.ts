// gates/component-cli-cases.json: kubelet and kube-proxy started with gates on the command line or in a configuration file.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseVersion } from '../../featuregates/version.ts'
import { present, readJson } from './case-files.ts'
import { parseLog } from './log-lines.ts'
import { type CaseKind, firstOfEach } from './recorded-case.ts'
import { runComponent } from './run-component.ts'

interface Case {
  /** `kubelet v1.36.3` */
  binary: string
  /** A flag, or `config …` with what the file holds. */
  input: string
  output: string
  /** Where the line is printed, and how the program ends. */
  where: string
}

const file = 'gates/component-cli-cases.json'

const severityOf = ({ where }: Case): string => /^log ([IWEF])/.exec(where)?.[1] ?? '-'

/** It refuses what it is given; others have to be ended when they have said their words. */
const endsByItself = (recorded: Case): boolean => /^[E-]/.test(severityOf(recorded))

/** `config v1alpha1 featureGates: {…}` → the text of a kube-proxy configuration. */
function configuration(input: string): string | undefined {
  const match = /^config (?:kubeproxy\.config\.k8s\.io\/)?(v\w+) ?(.*)$/.exec(input)
  if (match === null) return undefined
  return `apiVersion: kubeproxy.config.k8s.io/${match[1]}\nkind: KubeProxyConfiguration\n${match[2]}\n`
}

async function runCase(recorded: Case, ownProcess: boolean): Promise<string> {
  const [component, version] = recorded.binary.split(' ') as [string, string]
  const { minor, patch } = parseVersion(version)
  const dir = mkdtempSync(join(tmpdir(), 'kepsim-cases-'))
  try {
    const config = configuration(recorded.input)
    if (config !== undefined) writeFileSync(join(dir, 'config.yaml'), config)
    const flags = config === undefined ? [recorded.input] : ['--config', join(dir, 'config.yaml')]
    const args = [component, '--release', `1.${minor}.${patch}`, ...flags]
    const severity = severityOf(recorded)
    const linesOf = (stderr: string) =>
      parseLog(stderr).filter((l) => l.message === recorded.output && l.severity === severity)
    const refuses = endsByItself(recorded)
    const expected = recorded.where.includes('printed twice') ? 2 : 1
    const enough = (stderr: string): boolean => !refuses && linesOf(stderr).length >= expected
    const outcome = await runComponent({ args, cwd: dir, ownProcess, timeout: 30_000, enough })
    const log = parseLog(outcome.stderr)
    const lines = linesOf(outcome.stderr)
    const notice = /preceded by: (.*)$/.exec(recorded.where)?.[1]
    const problems = [
      ...(lines.length === 0
        ? [`missing ${severity}: ${recorded.output}`, ...log.map((l) => `+ ${l.severity} ${l.message}`)]
        : []),
      ...(expected === 2 && lines.length !== 2 ? [`printed ${lines.length} times`] : []),
      ...(refuses && outcome.exitCode !== 1 ? [`exit code ${outcome.exitCode}`] : []),
      ...(notice !== undefined && !log.some((l) => l.message === notice)
        ? [`missing notice: ${notice}`]
        : []),
    ]
    return problems.slice(0, 20).join('\n')
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}

/** The recorded starts of kubelet and kube-proxy. */
export const componentCliCases: CaseKind = {
  files: (dir) => present(dir, file),
  cases(dir) {
    const all = readJson<Case[]>(dir, file)
    const sample = firstOfEach(all, ({ binary, where }) => `${binary.split(' ')[0]} ${where}`)
    return all.map((recorded) => ({
      id: `${recorded.binary} ${recorded.input}`,
      // One that runs on is ended by a signal.
      difference: () => runCase(recorded, sample.has(recorded) || !endsByItself(recorded)),
    }))
  },
  startsComponents: true,
}
