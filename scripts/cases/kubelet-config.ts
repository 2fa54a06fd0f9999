// node/kubelet/config-cases-v*.json: command lines and configuration files of the kubelet, read in this process by the
// function that the command calls.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startKubelet } from '../../cli/kubelet.ts'
import { presentIn, readJson } from './case-files.ts'
import { comparableLines, isAccepted } from './node-config.ts'
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

/** A log in JSON without what differs from run to run. */
function plainJson(line: string): string {
  if (!line.startsWith('{"ts":')) return line
  const { ts: _ts, caller: _caller, v: _v, ...rest } = JSON.parse(line) as Record<string, unknown>
  return JSON.stringify(rest)
}

const ofTheHost = /Golang settings|[Ww]atchdog|grpc/

/** Lines of a kubelet to compare: without a panic's stack, and without what a recorder cut out of a dump of flags. */
export function kubeletLines(stderr: string): string[] {
  const whole = stderr.replace(/\n\ngoroutine [\s\S]*$/, '\n').replace(/^\.\.\.\n.*\n/m, '')
  const lines = comparableLines(whole)
    .map(plainJson)
    .filter((line) => !(line.startsWith('{') && ofTheHost.test(line)))
  return inOrder(lines, /"Skipped registration of plugin|"Unexpected CSI Migration Feature Flags/)
}

/** With the lines of the pattern, which come in a random order, sorted in the places that they have. */
function inOrder(lines: readonly string[], pattern: RegExp): string[] {
  const sorted = lines.filter((line) => pattern.test(line)).sort()
  return lines.map((line) => (pattern.test(line) ? sorted.shift()! : line))
}

/** The file that `--config` names. */
function configPath(args: readonly string[]): string | undefined {
  const at = args.findIndex((arg) => arg === '--config' || arg.startsWith('--config='))
  return at < 0 ? undefined : args[at]!.includes('=') ? args[at]!.slice('--config='.length) : args[at + 1]
}

/** The arguments that were run: the recording shows those of `flags:` cases cut at spaces, values with a space included. */
export function wholeArguments({ name, args }: Pick<Case, 'name' | 'args'>): string[] {
  if (!name.startsWith('flags:')) return args
  const words = name.slice('flags:'.length).split(' ')
  const whole = words.reduce<string[]>((list, word) => {
    if (list.length > 0 && !word.startsWith('-')) list.push(`${list.pop()} ${word}`)
    else list.push(word)
    return list
  }, [])
  return whole.length === words.length ? args : [...args.slice(0, args.length - words.length), ...whole]
}

/** A kubelet's command line and the file that `--config` names in it. TMP is a folder. */
export interface KubeletInput {
  args: readonly string[]
  configIn?: string
}

/** How a kubelet started. */
export interface KubeletStart {
  /** Null where it takes everything. */
  exitCode: number | null
  lines: string[]
  stdout: string
}

/** Starts the simulated kubelet of a version (`v1.24.17`) in this process. */
export async function startSimulated(version: string, input: KubeletInput): Promise<KubeletStart> {
  const dir = mkdtempSync(join(tmpdir(), 'kepsim-cases-'))
  const out = { stdout: '', stderr: '' }
  try {
    const args = writeKubeletConfig(dir, input)
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
    return {
      exitCode: typeof started === 'number' ? started : null,
      lines: kubeletLines(out.stderr.replaceAll(dir, 'TMP')),
      stdout: out.stdout,
    }
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}

/** Writes the configuration of a case where its command line says. Answers the command line, TMP being `dir`. */
export function writeKubeletConfig(dir: string, { args, configIn }: KubeletInput): string[] {
  const whole = args.map((arg) => arg.replaceAll('TMP', dir))
  const path = configPath(whole)
  if (configIn !== undefined && path !== undefined) writeFileSync(path, configIn.replaceAll('TMP', dir))
  return whole
}

async function difference(version: string, recorded: Case): Promise<string> {
  const { configIn, stderr } = recorded
  const input = { args: wholeArguments(recorded), ...(configIn === undefined ? {} : { configIn }) }
  return compareJson(
    {
      exitCode: isAccepted(stderr) ? null : recorded.exitCode,
      lines: kubeletLines(stderr),
      stdout: recorded.stdout ?? '',
    },
    await startSimulated(version, input),
  )
}

const folder = 'node/kubelet'
const shape = /^config-cases-(v[0-9.]+)\.json$/

/** The recorded configurations of the kubelet. */
export const kubeletConfigCases: CaseKind = {
  files: (dir) => presentIn(dir, folder, shape),
  cases(dir, file) {
    const version = shape.exec(file.slice(folder.length + 1))![1]!
    return readJson<Case[]>(dir, file).map((recorded) => ({
      id: `${version} ${recorded.name}`,
      difference: () => difference(version, recorded),
    }))
  },
}
