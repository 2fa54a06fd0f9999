import { expect, it } from 'vitest'
import { gatesOf } from '../../component-base/testing/gates-of.ts'
import { type EndpointState, kubeletAnswer } from './kubelet-endpoints.ts'

it.each([
  ['1.26', undefined],
  ['1.30', ['log', 'ping', 'syncloop']],
  ['1.36', ['log', 'ping', 'syncloop']],
])('shows the health checks of %s as metrics', (release, names) => {
  const state = {
    release: { minor: Number(release.slice(2)) },
    startedAt: 2000,
    enabled: gatesOf(release, {}, 'kubelet'),
  } as unknown as EndpointState
  const { status, body } = kubeletAnswer('/metrics/slis', state)
  const shown = [...String(body).matchAll(/^kubernetes_healthcheck\{name="(\w+)",type="healthz"\} 1$/gm)]
  expect([status, shown.map(([, name]) => name).sort()]).toEqual([names ? 200 : 404, names ?? []])
})
