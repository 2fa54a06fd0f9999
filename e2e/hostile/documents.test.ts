// Documents that try to reach their reader's machine: nothing of it is read, written, run or connected to.
// In each, @HOST@ is a folder of the host with a secret and a program, @PORT@ where a server of the host listens. Where documents
// are replayed, the secret is a pipe: whoever opens it waits for ever. One process is given all of them: each is on a machine of its
// own there, as it is in a process of its own.
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
const names = (await readdir(documents)).filter((name) => name.endsWith('.md')).sort()
const files = ['module.mjs', 'program', 'secret.txt']

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

/** The text of a document, which knows where this host is. */
async function textOf(name: string): Promise<string> {
  const text = await readFile(join(documents, name), 'utf8')
  const port = String((server.address() as AddressInfo).port)
  return text.replaceAll('@HOST@', host).replaceAll('@PORT@', port)
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

/** @param written the documents, which lie on the host */
async function expectUnharmed(output: string, written: readonly string[]): Promise<void> {
  expect(output).not.toContain(secret)
  expect(output).not.toMatch(/\n\s+at .*:\d+:\d+\)?$/m)
  expect(reached).toEqual([])
  expect((await readdir(host)).sort()).toEqual([...files, ...written].sort())
}

/** Whether this machine has a kubectl of its own. */
const hasKubectl = (process.env['PATH'] ?? '')
  .split(delimiter)
  .some((dir) => existsSync(join(dir, 'kubectl')))
const kubectls = ['builtin', ...(hasKubectl ? ['host'] : [])]

describe('hostile documents harm nobody', () => {
  it('kepsim transcript', async () => {
    for (const name of names) await writeFile(join(host, name), await textOf(name))
    const output = await ended(['transcript', ...names])
    for (const name of names) expect(output).toMatch(new RegExp(`^${name}: \\d+ outputs? differs?$`, 'm'))
    await expectUnharmed(output, names)
  }, 300_000)

  it.each(kubectls)(
    'kepsim replay --kubectl %s',
    async (kubectl) => {
      await rm(join(host, 'secret.txt'))
      execFileSync('mkfifo', [join(host, 'secret.txt')])
      // A section for each.
      await writeFile(join(host, 'all.md'), (await Promise.all(names.map(textOf))).join('\n'))
      const output = await ended(['replay', '--section', 'all', '--kubectl', kubectl, 'all.md'])
      expect(output.match(/^Upgrade -> downgrade -> upgrade +all\.md:\d+$/gm)).toHaveLength(names.length)
      expect(output).toMatch(/^\d.* differs, .*\(\d+ compared\)/m)
      expect(output).not.toMatch(/^kepsim replay: all\.md: /m)
      await expectUnharmed(output, ['all.md'])
    },
    600_000,
  )
})

it('would notice: a module that a reader lets a document run', async () => {
  await writeFile(join(host, 'allowed.md'), `    $ kepsim skew ${host}/module.mjs\n`)
  const output = await ended(['transcript', '--allow-host', 'allowed.md'])
  await expect(expectUnharmed(output, ['allowed.md'])).rejects.toThrow()
  expect(await readdir(host)).toContain('pwned')
}, 120_000)
