// What kube-apiservers 1.30.14, 1.33.13 and 1.36.3 made of the same webhooks: their answers, and the reviews that the webhooks got.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServerWith, type TestServer, testToken } from '../../testing/test-server.ts'
import { hookCases } from './testing/cases.ts'
import { type HookServers, startHookServers } from './testing/hook-server.ts'
import { playCase } from './testing/play.ts'
import { readRecorded } from './testing/recorded.ts'

const recorded = readRecorded(readFileSync(join(import.meta.dirname, 'recorded.json'), 'utf8'))

describe.each(['1.30', '1.33', '1.36'])('%s', (release) => {
  let hooks: HookServers
  let server: TestServer
  beforeAll(async () => {
    hooks = await startHookServers(0, '0.0.0.0')
    server = await startTestServerWith(
      { mayReachWebhooks: true },
      release,
      '--authorization-mode=RBAC',
      '--allow-privileged',
      '--service-account-issuer=https://kubernetes.default.svc',
    )
  }, 60_000)
  afterAll(async () => {
    await server.close()
    await hooks.close()
  })

  const cases = hookCases.filter(({ name }) => recorded.get(name)?.[release] !== undefined)
  it.each(cases.map((one) => [one.name, one] as const))('%s', async (name, one) => {
    const results = await playCase({ url: server.url, token: testToken, hooks, settle: 0 }, one)
    expect(results).toEqual(recorded.get(name)![release])
  })
})
