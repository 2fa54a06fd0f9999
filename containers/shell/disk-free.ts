// Upstream: pkg/volume/emptydir (a memory-backed one is as large as its limit, the pod's memory limit or the node)

import { Quantity } from '../../apimachinery/quantity.ts'
import { gateEnabled } from '../../featuregates/reader.ts'
import { humanSize, nodeDisk, nodeMemory, unsizedMemory, usedDisk } from '../machine-amounts.ts'
import type { Process } from '../process.ts'
import type { ShellCommand } from './shell-command.ts'

interface Row {
  from: string
  bytes: number
  used: number
  at: string
}

/** Runs df, for the paths that are named or for all mounts. */
export async function diskFree(
  process: Process,
  args: readonly string[],
  busybox: boolean,
): ReturnType<ShellCommand> {
  const paths = args.filter((arg) => !arg.startsWith('-'))
  const flags = args.filter((arg) => arg.startsWith('-')).join('')
  const all = await rows(process)
  const missing: string[] = []
  const chosen: Row[] = []
  for (const path of paths) {
    const whole = process.files.resolvePath(process.cwd, path)
    if (await process.files.exists(whole)) chosen.push(rowOf(all, whole))
    else
      missing.push(
        busybox
          ? `df: ${path}: can't find mount point: No such file or directory\n`
          : `df: ${path}: No such file or directory\n`,
      )
  }
  const shown = paths.length === 0 ? all : chosen
  const stdout = shown.length === 0 ? '' : table(shown, flags, busybox)
  return { stdout, stderr: missing.join(''), exitCode: missing.length > 0 ? 1 : 0 }
}

const rowOf = (all: readonly Row[], path: string): Row =>
  all
    .filter(({ at }) => at === '/' || path === at || path.startsWith(`${at}/`))
    .sort((a, b) => b.at.length - a.at.length)[0]!

async function rows(process: Process): Promise<Row[]> {
  const { spec } = process.pod
  const mounted = (spec.volumes ?? []).flatMap((volume) => {
    const mount = [...spec.containers, ...(spec.initContainers ?? [])]
      .flatMap(({ volumeMounts = [] }) => volumeMounts)
      .find(({ name }) => name === volume.name)
    return mount?.mountPath === undefined ? [] : [{ volume, at: mount.mountPath.replace(/(?<=.)\/$/, '') }]
  })
  const found: Row[] = [{ from: 'overlay', bytes: nodeDisk, used: usedDisk, at: '/' }]
  for (const { volume, at } of mounted) {
    const memory =
      volume.emptyDir?.medium === 'Memory' || volume.secret !== undefined || volume.projected !== undefined
    const limit = volume.emptyDir?.medium === 'Memory' ? volume.emptyDir.sizeLimit : undefined
    const bytes = memory ? memoryOf(process, limitOf(limit)) : nodeDisk
    found.push({
      from: memory ? 'tmpfs' : '/dev/vda1',
      bytes,
      used: memory ? await usedBy(process, at) : usedDisk,
      at,
    })
  }
  return found
}

/** A tmpfs that is given no size has half of the machine's memory. */
const memoryOf = (process: Process, limit: number): number =>
  gateEnabled(process.gates, 'SizeMemoryBackedVolumes')
    ? Math.min(limit, podMemory(process), nodeMemory)
    : unsizedMemory

const limitOf = (text: string | number | undefined): number =>
  text === undefined
    ? Number.POSITIVE_INFINITY
    : Number(Quantity.parse(String(text)).value()) || Number.POSITIVE_INFINITY

/** The sum of the memory limits of a pod whose containers all have one. */
function podMemory({ pod }: Process): number {
  const limits = pod.spec.containers.map(({ resources }) => limitOf(resources?.limits?.['memory']))
  return limits.reduce((sum, one) => sum + one, 0)
}

async function usedBy({ files }: Pick<Process, 'files'>, at: string): Promise<number> {
  if (!(await files.exists(at))) return 0
  const { isDirectory, size } = await files.lstat(at)
  if (!isDirectory) return Math.ceil(size / 4096) * 4096
  let sum = 0
  for (const name of await files.readdir(at)) sum += await usedBy({ files }, `${at}/${name}`)
  return sum
}

function table(all: readonly Row[], flags: string, busybox: boolean): string {
  const human = flags.includes('h')
  const unit = flags.includes('m') ? 1024 ** 2 : 1024
  const shown = (bytes: number): string => (human ? humanSize(bytes) : String(Math.floor(bytes / unit)))
  const head = busybox
    ? [
        'Filesystem',
        human ? 'Size' : unit === 1024 ? '1K-blocks' : '1M-blocks',
        'Used',
        'Available',
        'Use%',
        'Mounted on',
      ]
    : [
        'Filesystem',
        human ? 'Size' : unit === 1024 ? '1K-blocks' : '1M-blocks',
        'Used',
        human ? 'Avail' : 'Available',
        'Use%',
        'Mounted on',
      ]
  const lines = all.map(({ from, bytes, used, at }) => [
    from,
    shown(bytes),
    shown(used),
    shown(bytes - used),
    `${Math.ceil((used / bytes) * 100)}%`,
    at,
  ])
  if (busybox)
    return [head, ...lines]
      .map(
        ([from, ...rest]) =>
          `${from!.padEnd(20)} ${rest[0]!.padStart(9)} ${rest[1]!.padStart(9)} ${rest[2]!.padStart(9)} ${rest[3]!.padStart(4)} ${rest[4]}\n`,
      )
      .join('')
  const widths = head.map((_, i) => Math.max(...[head, ...lines].map((line) => line[i]!.length)))
  return [head, ...lines]
    .map(
      (line) =>
        `${line.map((cell, i) => (i === 5 ? cell : i === 0 ? cell.padEnd(Math.max(widths[i]!, 14)) : cell.padStart(widths[i]!))).join(' ')}\n`,
    )
    .join('')
}
