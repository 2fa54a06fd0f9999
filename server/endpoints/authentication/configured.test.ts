// Tokens of webhooks and of bootstrapping, and a configuration that changes; what real servers answer is in recorded.test.ts.
import { expect, it } from 'vitest'
import type { KubeObject } from '../../../apimachinery/json.ts'
import { FakeClock } from '../../../component-base/clock.ts'
import { seededRandom } from '../../../component-base/random.ts'
import { AuthenticationFile } from '../../apiserver-parts/authentication-file.ts'
import type { Foundation } from '../../apiserver-parts/foundation.ts'
import { WebhookFailure, withRetries } from '../../webhook/retries.ts'
import { AuthenticationMetrics } from './authentication-metrics.ts'
import type { TokenAnswer } from './authenticator.ts'
import { BootstrapTokens } from './bootstrap-tokens.ts'
import { TokenCache } from './token-cache.ts'

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

it('keeps answers for a time, but errors, and asks once for all who wait', async () => {
  const clock = new FakeClock()
  const asked: string[] = []
  let answer: TokenAnswer = { user: { name: 'a', groups: [] } }
  const authenticateToken = async (token: string): Promise<TokenAnswer> => {
    asked.push(token)
    return answer
  }
  const cache = new TokenCache({ authenticateToken }, clock, 1000)
  await Promise.all([cache.authenticateToken('t', []), cache.authenticateToken('t', [])])
  await cache.authenticateToken('t', ['x'])
  expect(asked).toEqual(['t', 't'])
  clock.advance(999)
  expect(await cache.authenticateToken('t', [])).toBe(answer)
  expect(asked.length).toBe(2)
  clock.advance(1)
  answer = { error: 'gone' }
  expect([await cache.authenticateToken('t', []), await cache.authenticateToken('t', [])]).toEqual([
    answer,
    answer,
  ])
  expect(asked.length).toBe(4)
})

it('asks a webhook again after growing waits, and no more than five times', async () => {
  const clock = new FakeClock(0)
  const times: number[] = []
  const call = async (): Promise<never> => {
    times.push(clock.now())
    throw new WebhookFailure('busy', { transient: true })
  }
  const done = withRetries({ clock, random: seededRandom(1) }, call).catch((error: Error) => error.message)
  for (let i = 0; i < 8000; i += 100) {
    await turn()
    clock.advance(100)
  }
  expect(await done).toBe('busy')
  const waits = times.slice(1).map((time, i) => time - times[i]!)
  expect(waits.length).toBe(4)
  for (const [i, least] of [500, 750, 1125, 1687].entries()) {
    expect(waits[i]).toBeGreaterThanOrEqual(least)
    expect(waits[i]).toBeLessThanOrEqual(least * 1.2 + 100)
  }
})

const encoded = (data: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(data).map(([key, text]) => [key, Buffer.from(text).toString('base64')]))
const data = {
  'token-id': 'abcdef',
  'token-secret': '0123456789abcdef',
  'usage-bootstrap-authentication': 'true',
}

it.each([
  ['holds', {}, {}, ['system:bootstrappers']],
  [
    'has groups',
    { 'auth-extra-groups': 'system:bootstrappers:b,system:bootstrappers:a' },
    {},
    ['system:bootstrappers', 'system:bootstrappers:a', 'system:bootstrappers:b'],
  ],
  ['has a bad group', { 'auth-extra-groups': 'system:masters' }, {}, undefined],
  ['has another secret', { 'token-secret': 'x' }, {}, undefined],
  ['has another id', { 'token-id': 'x' }, {}, undefined],
  ['has expired', { expiration: '2025-12-31T23:59:59Z' }, {}, undefined],
  ['expires later', { expiration: '2026-01-01T01:00:00+00:30' }, {}, ['system:bootstrappers']],
  ['expires at no time', { expiration: 'soon' }, {}, undefined],
  ['expires on no day', { expiration: '2027-13-01T00:00:00Z' }, {}, undefined],
  ['is for something else', { 'usage-bootstrap-authentication': 'false' }, {}, undefined],
  ['is of another type', {}, { type: 'Opaque' }, undefined],
])('takes a bootstrap token whose secret %s', async (_, more, fields, groups) => {
  const secret = {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name: 'bootstrap-token-abcdef' },
    type: 'bootstrap.kubernetes.io/token',
    data: encoded({ ...data, ...more }),
    ...fields,
  } as KubeObject
  const read = async (...path: readonly string[]): Promise<KubeObject | undefined> =>
    path.join('/') === 'secrets/kube-system/bootstrap-token-abcdef' ? secret : undefined
  const tokens = new BootstrapTokens(read, new FakeClock())
  const answer = await tokens.authenticateToken('abcdef.0123456789abcdef')
  expect(answer).toEqual(groups && { user: { name: 'system:bootstrap:abcdef', groups } })
  expect(await tokens.authenticateToken('abcdee.0123456789abcdef')).toBeUndefined()
})

it('replaces issuers when the file changes, and counts what cannot be used', async () => {
  const clock = new FakeClock()
  const head = 'apiVersion: apiserver.config.k8s.io/v1\nkind: AuthenticationConfiguration\n'
  const issuer = (name: string): string =>
    `${head}jwt: [{issuer: {url: "https://${name}", audiences: [x]}, claimMappings: {username: {claim: sub, prefix: ""}}}]\n`
  let text = issuer('a')
  const gates = { known: () => true, enabled: () => true, unregistered: () => true }
  const config = { release: { minor: 36 }, gates, readFile: () => text }
  const foundation = { clock, logger: { logS() {} }, config } as unknown as Foundation
  const metrics = new AuthenticationMetrics(36, 'apiserver-x', true, clock)
  const replaced: string[] = []
  let fails = false
  const replace = async (compiled: readonly { config: { issuer: { url: string } } }[]): Promise<void> => {
    if (fails) throw new Error('not healthy')
    replaced.push(...compiled.map((one) => one.config.issuer.url))
  }
  const file = new AuthenticationFile({ path: '/a', text }, { foundation, metrics, issuers: { replace } })
  const samples = (name: string) => metrics.metrics().find((one) => one.name.endsWith(name))?.samples ?? []
  const counts = (): unknown =>
    samples('reloads_total').map(({ labels, value }) => [labels?.['status'], value])
  file.follow()
  const change = async (to: string): Promise<void> => {
    text = to
    clock.advance(1000)
    await turn()
  }
  await change(text)
  expect([replaced, counts()]).toEqual([[], []])
  const [before] = samples('last_config_info')
  await change(issuer('b'))
  expect([replaced, counts()]).toEqual([['https://b'], [['success', 1]]])
  expect(samples('last_config_info').length).toBe(1)
  expect(samples('last_config_info')[0]!.labels?.['hash']).not.toBe(before!.labels?.['hash'])
  await change('garbage')
  await change(`${issuer('c')}anonymous: {enabled: true}\n`)
  await change(issuer('c').replace('https', 'http'))
  // A text that can never be used is looked at once, one whose issuers do not answer again and again.
  await change(text)
  expect([replaced, counts()]).toEqual([
    ['https://b'],
    [
      ['success', 1],
      ['failure', 3],
    ],
  ])
  fails = true
  await change(issuer('d'))
  await change(text)
  fails = false
  await change(text)
  expect([replaced, counts()]).toEqual([
    ['https://b', 'https://d'],
    [
      ['success', 2],
      ['failure', 5],
    ],
  ])
  file.stop()
})
