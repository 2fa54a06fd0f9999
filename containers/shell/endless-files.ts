// Devices without an end, and the programs that take a part of them: head -c and dd.

import { randomBytes } from 'node:crypto'
import type { ResolvedCommandContext } from 'just-bash'
import { parentOf } from '../files/parent-of.ts'
import { CannotRun } from '../node-containers.ts'
import type { ShellCommand, ShellResult } from './shell-command.ts'

/** Their paths. */
export const devices: ReadonlySet<string> = new Set(['/dev/zero', '/dev/random', '/dev/urandom'])
/** A program takes no more of them at once: a container's own files may be as large. */
const most = 32 * 1024 * 1024

const bytesOf = (device: string, size: number): Buffer => {
  if (size > most) throw new CannotRun(`${size} bytes of ${device} at once are not simulated`)
  return device === '/dev/zero' ? Buffer.alloc(size) : randomBytes(size)
}

const units: Readonly<Record<string, number>> = {
  '': 1,
  c: 1,
  w: 2,
  b: 512,
  k: 1024,
  K: 1024,
  M: 1024 ** 2,
  G: 1024 ** 3,
  kB: 1000,
  KB: 1000,
  MB: 1e6,
  GB: 1e9,
  KiB: 1024,
  MiB: 1024 ** 2,
  GiB: 1024 ** 3,
}

function sizeOf(text: string): number | undefined {
  const [, number, unit = ''] = /^(\d+)([a-zA-Z]*)$/.exec(text) ?? []
  const factor = Object.hasOwn(units, unit) ? units[unit] : undefined
  return number === undefined || factor === undefined ? undefined : Number(number) * factor
}

const binary = (bytes: Buffer, stderr = ''): ShellResult => ({
  stdout: bytes.toString('latin1'),
  stdoutKind: 'bytes',
  stderr,
  exitCode: 0,
})

/** A program that reads its files to their ends: of those without one it would never come back. */
export const endless =
  (name: string, run: ShellCommand): ShellCommand =>
  async (args, context) => {
    const device = args.find((arg) => devices.has(arg))
    if (device === undefined) return run(args, context)
    const at = args.findIndex((arg) => /^-c|^--bytes/.test(arg))
    const given = /^-c.|^--bytes=/.test(args[at] ?? '')
      ? args[at]!.replace(/^-c|^--bytes=/, '')
      : args[at + 1]
    const size = name === 'head' && at >= 0 ? sizeOf(given ?? '') : undefined
    if (size === undefined) throw new CannotRun(`${name} of ${device} has no end`)
    return binary(bytesOf(device, size))
  }

/** Programs that `endless` stands before. */
export const readers = [
  'base64',
  'cat',
  'cp',
  'grep',
  'gzip',
  'head',
  'md5sum',
  'od',
  'sha256sum',
  'tail',
  'tr',
  'wc',
] as const

/** Operands of `dd` that change nothing of what is written, and `conv=notrunc`. */
const withoutEffect: Readonly<Record<string, RegExp>> = {
  conv: /^(?:notrunc|fsync|fdatasync)$/,
  iflag: /^(?:fullblock|direct|dsync|sync|nonblock)$/,
  oflag: /^(?:direct|dsync|sync|nonblock)$/,
}

/** @throws CannotRun for what is not simulated */
function checkOperands(operands: ReadonlyMap<string, string>): void {
  for (const [name, value] of operands) {
    const known = Object.hasOwn(withoutEffect, name) ? withoutEffect[name] : undefined
    if (known === undefined && !/^(?:if|of|bs|count|status)$/.test(name))
      throw new CannotRun(`dd ${name}= is not simulated`)
    const other = known === undefined ? undefined : value.split(',').find((one) => !known.test(one))
    if (other !== undefined) throw new CannotRun(`dd ${name}=${other} is not simulated`)
  }
}

/** `dd if=… of=… bs=… count=…`; other operands are not simulated. */
export const dd =
  (isBusybox: boolean): ShellCommand =>
  async (args, context) => {
    const operands = new Map(
      args.map((arg) => [arg.split('=')[0]!, arg.slice(arg.indexOf('=') + 1)] as const),
    )
    checkOperands(operands)
    const cannot = (path: string): ShellResult => ({
      stdout: '',
      stderr: `dd: ${isBusybox ? "can't open" : 'failed to open'} '${path}': No such file or directory\n`,
      exitCode: 1,
    })
    const [from, to] = [operands.get('if'), operands.get('of')]
    const size = sizeOf(operands.get('bs') ?? '512')
    const count = operands.has('count') ? sizeOf(operands.get('count')!) : undefined
    if (size === undefined || size === 0 || (operands.has('count') && count === undefined))
      return {
        stdout: '',
        stderr: `dd: invalid number '${operands.get('bs') ?? operands.get('count')}'\n`,
        exitCode: 1,
      }
    const read = await source(from, count === undefined ? undefined : count * size, context)
    if (read === undefined) return cannot(from!)
    const bytes = count === undefined ? read : read.subarray(0, count * size)
    if (to !== undefined) {
      const path = context.fs.resolvePath(context.cwd, to)
      if (!(await context.fs.exists(parentOf(path) || '/'))) return cannot(to)
      const keeps = operands.get('conv')?.split(',').includes('notrunc') === true
      const before = keeps ? await context.fs.readFileBuffer(path).catch(() => []) : []
      const written = Buffer.concat([bytes, Buffer.from(before).subarray(bytes.length)])
      await context.fs.writeFile(path, written.toString('latin1'), 'binary')
    }
    const records = `${Math.floor(bytes.length / size)}+${bytes.length % size > 0 ? 1 : 0} records`
    const copied = isBusybox
      ? `${bytes.length} bytes copied, 0.000000 seconds, 0B/s`
      : `${bytes.length} bytes copied, 0 s, 0 B/s`
    const status = operands.get('status')
    const told =
      status === 'none' ? '' : `${records} in\n${records} out\n${status === 'noxfer' ? '' : `${copied}\n`}`
    return binary(to === undefined ? bytes : Buffer.alloc(0), told)
  }

/** @param size how much of it; undefined: all */
async function source(
  path: string | undefined,
  size: number | undefined,
  { fs, cwd, stdin }: ResolvedCommandContext,
): Promise<Buffer | undefined> {
  if (path === undefined) return Buffer.from(String(stdin ?? ''), 'latin1')
  if (!devices.has(path)) {
    const found = await fs.readFileBuffer(fs.resolvePath(cwd, path)).catch(() => undefined)
    return found === undefined ? undefined : Buffer.from(found)
  }
  if (size === undefined) throw new CannotRun(`dd of ${path} has no end`)
  return bytesOf(path, size)
}
