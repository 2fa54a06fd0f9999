import { expect, it } from 'vitest'
import type { KubeObject } from '../apimachinery/json.ts'
import { spreadMisfits } from './topology-spread.ts'

const taint = { key: 'a', value: 'b', effect: 'NoSchedule' }
const node = (name: string, taints: object[] = []): KubeObject => ({
  apiVersion: 'v1',
  kind: 'Node',
  metadata: { name, labels: { host: name } },
  spec: { taints } as never,
})
const constraint = {
  maxSkew: 1,
  topologyKey: 'host',
  whenUnsatisfiable: 'DoNotSchedule',
  labelSelector: { matchLabels: { app: 'x' } },
}
const pod = (more: object = {}, hash = '1'): KubeObject => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'p', namespace: 'n', labels: { app: 'x', hash } },
  spec: { topologySpreadConstraints: [{ ...constraint, ...more }] } as never,
  status: {},
})
const on = (where: string, hash = '1') => ({ pod: pod({}, hash), node: where })
const unequal = "node(s) didn't match pod topology spread constraints"
const reasons = (one: KubeObject, nodes: KubeObject[], placed: ReturnType<typeof on>[]) =>
  nodes.map(spreadMisfits(one, nodes, placed))

it('lets a pod go where there are not too many of its kind', () => {
  const nodes = [node('a'), node('b')]
  expect(reasons(pod(), nodes, [on('a')])).toEqual([unequal, undefined])
  expect(reasons(pod({ maxSkew: 2 }), nodes, [on('a')])).toEqual([undefined, undefined])
  expect(reasons(pod({ whenUnsatisfiable: 'ScheduleAnyway' }), nodes, [on('a')])).toEqual([
    undefined,
    undefined,
  ])
})
it('counts tainted nodes unless their taints are honored', () => {
  const nodes = [node('a'), node('b', [taint])]
  expect(reasons(pod(), nodes, [on('a')])[0]).toBe(unequal)
  expect(reasons(pod({ nodeTaintsPolicy: 'Honor' }), nodes, [on('a')])[0]).toBeUndefined()
})
it('counts only pods with the same values of the keys that are to match', () => {
  const nodes = [node('a'), node('b')]
  expect(reasons(pod({ matchLabelKeys: ['hash'] }, '2'), nodes, [on('a', '1')])).toEqual([
    undefined,
    undefined,
  ])
})
it('tells nodes without the label, and takes too few domains for an empty one', () => {
  const bare: KubeObject = { ...node('c'), metadata: { name: 'c' } }
  expect(reasons(pod(), [node('a'), bare], [])[1]).toBe(`${unequal} (missing required label)`)
  expect(reasons(pod({ minDomains: 2 }), [node('a')], [on('a')])).toEqual([unequal])
})
