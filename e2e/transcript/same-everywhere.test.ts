// A transcript is the same, byte for byte: on other days, in other time zones and languages, on other ports, for other users,
// and beside others that want the same processors.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { packageRoot } from '../../component-base/package-root.ts'

const document = join(packageRoot, 'e2e/transcript/everywhere.md')
/** In half an hour's and in tomorrow's zone, in languages with other rules; guides hold in other ones. Both at once, so that they disturb each other. */
const zones = ['America/St_Johns', 'Pacific/Kiritimati']
const languages = ['tr_TR.UTF-8', 'ja_JP.UTF-8']
const day = 86_400_000

/** Loaded before kepsim: it is an earlier day. On a later one its certificates would not be valid yet for TLS, which looks at the system's clock. */
const otherDay = `
const shift = Number(process.env.SHIFT_MS)
const System = Date
globalThis.Date = class extends System {
  constructor(...given) {
    if (given.length === 0) super(System.now() + shift)
    else super(...given)
  }
  static now() { return System.now() + shift }
}
process.umask(Number(process.env.UMASK))
`

interface Written {
  text: string
  svg: string
  cast: string
}

let folder: string
let taken: Server
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'kepsim-everywhere-'))
  writeFileSync(join(folder, 'other-day.mjs'), otherDay)
  // The port that transcripts show is somebody else's, where it is free at all.
  taken = createServer().on('error', () => {})
  taken.listen(6443, '127.0.0.1')
})
afterAll(() => {
  taken.close()
  rmSync(folder, { recursive: true, force: true })
})

async function written(run: number): Promise<Written> {
  const cwd = join(folder, `run ${run}`)
  mkdirSync(cwd)
  copyFileSync(document, join(cwd, 'a.md'))
  const child = spawn(
    process.execPath,
    [
      `--import=${join(folder, 'other-day.mjs')}`,
      join(packageRoot, 'bin/kepsim'),
      ...['transcript', '--update', 'a.md', '--svg', 'a.svg', '--cast', 'a.cast'],
    ],
    {
      cwd,
      stdio: ['ignore', 'ignore', 'inherit'],
      env: {
        PATH: process.env['PATH'],
        HOME: cwd,
        TMPDIR: cwd,
        USER: `user${run}`,
        TZ: zones[run],
        LC_ALL: languages[run],
        SHIFT_MS: String(-run * (31 * day + 12_345)),
        UMASK: String([0o022, 0o077][run]),
      },
    },
  )
  const [code] = (await once(child, 'close')) as [number]
  expect(code).toBe(0)
  const read = (name: string): string => readFileSync(join(cwd, name), 'utf8')
  return { text: read('a.md'), svg: read('a.svg'), cast: read('a.cast') }
}

test('a transcript is the same wherever it is made', { timeout: 1_800_000 }, async () => {
  const [one, other] = await Promise.all(zones.map((_, run) => written(run)))
  expect(other).toEqual(one)
  const { text, svg } = one!
  expect(text.split('\n').length).toBeGreaterThan(5000)
  expect(text).not.toContain(folder)
  expect(text).toContain('Thu Jan  1 00:00:01 UTC 2026')
  expect(svg).toContain('Thu Jan  1 00:00:01 UTC 2026')
})
