import { expect, it } from 'vitest'
import { FakeClock } from '../../component-base/clock.ts'
import { resourceAttributes } from '../endpoints/authorization/attributes.ts'
import { AuthorizationMetrics } from '../endpoints/authorization/authorization-metrics.ts'
import { alwaysAllow, alwaysDeny } from '../endpoints/authorization/union-authorizer.ts'
import { AuthorizationFile } from './authorization-file.ts'
import type { Foundation } from './foundation.ts'

const head = 'apiVersion: apiserver.config.k8s.io/v1alpha1\nkind: AuthorizationConfiguration\nauthorizers:\n'
const rbac = '  - {type: RBAC, name: rbac}\n'
const allowing = '  - {type: AlwaysAllow, name: alwaysallow}\n'

function start(minor: number) {
  const clock = new FakeClock()
  const files = { '/a': head + rbac + allowing }
  const errors: unknown[] = []
  const logger = {
    logS: (severity: string, _: string, more?: unknown) => severity === 'E' && errors.push(more),
  }
  const config = {
    release: { minor },
    gates: { known: () => true, enabled: () => true },
    readFile: () => files['/a'],
  }
  const metrics = new AuthorizationMetrics(minor, 'server', clock)
  const file = new AuthorizationFile('/a', {
    foundation: { config, clock, logger } as unknown as Foundation,
    metrics,
    chainOf: ({ authorizers }) => (authorizers.length === 2 ? alwaysAllow : alwaysDeny),
  })
  file.follow()
  const decision = () =>
    file.authorize(resourceAttributes({ name: 'u', groups: [] }, 'get', {})) as { decision: string }
  const reloads = () =>
    metrics
      .metrics()
      .filter(({ name }) => name.endsWith('reloads_total'))
      .flatMap(({ samples }) => samples.map(({ labels, value }) => [labels?.['status'], value]))
  const write = (text: string): void => {
    files['/a'] = text
    clock.advance(2000)
  }
  return { file, decision, reloads, write, errors, metrics }
}

it('reads a file again, and keeps its last good content', () => {
  const { file, decision, reloads, write, errors, metrics } = start(36)
  expect(decision().decision).toBe('allow')
  write(`${head}${allowing}`)
  expect(errors).toEqual([{ err: 'missing required types: [RBAC]' }])
  write('a: [b')
  expect([decision().decision, reloads()]).toEqual(['allow', [['failure', 2]]])
  write(`${head}${rbac}${allowing}  - {type: AlwaysDeny, name: alwaysdeny}\n`)
  expect([decision().decision, reloads()]).toEqual([
    'noOpinion',
    [
      ['failure', 2],
      ['success', 1],
    ],
  ])
  const info = metrics.metrics().find(({ name }) => name.endsWith('last_config_info'))
  expect(info?.samples[0]?.labels?.['hash']).toMatch(/^sha256:[0-9a-f]{64}$/)
  file.stop()
})

it('does not in 1.29', () => {
  const { decision, write } = start(29)
  write(`${head}${rbac}`)
  expect(decision().decision).toBe('allow')
})
