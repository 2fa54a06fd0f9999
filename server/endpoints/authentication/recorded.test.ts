// What kube-apiservers 1.30.14 and 1.36.3 made of the same tokens and configurations (scripts/record-authentication.ts).

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Clock, realClock } from '../../../component-base/clock.ts'
import { FlagError } from '../../../component-base/flags/flag-definition.ts'
import { minorOf } from '../../../component-base/minor.ts'
import { prepareApiserver } from '../../options/prepare-apiserver.ts'
import { startTestServerWith, testToken } from '../../testing/test-server.ts'
import { errorCases, hookFile, serverCases } from './testing/cases.ts'
import { type IssuerServer, startIssuers } from './testing/issuer-server.ts'
import { filled, type Played, playTokens, settledText } from './testing/play.ts'
import type { Recorded } from './testing/recorded.ts'

const recorded = JSON.parse(readFileSync(join(import.meta.dirname, 'recorded.json'), 'utf8')) as Recorded
const releases = ['1.30', '1.36']

let issuers: IssuerServer
const dir = mkdtempSync(join(tmpdir(), 'kepsim-authentication-'))
beforeAll(async () => {
  issuers = await startIssuers()
})
afterAll(async () => {
  await issuers.close()
  rmSync(dir, { recursive: true, force: true })
})

/** Nobody waits until a webhook is asked again. */
const hasty: Clock = {
  now: () => realClock.now(),
  setTimeout: (work, ms) => realClock.setTimeout(work, ms < 5000 && ms !== 1000 ? 0 : ms),
}

function write(files: Readonly<Record<string, string>>, minor: number): void {
  const publicKey = '-----BEGIN PUBLIC KEY-----\nMIIB\n-----END PUBLIC KEY-----\n'
  const all = { 'ca.pem': issuers.ca, empty: '', 'hook.yaml': hookFile, 'sa.pub': publicKey, ...files }
  for (const [name, text] of Object.entries(all))
    writeFileSync(join(dir, name), name === 'ca.pem' ? text : filled(text, issuers, dir, minor))
}

describe.each(releases)('tokens at %s', (release) => {
  const minor = minorOf(release)
  const cases = serverCases.filter(({ name }) => recorded.servers[name]?.[release] !== undefined)
  it.each(cases.map((one) => [one.name, one] as const))('%s', async (name, one) => {
    write(one.files ?? {}, minor)
    const flags = one.flags.map((flag) => filled(flag, issuers, dir, minor))
    const server = await startTestServerWith(
      { mayReachWebhooks: true, clock: hasty },
      release,
      '--authorization-mode=RBAC',
      '--service-account-issuer=https://kubernetes.default.svc',
      ...flags,
    )
    const player = { url: server.url, minor, token: testToken, issuers }
    let played: Played
    try {
      played = await playTokens(player, one)
    } finally {
      await server.close()
    }
    const wanted = recorded.servers[name]![release]!
    for (const token of Object.keys(wanted)) expect([token, played[token]]).toEqual([token, wanted[token]])
    expect(Object.keys(played)).toEqual(Object.keys(wanted))
  })
})

const quiet = { logger: { log() {}, logS() {} } as never, notice: () => {} }

describe.each(releases)('starts that fail at %s', (release) => {
  const minor = minorOf(release)
  const cases = errorCases.filter(({ name }) => recorded.errors[name]?.[release] !== undefined)
  it.each(cases.map((one) => [one.name, one] as const))('%s', (name, one) => {
    write(one.config === undefined ? {} : { 'authentication.yaml': one.config }, minor)
    const config =
      one.config === undefined ? [] : [`--authentication-config=${join(dir, 'authentication.yaml')}`]
    const flags = (one.flags ?? []).map((flag) => filled(flag, issuers, dir, minor))
    const args = ['--release', release, '--authorization-mode=RBAC', ...config, ...flags]
    const issuer = '--service-account-issuer=https://kubernetes.default.svc'
    expect(startError([...args, issuer])).toBe(recorded.errors[name]![release])
  })
})

function startError(args: readonly string[]): string {
  try {
    prepareApiserver(args, quiet)
    return 'starts'
  } catch (error) {
    const { message } = error as Error
    return settledText(error instanceof FlagError ? `Error: ${message}` : message, dir)
  }
}
