// node/kube-proxy/config-cases-v*.json: command lines and configuration files of kube-proxy, run in this process.
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { runKubeProxy } from '../../cli/kube-proxy.ts'
import { readJson } from './case-files.ts'
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
const shape = /^config-cases-(v[0-9.]+)\.json$/
/** The file that the recorded command lines read and write. */
const [input, output] = ['TMP/in.yaml', 'TMP/out.yaml']

/** Of zap's JSON lines time and place are not compared. */
const withoutPlace = (stderr: string): string => stderr.replace(/^\{"ts":[0-9.]+,"caller":"[^"]*",/gm, '{')

const yamlOrText = (text: string | undefined): unknown => {
  try {
    return text === undefined ? null : parse(text)
  } catch {
    return text
  }
}

async function runCase(version: string, recorded: Case): Promise<string> {
  const files = new Map<string, string>()
  if (typeof recorded.configIn === 'string') files.set(configPath(recorded.args) ?? input, recorded.configIn)
  let stdout = ''
  let stderr = ''
  const exitCode = await runKubeProxy(['--release', version.slice(1), ...recorded.args], {
    stdout: (text) => {
      stdout += text
    },
    stderr: (text) => {
      stderr += text
    },
    readText: async (path) => {
      const text = files.get(path)
      if (text === undefined) throw Object.assign(new Error(path), { code: 'ENOENT' })
      return text
    },
    writeText: async (path, text) => void files.set(path, text),
  })
  const view = (code: number | null, err: string, out: string, config: string | undefined): unknown => ({
    exitCode: code,
    lines: comparableLines(withoutPlace(err)),
    stdout: out,
    config: yamlOrText(config),
  })
  return compareJson(
    view(recorded.exitCode, recorded.stderr, recorded.stdout ?? '', recorded.configOut ?? undefined),
    view(exitCode, stderr, stdout, files.get(output)),
  )
}

/** The file that `--config` names. */
function configPath(args: readonly string[]): string | undefined {
  const at = args.findIndex((arg) => arg === '--config' || arg.startsWith('--config='))
  return at < 0 ? undefined : args[at]!.includes('=') ? args[at]!.slice('--config='.length) : args[at + 1]
}

/** The recorded configurations of kube-proxy. */
export const kubeProxyConfigCases: CaseKind = {
  files: (dir) =>
    existsSync(join(dir, folder))
      ? readdirSync(join(dir, folder))
          .filter((name) => shape.test(name))
          .sort()
          .map((name) => `${folder}/${name}`)
      : [],
  cases(dir, file) {
    const version = shape.exec(file.slice(folder.length + 1))![1]!
    return readJson<Case[]>(dir, file).map((recorded) => ({
      id: `${version} ${recorded.name}`,
      difference: () => runCase(version, recorded),
    }))
  },
}
