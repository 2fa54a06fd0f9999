// The package as npm packs it, where no other package is: its libraries are a part of it.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, posix } from 'node:path'
import { Client, credentials } from '@grpc/grpc-js'
import { loadSync } from '@grpc/proto-loader'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { packageRoot } from '../../component-base/package-root.ts'
import { lastWritten } from '../../scripts/built.mjs'

const folder = mkdtempSync(join(tmpdir(), 'kepsim-packed-'))
const installed = join(folder, 'package')
afterAll(() => rmSync(folder, { recursive: true, force: true }))
let packed: { path: string; size: number }[] = []

beforeAll(() => {
  const args = ['pack', '--ignore-scripts', '--json', '--pack-destination', folder]
  const { stdout } = spawnSync('npm', args, { cwd: packageRoot, encoding: 'utf8' })
  const [told] = JSON.parse(stdout) as [{ filename: string; files: typeof packed }]
  packed = told.files
  expect(spawnSync('tar', ['-xzf', join(folder, told.filename), '-C', folder]).status).toBe(0)
})

const kepsim = (...args: string[]) =>
  spawnSync(process.execPath, [join(installed, 'bin/kepsim'), ...args], { cwd: folder, encoding: 'utf8' })

it('needs nothing else, runs no script, and stays small', () => {
  const { dependencies, optionalDependencies, scripts } = JSON.parse(
    readFileSync(join(installed, 'package.json'), 'utf8'),
  ) as Record<string, Record<string, string> | undefined>
  expect([dependencies, optionalDependencies]).toEqual([undefined, undefined])
  expect(Object.keys(scripts!).filter((name) => /install/.test(name))).toEqual([])
  // What is released is built anew; here the parts of an earlier build may be left.
  const built = new Set(lastWritten(packageRoot))
  const own = packed.filter(({ path }) => !/^dist\/\w+\.cjs$/.test(path) || built.has(path))
  expect(own.reduce((sum, { size }) => sum + size, 0)).toBeLessThan(25e6)
})

/** The files that a page links to, by their places in the package. */
function linkedFrom(page: string): string[] {
  const text = readFileSync(join(installed, page), 'utf8').replace(/^```.*?^```/gms, '')
  const links = [...text.matchAll(/\]\(([^)\s]+)\)|\b(?:src|href)="([^"]+)"/g)].map(
    ([, link, source]) => link ?? source!,
  )
  return links
    .filter((link) => !/^(?:[a-z]+:|#)/.test(link))
    .map((link) => posix.normalize(posix.join(posix.dirname(page), link.replace(/#.*$/, ''))))
}

it('has every file that its pages link to', () => {
  const paths = packed.map(({ path }) => path)
  const pages = paths.filter((path) => path.endsWith('.md') && !path.startsWith('e2e/'))
  expect(pages).toContain('README.md')
  expect(pages).toContain('docs/guide/library.md')
  const isThere = (path: string): boolean =>
    paths.some((one) => one === path || one.startsWith(`${path.replace(/\/$/, '')}/`))
  const missing = pages.flatMap((page) =>
    linkedFrom(page)
      .filter((path) => !isThere(path))
      .map((path) => `${page} -> ${path}`),
  )
  expect(missing).toEqual([])
})

it('replays', () => {
  const { status, stdout } = kepsim('replay', 'package/e2e/scenarios/kep-4004.md')
  expect(stdout).toContain('4 passed')
  expect(status).toBe(0)
})

it('does without programs of the shell', () => {
  const programs = ['sqlite3', 'html-to-markdown', 'python3']
  const steps = programs.map(
    (name, i) => `${i + 1}. Step\n\n   \`\`\`console\n   $ ${name} --version\n   1\n   \`\`\`\n`,
  )
  writeFileSync(join(folder, 'x.md'), `## Upgrade\n\n${steps.join('\n')}`)
  const { status, stdout } = kepsim('replay', 'x.md')
  for (const name of programs) expect(stdout).toContain(`the machine has no command "${name}"`)
  expect(stdout).toMatch(/^3 could not run /m)
  expect(status).toBe(2)
})

it('says what a scenario in TypeScript needs', () => {
  writeFileSync(join(folder, 'scenario.ts'), 'export default async () => {}')
  const { status, stderr } = kepsim('skew', 'scenario.ts')
  expect(stderr).toBe(
    `kepsim skew: ${join(folder, 'scenario.ts')}: esbuild compiles it, and is not installed: run \`npm install --save-dev esbuild\`\n`,
  )
  expect(status).toBe(2)
})

it('reflects its gRPC services', async () => {
  const serving = spawn(
    process.execPath,
    [
      join(installed, 'bin/kepsim'),
      'node-api',
      'serve',
      '--server',
      'http://127.0.0.1:9',
      '--listen',
      'tcp://127.0.0.1:0',
    ],
    { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] },
  )
  try {
    let told = ''
    const port = await new Promise<string>((resolve, reject) => {
      const read = (text: string): void => {
        told += text
        const found = /127\.0\.0\.1:(\d{2,})\b/.exec(told.replaceAll('127.0.0.1:9', ''))
        if (found !== null) resolve(found[1]!)
      }
      serving.stdout.setEncoding('utf8').on('data', read)
      serving.stderr.setEncoding('utf8').on('data', read)
      serving.once('exit', () => reject(new Error(told)))
    })
    const proto = join(
      dirname(createRequire(import.meta.url).resolve('@grpc/reflection/package.json')),
      'build/proto/grpc/reflection/v1/reflection.proto',
    )
    const { ServerReflectionInfo } = loadSync(proto, { defaults: true })[
      'grpc.reflection.v1.ServerReflection'
    ] as unknown as Record<string, { path: string; requestSerialize: never; responseDeserialize: never }>
    const client = new Client(`127.0.0.1:${port}`, credentials.createInsecure())
    const { path, requestSerialize, responseDeserialize } = ServerReflectionInfo!
    const stream = client.makeBidiStreamRequest(path, requestSerialize, responseDeserialize)
    stream.write({ listServices: '*' } as never)
    const [answer] = await once(stream, 'data')
    // It is ended with the server.
    stream.on('error', () => {})
    client.close()
    expect(JSON.stringify(answer)).toContain('localnetv1.Endpoints')
  } finally {
    serving.kill('SIGKILL')
  }
})
