import { describe, expect, it } from 'vitest'
import type { KubeObject } from '../../apimachinery/json.ts'
import { FailedPodsBackoff } from './failed-pods.ts'
import { type DaemonSet, fitOf, nextUpdate, podsByNode } from './nodes.ts'

const ds = (rollingUpdate: object, template: object = {}): DaemonSet =>
  ({
    metadata: {},
    spec: { updateStrategy: { rollingUpdate }, template: { spec: template } },
    status: {},
  }) as unknown as DaemonSet

/** `a new`, `b old unready`: the node, the template and whether it is ready. */
const pod = (text: string): KubeObject => {
  const [nodeName, template, unready] = text.split(' ')
  return {
    metadata: { name: text, labels: { template } },
    spec: { nodeName },
    status: {
      phase: 'Running',
      conditions: [{ type: 'Ready', status: unready === undefined ? 'True' : 'False' }],
    },
  } as unknown as KubeObject
}

const step = (rollingUpdate: object, pods: readonly string[]) => {
  const { remove, create } = nextUpdate({
    ds: ds(rollingUpdate),
    byNode: podsByNode(pods.map(pod)),
    desired: 3,
    isUpdated: ({ metadata }) => metadata.labels?.['template'] === 'new',
    isWanted: () => true,
    now: 0,
  })
  return [remove.map(({ metadata }) => metadata.name), create]
}

describe('a rolling update of a DaemonSet', () => {
  it.each([
    [['a old', 'b old', 'c old'], ['a old'], []],
    [['a new', 'b old', 'c old'], ['b old'], []],
    [['a new unready', 'b old', 'c old'], [], []],
    [['a old unready', 'b old unready', 'c old'], ['a old unready', 'b old unready'], []],
  ])('replaces one of %j', (pods, remove, create) => {
    expect(step({ maxUnavailable: 1 }, pods)).toEqual([remove, create])
  })

  it.each([
    [['a old', 'b old', 'c old'], [], ['a']],
    [['a old', 'a new unready', 'b old', 'c old'], [], []],
    [['a old', 'a new', 'b old', 'c old'], ['a old'], ['b']],
  ])('makes one beside %j', (pods, remove, create) => {
    expect(step({ maxSurge: 1 }, pods)).toEqual([remove, create])
  })
})

it('lets pods stay on a node that takes no new ones', () => {
  const node = (effect: string) =>
    ({ metadata: { name: 'n' }, spec: { taints: [{ key: 'k', effect }] } }) as unknown as KubeObject
  expect(fitOf(ds({}), node('PreferNoSchedule'))).toEqual({ wanted: true, mayStay: true })
  expect(fitOf(ds({}), node('NoSchedule'))).toEqual({ wanted: false, mayStay: true })
  expect(fitOf(ds({}), node('NoExecute'))).toEqual({ wanted: false, mayStay: false })
  expect(fitOf(ds({}, { nodeSelector: { a: 'b' } }), node(''))).toEqual({ wanted: false, mayStay: false })
})

it('waits longer before each failed pod is replaced', () => {
  const backoff = new FailedPodsBackoff()
  expect([0, 500, 1000, 2500, 3000].map((now) => backoff.wait('a', now))).toEqual([0, 1000, 0, 2000, 0])
  expect(backoff.wait('b', 500)).toBe(0)
})
