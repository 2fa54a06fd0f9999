// Plays the recorded inputs of kube-proxy's configuration through a real kube-proxy.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readJson } from '../../cases/case-files.ts'
import { RecordError } from '../record-error.ts'
import { type Hunk, hunksOf } from './hunks.ts'
import { type CaseRecorder, listText } from './recorder.ts'

/** A command line, with the file that its `--config TMP/in.yaml` reads; null: there is no such file. */
export interface ConfigInput {
  name: string
  /** TMP is a folder. */
  args: string[]
  configIn?: string | null
}

/** What a kube-proxy did with the input of the name. */
export interface RecordedConfig {
  name: string
  /** Null: it was still running when it was ended. */
  exitCode: number | null
  stderr: string
  stdout?: string
  /** The file that `--write-config-to TMP/out.yaml` wrote, as the lines in which it differs from that of the first case. */
  configOut?: readonly Hunk[] | string
}

/** Long enough for a start that fails; one that goes on would wait for its Node. */
const patienceMs = 15_000

const klogHeader = /^([IWEF])\d{4} \d{2}:\d{2}:\d{2}\.\d+ +\d+ /gm
/** The list of flags in a usage text: it stands in component-flags.json. */
const flagList = /^Usage:\n[\s\S]*?(?=^Error: |(?![\s\S]))/gm
/** Where Go was when it panicked. */
const trace = /(?<=^goroutine 1 \[running\]:\n)[\s\S]*$/gm
const programCounter = /pc=0x[0-9a-f]+/g
const flagDump = /^[IWEF] flags\.go:\d+\] FLAG: .*\n/gm

/** Without what differs at each run, and without lists of flags. */
const steady = (text: string, folder: string): string =>
  text
    .replaceAll(folder, 'TMP')
    .replace(klogHeader, '$1 ')
    .replace(/^\{"ts":[0-9.]+,/gm, '{"ts":0,')
    .replace(flagList, 'Usage:\n')
    .replace(flagDump, '')
    .replace(trace, '')
    .replace(programCounter, 'pc=0x0')

function play(binary: string, { name, args, configIn }: ConfigInput): RecordedConfig {
  const folder = mkdtempSync(join(tmpdir(), 'kepsim-case-'))
  try {
    if (typeof configIn === 'string') writeFileSync(join(folder, 'in.yaml'), configIn)
    const inFolder = args.map((arg) => arg.replace('TMP', folder))
    const { status, stdout, stderr, error } = spawnSync(binary, inFolder, {
      encoding: 'utf8',
      timeout: patienceMs,
      env: {},
    })
    if (error !== undefined && (error as NodeJS.ErrnoException).code !== 'ETIMEDOUT')
      throw new RecordError(`${binary}: ${error.message}`)
    const written = join(folder, 'out.yaml')
    return {
      name,
      exitCode: status,
      stderr: steady(stderr, folder),
      ...(stdout === '' ? {} : { stdout: steady(stdout, folder) }),
      ...(existsSync(written) ? { configOut: readFileSync(written, 'utf8').replaceAll(folder, 'TMP') } : {}),
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** What `binary`, a kube-proxy, does with each input. Throws RecordError where it cannot be run. */
function recordKubeProxyConfig(binary: string, inputs: readonly ConfigInput[]): RecordedConfig[] {
  const recorded = inputs.map((input) => play(binary, input))
  const first = recorded[0]?.configOut
  if (typeof first !== 'string') return recorded
  return recorded.map((one, at) =>
    at > 0 && typeof one.configOut === 'string' ? { ...one, configOut: hunksOf(first, one.configOut) } : one,
  )
}

/** A file for each version. */
export const recordKubeProxy: CaseRecorder = async ({ binary, version, recordings }) => {
  const folder = 'node/kube-proxy'
  const inputs = readJson<ConfigInput[]>(recordings, `${folder}/inputs.json`)
  const recorded = recordKubeProxyConfig(binary('kube-proxy'), inputs)
  return { [`${folder}/config-cases-${version}.json`]: listText(recorded) }
}
