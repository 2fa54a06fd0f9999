// hexdump and xxd, by which scripts look at stored bytes. Upstream: util-linux (text-utils/hexdump.c), vim (src/xxd/xxd.c)
import type { ResolvedCommandContext } from 'just-bash'
import { type FlagDefinition, FlagError } from '../../component-base/flags/flag-definition.ts'
import { type ParsedFlags, parseFlags } from '../../component-base/flags/parse-flags.ts'
import type { CommandResult } from './command-result.ts'
import type { Host } from './host.ts'
import type { Machine, MachineCommand } from './machine.ts'

/** A flag of one of these programs. */
export const flag = (shorthand: string, name: string, type = 'bool', value = ''): FlagDefinition => ({
  name,
  shorthand,
  type,
  default: value,
})

const hexdumpFlags = [
  flag('C', 'canonical'),
  flag('v', 'no-squeezing'),
  flag('n', 'length', 'string'),
  flag('s', 'skip', 'string'),
]
const xxdFlags = [
  flag('p', 'ps'),
  flag('r', 'revert'),
  flag('u', 'uppercase'),
  flag('l', 'len', 'string'),
  flag('s', 'seek', 'string'),
  flag('c', 'cols', 'string'),
  flag('g', 'groupsize', 'string'),
]

type Dump = (bytes: Buffer, flags: ParsedFlags) => CommandResult
const ok = (stdout: string): CommandResult => ({ stdout, stderr: '', exitCode: 0 })
const refused = (program: string, text: string): CommandResult => ({
  stdout: '',
  stderr: `${program}: ${text}\n`,
  exitCode: 1,
})

/** A program that shows the bytes of a file, or those that come in. */
export const dumper =
  (program: string, flags: readonly FlagDefinition[], dump: Dump): MachineCommand['run'] =>
  async (_machine: Machine, args: string[], ctx: ResolvedCommandContext, host: Host) => {
    try {
      const parsed = parseFlags(flags, program === 'xxd' ? longForm(args) : args)
      const [path = '-'] = parsed.positional
      const bytes =
        path === '-' ? Buffer.from(String(ctx.stdin), 'latin1') : await readBytes(host, path, ctx.cwd)
      return bytes === undefined
        ? refused(program, `${path}: No such file or directory`)
        : dump(bytes, parsed)
    } catch (error) {
      if (error instanceof FlagError) return refused(program, error.message)
      throw error
    }
  }

/** xxd takes its long options after one dash, too. */
const longForm = (args: readonly string[]): string[] =>
  args.map((arg) =>
    arg
      .replace(/^-(?=(?:ps|plain|postscript|len|seek|cols|revert)$)/, '--')
      .replace(/^--(?:plain|postscript)$/, '--ps'),
  )

async function readBytes(host: Host, path: string, cwd: string): Promise<Buffer | undefined> {
  const file = host.absolute(path, cwd)
  return (await host.disk.exists(file)) ? Buffer.from(await host.disk.readFileBuffer(file)) : undefined
}

/** A number as these programs take it (`16`, `0x10`); undefined where it was not given. */
export const numberOf = ({ values }: ParsedFlags, name: string): number | undefined => {
  const text = values.string(name)
  return text === '' ? undefined : Number(text)
}

function part(bytes: Buffer, from: number | undefined, length: number | undefined): Buffer {
  const start = from ?? 0
  return bytes.subarray(start, length === undefined ? undefined : start + length)
}

const hex = (value: number, width: number): string => value.toString(16).padStart(width, '0')
const shown = (bytes: Buffer): string =>
  [...bytes].map((byte) => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '.')).join('')

/** Lines of so many bytes with their places. */
function* rows(bytes: Buffer, size: number, from: number): Generator<{ at: number; row: Buffer }> {
  for (let at = 0; at < bytes.length; at += size) yield { at: from + at, row: bytes.subarray(at, at + size) }
}

/** `hexdump`, with -C, -n, -s and -v. */
export const hexdump = dumper('hexdump', hexdumpFlags, (all, flags) => {
  const skip = numberOf(flags, 'skip') ?? 0
  const bytes = part(all, skip, numberOf(flags, 'length'))
  const canonical = flags.values.bool('canonical')
  const width = canonical ? 8 : 7
  const lines: string[] = []
  let before: Buffer | undefined
  for (const { at, row } of rows(bytes, 16, skip)) {
    const same = before?.equals(row) === true && !flags.values.bool('no-squeezing')
    if (!same) lines.push(`${hex(at, width)}${canonical ? canonicalRow(row) : words(row)}`)
    else if (lines.at(-1) !== '*') lines.push('*')
    before = row
  }
  if (bytes.length > 0) lines.push(hex(skip + bytes.length, width))
  return ok(lines.map((line) => `${line}\n`).join(''))
})

function canonicalRow(row: Buffer): string {
  const half = (part: Buffer): string =>
    [...part]
      .map((byte) => hex(byte, 2))
      .join(' ')
      .padEnd(23)
  return `  ${half(row.subarray(0, 8))}  ${half(row.subarray(8))}  |${shown(row)}|`
}

/** Two bytes a word, as the machine orders them: the lower one first. */
function words(row: Buffer): string {
  const even = row.length % 2 === 0 ? row : Buffer.concat([row, Buffer.alloc(1)])
  const all = Array.from({ length: even.length / 2 }, (_, i) => ` ${hex(even.readUInt16LE(i * 2), 4)}`)
  return all.join('').padEnd(40)
}

/** `xxd`, with -p, -r, -l, -s, -c, -g and -u. */
export const xxd = dumper('xxd', xxdFlags, (all, flags) => {
  const plain = flags.values.bool('ps')
  if (flags.values.bool('revert')) return reverted(all, plain)
  const from = numberOf(flags, 'seek') ?? 0
  const bytes = part(all, from, numberOf(flags, 'len'))
  const upper = flags.values.bool('uppercase')
  const cased = (text: string): string => (upper ? text.toUpperCase() : text)
  const columns = numberOf(flags, 'cols') ?? (plain ? 30 : 16)
  const group = numberOf(flags, 'groupsize') ?? 2
  const lines = [...rows(bytes, columns, from)].map(({ at, row }) =>
    plain
      ? cased(row.toString('hex'))
      : `${hex(at, 8)}: ${grouped(row, columns, group, cased)}  ${shown(row)}`,
  )
  return ok(lines.map((line) => `${line}\n`).join(''))
})

function grouped(row: Buffer, columns: number, group: number, cased: (text: string) => string): string {
  const size = group <= 0 ? columns : group
  const pieces = Array.from({ length: Math.ceil(row.length / size) }, (_, i) =>
    cased(row.subarray(i * size, (i + 1) * size).toString('hex')),
  )
  return pieces.join(' ').padEnd(columns * 2 + Math.ceil(columns / size) - 1)
}

/** The bytes that a dump shows. */
function reverted(dump: Buffer, plain: boolean): CommandResult {
  const lines = dump.toString().split('\n')
  const text = plain
    ? lines.join('')
    : lines.map((line) => line.replace(/^[^:]*:/, '').replace(/ {2}.*$/, '')).join('')
  const stdout = Buffer.from(text.replace(/\s/g, ''), 'hex').toString('latin1')
  return { ...ok(stdout), stdoutKind: 'bytes' }
}
