import { expect, it } from 'vitest'
import type { KubeObject } from '../../apimachinery/json.ts'
import { checkPulls } from './check-pulls.ts'

const pulled = (name: string, second: number): KubeObject => ({
  apiVersion: 'v1',
  kind: 'Event',
  metadata: { name: `${name}.1` },
  involvedObject: { kind: 'Pod', name },
  reason: 'Pulled',
  message: 'Successfully pulled image "x" in 20s',
  lastTimestamp: `2026-01-01T00:00:${String(second).padStart(2, '0')}Z`,
})
const verdict = async (groups: number[], events: KubeObject[]) => {
  const documented = ['old', 'a', 'b', 'c'].map((name) => ({ resource: 'pods', name, namespace: 'default' }))
  const world = { commands: [], step: 1, documented, gates: () => undefined, release: () => undefined }
  const claim = { kind: 'pulls' as const, groups, text: '', line: 1 }
  return (await checkPulls(claim, { ...world, objects: async () => events, before: async () => [] })).verdict
}

it('holds the order of the events against the groups', async () => {
  const two = [pulled('old', 1), pulled('a', 20), pulled('b', 20), pulled('c', 40)]
  expect(await verdict([2, 1], two)).toBe('holds')
  expect(await verdict([1, 2], two)).toBe('fails')
  expect(await verdict([1, 1, 1], two)).toBe('fails')
  expect(await verdict([3], two)).toBe('fails')
  expect(await verdict([2, 1], two.slice(0, 3))).toBe('fails')
  expect(await verdict([5], two)).toBe('unknown')
})
