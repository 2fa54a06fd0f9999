// kepsim kube-proxy config: files of kube-proxy's configuration, without a kube-proxy.
import { klogLogger } from '../../component-base/klog.ts'
import { didYouMean } from '../../component-base/nearest.ts'
import { loadRelease } from '../../component-base/release.ts'
import { droppedText } from '../../kube-proxy-sim/config/dropped-fields.ts'
import {
  type ConfigVersion,
  configVersions,
  differences,
  type EffectiveConfig,
  effectiveConfig,
  inVersion,
  movedFields,
  nameIn,
} from '../../kube-proxy-sim/config/effective-config.ts'
import { configGroup } from '../../kube-proxy-sim/config/read-config.ts'
import { configText } from '../../kube-proxy-sim/config/write-config.ts'
import { readTextFile } from '../../kube-proxy-sim/options/read-text-file.ts'
import { takeOption } from '../take-option.ts'

const usage = `usage: kepsim kube-proxy config diff OLD NEW
       kepsim kube-proxy config convert FILE [--to v1alpha1|v1alpha2]

diff compares what two files of any version make kube-proxy do, field by field: a field that only has another name or
place (KEP-784) is shown as moved. Exit code 0 where they do the same, 1 where they differ, 2 where a file cannot be
read. convert writes a file in another version to stdout, and on stderr what that version has no place for.
`

/** The files and streams of `kepsim kube-proxy config`. `readText` rejects for a file that cannot be read. */
export interface ConfigIO {
  stdout: (text: string) => void
  stderr: (text: string) => void
  readText: (path: string) => Promise<string>
}

class ConfigFileError extends Error {}

/** Runs `kube-proxy config`; resolves with the exit code. @param argv the arguments after `config` */
export async function runConfigCommand(argv: readonly string[], io: ConfigIO): Promise<number> {
  const args = [...argv]
  const to = takeOption(args, 'to') ?? 'v1alpha2'
  const [command, ...files] = args
  if (command === '--help' || command === '-h' || command === 'help') {
    io.stdout(usage)
    return 0
  }
  try {
    if (command === 'diff' && files.length === 2) return await diff(files[0]!, files[1]!, io)
    const version = configVersions.find((v) => v === to)
    if (command === 'convert' && files.length === 1 && version !== undefined)
      return await convert(files[0]!, version, io)
  } catch (error) {
    if (!(error instanceof ConfigFileError)) throw error
    io.stderr(`kepsim kube-proxy config: ${error.message}\n`)
    return 2
  }
  io.stderr(`kepsim kube-proxy config: ${misuse(command, files, to)}\n`)
  return 2
}

function misuse(command: string | undefined, files: readonly string[], to: string): string {
  const commands = ['diff', 'convert']
  const see = "('kepsim kube-proxy config --help' tells more)"
  if (command === undefined) return `write what to do: ${commands.join(', ')} ${see}`
  if (!commands.includes(command))
    return `unknown command "${command}"${didYouMean(command, commands) || `: one of ${commands.join(', ')}`}`
  const flag = files.find((file) => file.startsWith('-'))
  if (flag !== undefined) return `unknown flag: ${flag} ${see}`
  if (command === 'diff') return `diff takes two files, got ${files.length}`
  if (files.length !== 1) return `convert takes one file, got ${files.length}`
  return `--to ${to}: write ${configVersions.join(' or ')}${didYouMean(to, configVersions)}`
}

async function read(path: string, io: ConfigIO): Promise<EffectiveConfig> {
  const logger = klogLogger({ write: io.stderr, now: Date.now, source: 'options.go:502' })
  let text: string
  try {
    text = await readTextFile(path, io.readText)
  } catch (error) {
    throw new ConfigFileError((error as Error).message)
  }
  try {
    return effectiveConfig(text, { release: loadRelease(), logger })
  } catch (error) {
    throw new ConfigFileError(`${path}: ${(error as Error).message}`)
  }
}

async function diff(old: string, now: string, io: ConfigIO): Promise<number> {
  const [left, right] = [await read(old, io), await read(now, io)]
  const found = differences(left.internal, right.internal)
  for (const moved of movedFields(left, right))
    io.stdout(`${moved.old} -> ${moved.new}: ${JSON.stringify(moved.value)} (moved)\n`)
  for (const { field, old: before, new: after } of found) {
    const name = nameOfBoth(nameIn(left, field), nameIn(right, field))
    io.stdout(`${name}: ${JSON.stringify(before ?? null)} -> ${JSON.stringify(after ?? null)}\n`)
  }
  if (left.version !== right.version)
    for (const field of left.dropped) io.stderr(`${old}: ${droppedText(field)} (${right.version})\n`)
  return found.length === 0 ? 0 : 1
}

const nameOfBoth = (old: string, now: string): string => (old === now ? old : `${old} -> ${now}`)

async function convert(path: string, to: ConfigVersion, io: ConfigIO): Promise<number> {
  const { version, internal, dropped } = await read(path, io)
  if (version !== to) for (const field of dropped) io.stderr(`${droppedText(field)} (${configGroup}/${to})\n`)
  io.stdout(configText(`${configGroup}/${to}`, inVersion(internal, to)))
  return 0
}
