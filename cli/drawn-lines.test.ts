// Command lines that are wrong by a rule: every option of every command is given each value that its kind cannot be. Each line is
// answered by one line that names what is wrong, with exit code 2; nothing is printed, started or left behind.
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type CommandLine, hasValue, nameOf, type Option } from './command-line.ts'
import { commands } from './commands.ts'
import { runHere } from './testing/run-here.ts'

const dir = mkdtempSync(join(tmpdir(), 'kepsim-drawn-'))
const at = (name: string): string => join(dir, name)
beforeAll(() => {
  mkdirSync(at('folder'))
  writeFileSync(at('a.mjs'), 'export default async () => {}\n')
  writeFileSync(at('a.md'), '# A\n\nText.\n')
  writeFileSync(at('empty'), '')
  writeFileSync(at('binary'), Buffer.from([0, 255, 254, 1, 2, 0xc3, 0x28, 0, 10]))
})
afterAll(() => rmSync(dir, { recursive: true }))

/** Arguments with which each command would be right. */
const right: Readonly<Record<string, readonly string[]>> = {
  diff: ['1.30', '1.31'],
  plan: ['show', 'kep-4004'],
  init: ['kep', '1234', '--dir', at('out')],
  cluster: ['status'],
  replay: [at('a.md'), '--list'],
  skew: [at('a.mjs'), '--list'],
  path: ['1.30 -> 1.31'],
  transcript: [at('a.md')],
  data: ['check', at('folder')],
  'node-api': ['serve'],
  completion: ['bash'],
}

const strange = ['\u202e', '🙂', '__proto__', 'a'.repeat(300)]
const noNumber = ['x', '-1', '1e99', 'NaN', '１', '99999999999999999999', ...strange]
const noPlace = ['folder', 'none/x', 'a.md/x', 'a'.repeat(300)].map(at).concat('/proc/x')
const noInput = ['none', 'folder', 'a.md/x'].map(at)
/** Values that are none, by the kind that an option's form names. */
const wrongOf: Readonly<Record<string, readonly string[]>> = {
  release: ['x', '-1', '1.999', '136', '１.36', ...strange],
  releases: ['x', '-1', '1.999', '1.36..1.30', ...strange],
  n: noNumber,
  'i/n': ['x', '0/2', '3/2', '1/0', ...strange],
  port: noNumber,
  duration: ['x', '-1s', '1e99', '１s', ...strange],
  quantity: ['x', '-1', '1Ki', ...strange],
  plan: [...noInput, at('empty'), at('binary'), ...strange],
  format: ['x', 'JSON', ...strange],
  kind: ['x', ...strange],
  stage: ['x', ...strange],
  which: ['x', ...strange],
  gates: ['x', '=true', 'A=maybe', 'A', ...strange],
  axis: ['x', '=true', 'A=maybe', ...strange],
  'builtin|host|path': noInput,
  time: ['x', ...strange],
}
/** Options of this form are written to where they are these, and read elsewhere. */
const written = new Set(['json', 'junit', 'html', 'svg', 'cast', 'write', 'etcd-socket'])

function wrongValues(option: Option): readonly string[] {
  const kind = /<(.+)>/.exec(option.form)?.[1] ?? ''
  if (kind !== 'file') return wrongOf[kind] ?? []
  // That of up is written, that of node-api read.
  if (nameOf(option) === 'kubeconfig') return [at('folder'), at('a.md/x')]
  return written.has(nameOf(option)) ? noPlace : noInput
}

function drawn({ name, options }: CommandLine): string[][] {
  const words = right[name] ?? []
  const shown = options.filter(({ about }) => about !== undefined)
  return [
    ...['--zzz', '--zzz=1', '-Z', '--=x', '--🙂'].map((flag) => [...words, flag]),
    ...shown.flatMap((option): string[][] => {
      const flag = `--${nameOf(option)}`
      if (!hasValue(option)) return ['maybe', '🙂', '2'].map((value) => [...words, `${flag}=${value}`])
      // A map may be empty.
      const values = [...(option.type === 'mapStringBool' ? [] : ['', ' ']), ...wrongValues(option)]
      return [[...words, flag], ...values.map((value) => [...words, `${flag}=${value}`])]
    }),
  ]
}

it.each(Object.keys(commands).filter((name) => commands[name]!.line !== undefined))(
  'kepsim %s answers each line that the rule draws with one line',
  async (name) => {
    const line = (await commands[name]!.line!())!
    const before = readdirSync(dir)
    const lines = drawn(line)
    const odd: string[] = []
    for (const args of lines) {
      const { code, stdout, stderr } = await runHere([name, ...args]).catch((error: Error) => ({
        code: -1,
        stdout: '',
        stderr: `${error.stack}`,
      }))
      const told = /^kepsim [a-z-]+: [^\n]+\n$/.test(stderr) && code === 2 && stdout === ''
      if (!told) odd.push(`${args.join(' ').slice(0, 120)} → ${code} ${stderr.slice(0, 300)}`)
    }
    expect(odd).toEqual([])
    expect(lines.length).toBeGreaterThan(4)
    expect(readdirSync(dir)).toEqual(before)
  },
  120_000,
)
