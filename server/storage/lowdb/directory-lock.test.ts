import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildSync } from 'esbuild'
import { afterAll, expect, it } from 'vitest'
import { lockDirectory } from './directory-lock.ts'
import { announceByFile } from './lock-announcement.ts'

const root = mkdtempSync(join(tmpdir(), 'kepsim-lock-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))
let directories = 0
const newDirectory = (name = `d${++directories}`): string => {
  mkdirSync(join(root, name), { recursive: true })
  return join(root, name)
}

/** The socket of a process that was killed. */
async function leaveSocket(directory: string, name: string): Promise<void> {
  const server = createServer()
  const elsewhere = join(root, 'bound')
  await new Promise<void>((done) => server.listen(join(directory, name), done))
  // Node removes the socket when it closes; one that was killed does not.
  const { renameSync } = await import('node:fs')
  renameSync(join(directory, name), elsewhere)
  await new Promise((done) => server.close(done))
  renameSync(elsewhere, join(directory, name))
}

const bundle = join(root, 'starter.mjs')
function start(directory: string, times: number): ChildProcess {
  return spawn(process.execPath, [bundle, directory, String(times)], { stdio: ['ignore', 'pipe', 'inherit'] })
}

it('is had by one at a time, of many that start at once beside what dead ones left', async () => {
  for (let trial = 0; trial < 20; trial++) {
    const directory = newDirectory()
    writeFileSync(join(directory, 'LOCK'), trial % 2 === 0 ? '4194303\n' : '04194303\n')
    for (const pid of [1, 4194303]) await leaveSocket(directory, `lock-${pid}-${'0123456789abcdef'}`)
    const started = await Promise.allSettled(Array.from({ length: 12 }, () => lockDirectory(directory)))
    const holders = started.flatMap((s) => (s.status === 'fulfilled' ? [s.value] : []))
    expect(holders).toHaveLength(1)
    for (const refused of started)
      if (refused.status === 'rejected')
        expect(String(refused.reason)).toContain(`${directory} is in use by process ${process.pid}`)
    await holders[0]!()
    expect(readdirSync(directory)).toEqual([])
  }
})

it('is never had by two processes, whoever is killed', async () => {
  buildSync({
    entryPoints: [fileURLToPath(new URL('./testing/lock-starter.ts', import.meta.url))],
    outfile: bundle,
    bundle: true,
    platform: 'node',
    format: 'esm',
    logLevel: 'silent',
  })
  const directory = newDirectory()
  const counted = Array.from({ length: 6 }, () => start(directory, 25))
  const ends = counted.map((child) => once(child, 'close'))
  let said = ''
  for (const child of counted) child.stdout!.on('data', (text: Buffer) => (said += text.toString()))
  for (let killed = 0; killed < 12; killed++) {
    const child = start(directory, 1000)
    await new Promise((done) => setTimeout(done, 60 + Math.random() * 60))
    child.kill('SIGKILL')
    await once(child, 'close')
    expect(child.exitCode).toBeNull()
  }
  expect((await Promise.all(ends)).map(([code]) => code)).toEqual(counted.map(() => 0))
  const had = [...said.matchAll(/had (\d+)/g)].reduce((sum, [, n]) => sum + Number(n), 0)
  expect(had).toBeGreaterThan(5)
})

it('holds where the file system takes no sockets, also beside those that have one', async () => {
  const directory = newDirectory()
  writeFileSync(join(directory, `lock-${process.ppid}-0123456789abcdef.pid`), 'another boot 17\n')
  const unlock = await lockDirectory(directory, announceByFile)
  await expect(lockDirectory(directory, announceByFile)).rejects.toThrow('is in use by process')
  await expect(lockDirectory(directory)).rejects.toThrow('is in use by process')
  await unlock()
  const unlockSocket = await lockDirectory(directory)
  await expect(lockDirectory(directory, announceByFile)).rejects.toThrow('is in use by process')
  await unlockSocket()
  expect(readdirSync(directory)).toEqual([])
})

it('holds in a folder whose path is too long for a socket', async () => {
  const directory = newDirectory(join('x'.repeat(90), 'y'.repeat(90)))
  const unlock = await lockDirectory(directory)
  await expect(lockDirectory(directory)).rejects.toThrow('is in use by process')
  await unlock()
  await (await lockDirectory(directory))()
})

it('is not given beside a living kepsim of before, which wrote only its number', async () => {
  const directory = newDirectory()
  writeFileSync(join(directory, 'LOCK'), `${process.ppid}\n`)
  await expect(lockDirectory(directory)).rejects.toThrow(`in use by process ${process.ppid} (remove `)
  writeFileSync(join(directory, 'LOCK'), `${process.pid}\n`)
  await (await lockDirectory(directory))()
})
