// node/kube-proxy/config-cases-v*.json and line-cases-v*.json (drawn at random over all flags and fields): command lines and configuration files of kube-proxy, run in this process. Those that
// `npm run record` wrote name their input of inputs.json, and hold of a written file what differs from the first one.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { runWithFiles } from '../../cli/kube-proxy/testing/run-with-files.ts'
import { type Hunk, withHunks } from '../record/cases/hunks.ts'
import type { ConfigInput } from '../record/cases/kube-proxy-config.ts'
import { presentIn, readJson } from './case-files.ts'
import { comparableLines } from './node-config.ts'
import { type CaseKind, compareJson } from './recorded-case.ts'

interface Case {
  name: string
  /** TMP is a folder. */
  args: string[]
  exitCode: number | null
  stderr: string
  stdout?: string
  configIn?: string | null
  configOut?: string | null
}

const folder = 'node/kube-proxy'
const shape = /^(?:config|line)-cases-(v[0-9.]+)\.json$/
/** The file that the recorded command lines read and write. */
const [input, output] = ['TMP/in.yaml', 'TMP/out.yaml']

interface StoredCase extends Omit<Case, 'args' | 'configOut'> {
  args?: string[]
  configOut?: string | readonly Hunk[] | null
}

/** The cases of a file, with their inputs and written files in full. */
function readCases(dir: string, file: string): Case[] {
  const stored = readJson<StoredCase[]>(dir, file)
  const inputsFile = `${folder}/inputs.json`
  const inputs = existsSync(join(dir, inputsFile)) ? readJson<ConfigInput[]>(dir, inputsFile) : []
  const byName = new Map(inputs.map((input) => [input.name, input]))
  const first = stored[0]?.configOut
  return stored.map((one) => {
    const { args, configIn } = one.args === undefined ? byName.get(one.name)! : { ...one, args: one.args }
    const { configOut } = one
    const whole =
      typeof configOut === 'object' && configOut !== null ? withHunks(first as string, configOut) : configOut
    return { ...one, args, configIn: configIn ?? null, configOut: whole ?? null }
  })
}

/** Of zap's JSON lines time and place are not compared. */
const withoutPlace = (stderr: string): string => stderr.replace(/^\{"ts":[0-9.]+,"caller":"[^"]*",/gm, '{')

async function runCase(version: string, recorded: Case): Promise<string> {
  const files: Record<string, string> = {}
  if (typeof recorded.configIn === 'string') files[configPath(recorded.args) ?? input] = recorded.configIn
  const { code, stdout, stderr } = await runWithFiles(
    ['--release', version.slice(1), ...recorded.args],
    files,
    async (path, text) => {
      files[path] = text
    },
  )
  const view = (exitCode: number | null, err: string, out: string, config: string | undefined): unknown => ({
    exitCode,
    lines: comparableLines(withoutPlace(err)),
    stdout: withoutPlace(out),
    config: config ?? null,
  })
  return compareJson(
    view(recorded.exitCode, recorded.stderr, recorded.stdout ?? '', recorded.configOut ?? undefined),
    view(code, stderr, stdout, files[output]),
  )
}

/** The file that `--config` names. */
function configPath(args: readonly string[]): string | undefined {
  const at = args.findIndex((arg) => arg === '--config' || arg.startsWith('--config='))
  return at < 0 ? undefined : args[at]!.includes('=') ? args[at]!.slice('--config='.length) : args[at + 1]
}

/** The recorded configurations of kube-proxy. */
export const kubeProxyConfigCases: CaseKind = {
  files: (dir) => presentIn(dir, folder, shape),
  cases(dir, file) {
    const version = shape.exec(file.slice(folder.length + 1))![1]!
    return readCases(dir, file).map((recorded) => ({
      id: `${version} ${recorded.name}`,
      difference: () => runCase(version, recorded),
    }))
  },
}
