// Cases of webhooks, played against servers of this project and held against what real ones answered.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServerWith, type TestServer, testToken } from '../../../testing/test-server.ts'
import { type HookServers, startHookServers } from './hook-server.ts'
import { type HookCase, playCase } from './play.ts'
import { readRecorded } from './recorded.ts'

/** Declares a test for each case and release. @param text of the file that record-webhooks wrote */
export function playedAsRecorded(text: string, cases: readonly HookCase[]): void {
  const recorded = readRecorded(text)
  const releases = new Set([...recorded.values()].flatMap((byRelease) => Object.keys(byRelease)))
  describe.each([...releases].sort())('%s', (release) => {
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

    const own = cases.filter(({ name }) => recorded.get(name)?.[release] !== undefined)
    it.each(own.map((one) => [one.name, one] as const))('%s', { timeout: 60_000 }, async (name, one) => {
      const results = await playCase({ url: server.url, token: testToken, hooks, settle: 0 }, one)
      expect(results).toEqual(recorded.get(name)![release])
    })
  })
}
