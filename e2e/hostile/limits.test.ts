// Documents that never end, or fill the memory: they are ended, and what they have shown is reported.
import { spawn } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { runHere } from '../../cli/testing/run-here.ts'
import { packageRoot } from '../../component-base/package-root.ts'

let dir: string
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'limits-'))
})
afterEach(() => rm(dir, { recursive: true, force: true }))

/**
 * Long enough, on this machine in this hour, for a document without a cluster: one is timed first. What spins keeps a processor busy
 * for so long, whether its cluster has started or not.
 */
let limit = '3s'
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'limits-'))
  const begun = performance.now()
  await replayed(documentOf('true'), '--kubectl', 'builtin')
  limit = `${Math.max(3, Math.ceil((2 * (performance.now() - begun)) / 1000))}s`
  await rm(dir, { recursive: true, force: true })
}, 120_000)

const block = (lines: readonly string[]): string =>
  `    \`\`\`console\n${lines.map((line) => `    ${line}\n`).join('')}    \`\`\`\n`
const hello = block(['$ echo hello', 'hello'])
/** Three steps, whose second one does this. */
const documentOf = (...commands: string[]): string =>
  `# D\n\n## Upgrade -> downgrade -> upgrade\n\n1. Before.\n\n${hello}\n2. Meanwhile.\n\n${block(commands.map((one) => `$ ${one}`))}\n3. After.\n\n${hello}`

interface Ended {
  code: number | null
  stdout: string
  stderr: string
}

/** @param told ends it by this signal once this is on stdout */
async function kepsim(args: string[], told?: { text: string; signal: NodeJS.Signals }): Promise<Ended> {
  const child = spawn(process.execPath, [join(packageRoot, 'bin/kepsim'), ...args], {
    cwd: dir,
    env: { ...process.env, TMPDIR: dir, GITHUB_ACTIONS: '' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const out = { stdout: '', stderr: '' }
  child.stderr.on('data', (chunk) => (out.stderr += String(chunk)))
  child.stdout.on('data', (chunk) => {
    out.stdout += String(chunk)
    if (told !== undefined && out.stdout.includes(told.text)) child.kill(told.signal)
  })
  const code = await new Promise<number | null>((resolve) => child.once('close', (own) => resolve(own)))
  return { ...out, code }
}

async function replayed(text: string, ...flags: string[]): Promise<Ended> {
  await writeFile(join(dir, 'd.md'), text)
  return kepsim(['replay', 'd.md', '--json', 'd.json', '--junit', 'd.xml', '--html', 'd.html', ...flags])
}

/** Outcome and reasons of each step. */
async function steps(): Promise<string[]> {
  const { sections } = JSON.parse(await readFile(join(dir, 'd.json'), 'utf8')) as {
    sections: { steps: { outcome: string; findings: { message: string }[] }[] }[]
  }
  return sections.flatMap((one) =>
    one.steps.map(({ outcome, findings }) =>
      [outcome, ...findings.map((finding) => finding.message)].join(': '),
    ),
  )
}

const own = ['d.html', 'd.json', 'd.md', 'd.xml']
const start = 'FEATURE_GATES= hack/local-up-cluster.sh'
const waits = ['sleep 1000000000', `${start} && kubectl wait --for=delete node/127.0.0.1 --timeout=10h`]
/** Nothing else gets its turn while these are at work. */
const spins = [`${start} && pgrep -f '^(([a-z/_.0-9=,A-Z:-]+ ?)+)+$!'`]

describe.each([...waits, ...spins])('a document that does not end: %s', (command) => {
  it('is ended, and reported', async () => {
    const { code, stdout, stderr } = await replayed(
      documentOf(command),
      '--timeout',
      limit,
      '--kubectl',
      'builtin',
    )
    if (waits.includes(command) && code !== 2) return expect(stdout).toContain('3. After.')
    const over = `could not run: the document's time was over (--timeout ${limit})`
    expect(await steps()).toEqual(['passed', over, over])
    expect(code).toBe(2)
    expect(stdout).toMatch(
      /✓ passed +1\. Before\.[\s\S]*■ could not run +2\.[\s\S]*■ could not run +3\.[\s\S]*1 passed, 2 could not run/,
    )
    expect(stderr).toBe(`kepsim replay: d.md: the document's time was over (--timeout ${limit})\n`)
    expect((await readdir(dir)).sort()).toEqual(own)
  }, 180_000)
})

it('ends one that fills the memory, with a line and no trace, and reports what differed before', async () => {
  const text = documentOf(
    'x=aaaaaaaaaaaaaaaa; for i in $(seq 1 20); do x="$x$x"; done; a=(); for i in $(seq 1 90000); do a[$i]="$i$x"; [[ ${a[$i]} == z* ]]; done',
  ).replace('hello\n', 'bye\n')
  const { code, stderr } = await replayed(text, '--memory-limit', '512Mi')
  const full = "could not run: the document's memory was full (--memory-limit 512Mi)"
  expect(await steps()).toEqual([expect.stringMatching(/^differs: /), full, full])
  expect(code).toBe(1)
  expect(stderr).toBe("kepsim replay: d.md: the document's memory was full (--memory-limit 512Mi)\n")
  expect((await readdir(dir)).sort()).toEqual(own)
}, 120_000)

it('runs the documents beside one that was ended', async () => {
  await writeFile(join(dir, 'spins.md'), documentOf(spins[0]!))
  await writeFile(join(dir, 'holds.md'), documentOf('true'))
  const { code, stdout, stderr } = await kepsim([
    'transcript',
    '--timeout',
    limit,
    'holds.md',
    'spins.md',
    'holds.md',
  ])
  expect(stdout.match(/^holds\.md: holds$/gm)).toHaveLength(2)
  expect(stderr).toBe(`spins.md:15: could not run: the document's time was over (--timeout ${limit})\n`)
  expect(code).toBe(2)
  expect((await readdir(dir)).sort()).toEqual(['holds.md', 'spins.md'])
}, 180_000)

it.each([
  ['--timeout=a', '--timeout a: write a duration, as 90s or 10m (0: none)'],
  ['--timeout=-1s', '--timeout -1s: write a duration'],
  ['--memory-limit=1Mi', '--memory-limit 1Mi: write at least 256Mi, or 0 for none'],
  ['--memory-limit=much', '--memory-limit much: write at least 256Mi'],
])('refuses %s', async (flag, message) => {
  await writeFile(join(dir, 'd.md'), documentOf('true'))
  const { code, stderr } = await runHere(['replay', join(dir, 'd.md'), flag])
  expect(stderr).toContain(message)
  expect(code).toBe(2)
})

it.each([
  ['SIGTERM', 143],
  ['SIGINT', 130],
] as const)(
  'leaves nothing behind a %s',
  async (signal, expected) => {
    await writeFile(join(dir, 'd.md'), documentOf(spins[0]!))
    const { code } = await kepsim(['replay', 'd.md'], { text: '1. Before.', signal })
    expect(code).toBe(expected)
    expect(await readdir(dir)).toEqual(['d.md'])
  },
  180_000,
)
