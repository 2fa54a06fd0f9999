// Upstream: busybox util-linux/hexdump.c, util-linux text-utils/hexdump.c (the canonical form)
import type { ResolvedCommandContext } from 'just-bash'
import { CannotRun } from '../node-containers.ts'
import type { ShellCommand } from './shell-command.ts'

const perLine = 16

/** Runs `hexdump -C [FILE…]`. @throws CannotRun for other forms */
export const hexdump: ShellCommand = async (args, context) => {
  const [form, ...paths] = args
  if (form !== '-C' || paths.some((path) => path.startsWith('-')))
    throw new CannotRun(`hexdump ${args.join(' ')} is not simulated`)
  const parts: Buffer[] = []
  const missing: string[] = []
  for (const path of paths) {
    const bytes = await bytesOf(path, context)
    if (bytes === undefined) missing.push(`hexdump: ${path}: No such file or directory\n`)
    else parts.push(bytes)
  }
  const bytes = paths.length === 0 ? Buffer.from(String(context.stdin ?? ''), 'latin1') : Buffer.concat(parts)
  return { stdout: canonical(bytes), stderr: missing.join(''), exitCode: missing.length > 0 ? 1 : 0 }
}

const bytesOf = async (path: string, { fs, cwd }: ResolvedCommandContext): Promise<Buffer | undefined> =>
  fs.readFileBuffer(fs.resolvePath(cwd, path)).then(Buffer.from, () => undefined)

/** Sixteen bytes a line, as numbers and as characters; lines that are as the one before are a star. */
function canonical(bytes: Buffer): string {
  const lines: string[] = []
  let before: Buffer | undefined
  for (let at = 0; at < bytes.length; at += perLine) {
    const line = bytes.subarray(at, at + perLine)
    if (before?.equals(line) !== true) lines.push(`${offset(at)}  ${numbers(line)}  |${characters(line)}|`)
    else if (lines.at(-1) !== '*') lines.push('*')
    before = line
  }
  if (bytes.length > 0) lines.push(offset(bytes.length))
  return lines.map((line) => `${line}\n`).join('')
}

const offset = (at: number): string => at.toString(16).padStart(8, '0')

const numbers = (line: Buffer): string =>
  [line.subarray(0, perLine / 2), line.subarray(perLine / 2)]
    .map((half) => [...half].map((byte) => byte.toString(16).padStart(2, '0')).join(' '))
    .map((text) => text.padEnd(perLine * 1.5 - 1))
    .join('  ')

const characters = (line: Buffer): string => line.toString('latin1').replace(/[^ -~]/g, '.')
