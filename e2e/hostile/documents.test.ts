// Documents that try to reach their reader's machine: nothing of it is read, written, run or connected to.
// In each, @HOST@ is a folder of the host with a secret and a program, @PORT@ where a server of the host listens. Where a document
// is replayed, the secret is a pipe: whoever opens it waits for ever.
import { execFileSync, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { packageRoot } from '../../component-base/package-root.ts'

const secret = 'of-the-host-5e1f'
const documents = join(import.meta.dirname, 'documents')
const files = ['module.mjs', 'program', 'secret.txt', 'document.md']

let host: string
let server: Server
let reached: string[]

beforeEach(async () => {
  host = await mkdtemp(join(tmpdir(), 'hostile-'))
  reached = []
  server = createServer((request, response) => {
    reached.push(request.url ?? '')
    response.end(secret)
  })
  server.on('connection', () => reached.push('connection'))
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  await writeFile(join(host, 'secret.txt'), `${secret}\n`)
  const program = `#!/bin/sh\necho ${secret} | tee ${join(host, 'pwned')}\n`
  await writeFile(join(host, 'program'), program, { mode: 0o755 })
  const module = `import { writeFileSync } from 'node:fs'\nwriteFileSync('${join(host, 'pwned')}', 'x')\n`
  await writeFile(join(host, 'module.mjs'), module)
})

afterEach(async () => {
  server.close()
  await rm(host, { recursive: true, force: true })
})

/** Runs kepsim on a document → all that it printed. */
async function run(name: string, args: readonly string[]): Promise<string> {
  const text = await readFile(join(documents, name), 'utf8')
  const port = String((server.address() as AddressInfo).port)
  const document = join(host, 'document.md')
  await writeFile(document, text.replaceAll('@HOST@', host).replaceAll('@PORT@', port))
  return ended([...args, document])
}

async function ended(args: readonly string[]): Promise<string> {
  const child = spawn(process.execPath, [join(packageRoot, 'bin/kepsim'), ...args], {
    cwd: host,
    // In a world of its own time passes only while a command waits, whichever kubectl that is.
    env: { ...process.env, SOURCE_DATE_EPOCH: '1767225600' },
  })
  const chunks: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => chunks.push(chunk))
  const result = await new Promise<{ code: number | null }>((resolve) =>
    child.once('close', (code) => resolve({ code })),
  )
  expect(result).toEqual({ code: expect.any(Number) })
  return Buffer.concat(chunks).toString()
}

async function expectUnharmed(output: string): Promise<void> {
  expect(output).not.toContain(secret)
  expect(reached).toEqual([])
  expect((await readdir(host)).sort()).toEqual([...files].sort())
}

/** Whether this machine has a kubectl of its own. */
const hasKubectl = (process.env['PATH'] ?? '')
  .split(delimiter)
  .some((dir) => existsSync(join(dir, 'kubectl')))
const ways = [
  ['transcript'],
  ['replay', '--section', 'all'],
  ...(hasKubectl ? [['replay', '--section', 'all', '--kubectl', 'host']] : []),
]

describe.each((await readdir(documents)).filter((name) => name.endsWith('.md')))('%s', (name) => {
  it.each(ways)(
    'harms nobody: kepsim %s',
    async (...args) => {
      if (args[0] === 'replay') {
        await rm(join(host, 'secret.txt'))
        execFileSync('mkfifo', [join(host, 'secret.txt')])
      }
      const output = await run(name, args)
      expect(output).not.toMatch(/\n\s+at .*:\d+:\d+\)?$/m)
      await expectUnharmed(output)
    },
    120_000,
  )
})

it('would notice: a module that a reader lets a document run', async () => {
  const allowed = join(host, 'document.md')
  await writeFile(allowed, `    $ kepsim skew ${host}/module.mjs\n`)
  const output = await ended(['transcript', '--allow-host', allowed])
  await expect(expectUnharmed(output)).rejects.toThrow()
  expect(await readdir(host)).toContain('pwned')
}, 120_000)
