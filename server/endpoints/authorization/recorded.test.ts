import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Logger } from '../../../component-base/klog.ts'
import { minorOf } from '../../../component-base/minor.ts'
import { startHookServers } from '../../admission/webhook/testing/hook-server.ts'
import { readRecorded } from '../../admission/webhook/testing/recorded.ts'
import { prepareApiserver } from '../../options/prepare-apiserver.ts'
import { type RunningApiserver, startApiserver } from '../../start-apiserver.ts'
import { playServer, type RequestResult, rulesInOrder, tokenFile, writeCase } from './testing/play.ts'
import { serverCases } from './testing/request-cases.ts'
import { writeStart } from './testing/start.ts'
import { startCases } from './testing/start-cases.ts'

const logger = { log() {}, logS() {} } as unknown as Logger
const read = <T>(name: string) => readRecorded<T>(readFileSync(new URL(name, import.meta.url), 'utf8'))
const starts = read<{ error: string }>('recorded-starts.json')
const answers = read<RequestResult>('recorded.json')
const releases = [...new Set([...answers.values()].flatMap((one) => Object.keys(one)))]

let dir: string

const prepare = (release: string, flags: readonly string[]): ReturnType<typeof prepareApiserver> =>
  prepareApiserver(['--release', release, ...flags], { logger, notice() {} })

describe.each([...starts.keys()].map((name) => ({ name })))('the start "$name"', ({ name }) => {
  const one = startCases.find((other) => other.name === name)!

  it.each(Object.keys(starts.get(name)!))('is refused by %s as recorded', (release) => {
    dir = mkdtempSync(join(tmpdir(), 'kepsim-test-'))
    try {
      const flags = writeStart(one, dir)
      let error = ''
      try {
        prepare(release, flags)
      } catch (thrown) {
        error = (thrown as Error).message.replaceAll(dir, 'DIR').replace(/0x[0-9a-f]{6,}/, '0x<address>')
      }
      expect(error).toBe(starts.get(name)![release]![0]!.error)
    } finally {
      rmSync(dir, { recursive: true })
    }
  })
})

it('has a recording of every start', () => {
  expect([...starts.keys()]).toEqual(startCases.map(({ name }) => name))
})

describe.each(serverCases)('authorizers of $name', (one) => {
  it.each(releases)(
    'answer as those of %s',
    async (release) => {
      dir = mkdtempSync(join(tmpdir(), 'kepsim-test-'))
      let running: RunningApiserver | undefined
      // Servers of their own: some webhooks fail the first time.
      const hooks = await startHookServers()
      try {
        const tokens = join(dir, 'tokens.csv')
        writeFileSync(tokens, `${tokenFile('admintoken')}\n`)
        const flags = writeCase(one, hooks, dir)
        const config = prepare(release, ['--http', '--token-auth-file', tokens, ...flags])
        if ('print' in config) throw new Error('no configuration')
        running = await startApiserver({ ...config, port: 0 }, { logger, mayReachWebhooks: true })
        const player = { url: running.url, hooks, minor: minorOf(release), waits: false }
        const results = await playServer(player, one, 'admintoken')
        expect(rulesInOrder(results)).toEqual(rulesInOrder(answers.get(one.name)![release]!))
      } finally {
        await running?.close()
        await hooks.close()
        rmSync(dir, { recursive: true })
      }
    },
    60_000,
  )
})
