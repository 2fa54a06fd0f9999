import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { runGroup } from './child-group.ts'

const dir = mkdtempSync(join(tmpdir(), 'group-'))
afterAll(() => rmSync(dir, { recursive: true, force: true }))
const plain = { cwd: dir, env: { PATH: '/usr/bin:/bin' }, limits: { time: 60_000, output: 1000 } }
const shell = (script: string, options: Partial<Parameters<typeof runGroup>[2]> = {}) =>
  runGroup('/bin/sh', ['-c', script], { ...plain, ...options })

/** A program that was killed has closed what it wrote to a little before it is gone. */
const ends = { timeout: 60_000 }
const runs = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}

it('gives what a program printed, and its exit code', async () => {
  expect(await shell('cat; echo b >&2; exit 3', { stdin: 'a' })).toEqual({
    stdout: 'a',
    stderr: 'b\n',
    exitCode: 3,
    ended: undefined,
  })
})

it('gives on nothing of its own environment', async () => {
  const { stdout } = await runGroup('/usr/bin/env', [], { ...plain, env: { A: 'b' } })
  expect(stdout).toBe('A=b\n')
})

it('ends all that a program has started, at a limit and when the program ends', async () => {
  const late = await shell('sleep 1000 & echo $!; sleep 1000', { limits: { time: 500, output: 1000 } })
  expect(late.ended).toBe('time')
  await expect.poll(() => runs(Number(late.stdout)), ends).toBe(false)
  const left = await shell('sleep 1000 > /dev/null 2>&1 & echo $!')
  expect(left.ended).toBeUndefined()
  await expect.poll(() => runs(Number(left.stdout)), ends).toBe(false)
})

it('ends one that prints too much, and one that waits for nothing', async () => {
  expect((await shell('while :; do echo aaaaaaaaaaaaaaaaaaaa; done')).ended).toBe('output')
  const quiet = await shell('echo a; sleep 1000', { quiet: () => 300 })
  expect(quiet).toMatchObject({ stdout: 'a\n', exitCode: 0, ended: 'quiet' })
})
