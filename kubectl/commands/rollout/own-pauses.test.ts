import { expect, it } from 'vitest'
import type { KubeObject } from '../../../apimachinery/json.ts'
import { ownPauses } from './own-pauses.ts'

const container = (probes: object) => ({ name: 'c', ...probes })

it.each<[string, object | undefined, number]>([
  ['a workload without a spec', undefined, 0],
  ['one whose pods wait for nothing', { template: { spec: { containers: [container({})] } } }, 0],
  ['minReadySeconds', { minReadySeconds: 10 }, 10_000],
  [
    'the container that waits longest, and minReadySeconds after it',
    {
      minReadySeconds: 1,
      template: {
        spec: {
          containers: [
            container({ readinessProbe: { initialDelaySeconds: 20, periodSeconds: 5, successThreshold: 2 } }),
            container({ startupProbe: { initialDelaySeconds: 5 }, readinessProbe: { periodSeconds: 2 } }),
          ],
        },
      },
    },
    31_000,
  ],
])('a rollout may rest as long as %s says', (_, spec, ms) => {
  expect(ownPauses({ metadata: {}, spec } as unknown as KubeObject)).toBe(ms)
})
