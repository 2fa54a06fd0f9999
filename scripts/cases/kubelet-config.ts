// node/kubelet/config-cases-v*.json: command lines and configuration files of the kubelet, read in this process by the
// function that the command calls.
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startKubelet } from '../../cli/kubelet.ts'
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
  configIn?: string
}

/** A good configuration: the real kubelet then missed a container runtime, which a simulated one does not need. */
const accepted = /validate CRI v1 /

/** A log in JSON without what differs from run to run. */
function plainJson(line: string): string {
  if (!line.startsWith('{"ts":')) return line
  const { ts: _ts, caller: _caller, v: _v, ...rest } = JSON.parse(line) as Record<string, unknown>
  return JSON.stringify(rest)
}

const ofTheHost = /Golang settings|[Ww]atchdog|grpc/

/** Lines to compare: without a panic's stack, and without what a recorder cut out of a dump of flags. */
function linesOf(stderr: string): string[] {
  const whole = stderr.replace(/\n\ngoroutine [\s\S]*$/, '\n').replace(/^\.\.\.\n.*\n/m, '')
  return comparableLines(whole)
    .map(plainJson)
    .filter((line) => !(line.startsWith('{') && ofTheHost.test(line)))
}

/** The file that `--config` names. */
function configPath(args: readonly string[]): string | undefined {
  const at = args.findIndex((arg) => arg === '--config' || arg.startsWith('--config='))
  return at < 0 ? undefined : args[at]!.includes('=') ? args[at]!.slice('--config='.length) : args[at + 1]
}

/** The arguments that were run: the recording shows those of `flags:` cases cut at spaces, values with a space included. */
function wholeArguments({ name, args }: Case): string[] {
  if (!name.startsWith('flags:')) return args
  const words = name.slice('flags:'.length).split(' ')
  const whole = words.reduce<string[]>((list, word) => {
    if (list.length > 0 && !word.startsWith('-')) list.push(`${list.pop()} ${word}`)
    else list.push(word)
    return list
  }, [])
  return whole.length === words.length ? args : [...args.slice(0, args.length - words.length), ...whole]
}

async function runCase(version: string, recorded: Case): Promise<string> {
  const dir = mkdtempSync(join(tmpdir(), 'kepsim-cases-'))
  const out = { stdout: '', stderr: '' }
  try {
    const args = wholeArguments(recorded).map((arg) => arg.replaceAll('TMP', dir))
    const path = configPath(args)
    if (recorded.configIn !== undefined && path !== undefined)
      writeFileSync(path, recorded.configIn.replaceAll('TMP', dir))
    const started = await startKubelet(['--release', version.slice(1), ...args], {
      stdout: (text) => {
        out.stdout += text
      },
      stderr: (text) => {
        out.stderr += text
      },
      readText: (file) => readFile(file, 'utf8'),
      listFiles: (folder) => readdir(folder),
    })
    const good = accepted.test(recorded.stderr)
    const exitCode = typeof started === 'number' ? started : null
    return compareJson(
      {
        exitCode: good ? null : recorded.exitCode,
        lines: linesOf(recorded.stderr),
        stdout: recorded.stdout ?? '',
      },
      { exitCode, lines: linesOf(out.stderr.replaceAll(dir, 'TMP')), stdout: out.stdout },
    )
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}

const folder = 'node/kubelet'
const shape = /^config-cases-(v[0-9.]+)\.json$/

/** The recorded configurations of the kubelet. */
export const kubeletConfigCases: CaseKind = {
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
