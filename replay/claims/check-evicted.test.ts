import { expect, it } from 'vitest'
import type { KubeObject } from '../../apimachinery/json.ts'
import { checkEvicted } from './check-evicted.ts'
import type { ClaimWorld } from './world.ts'

const pod = (name: string): KubeObject =>
  ({ kind: 'Pod', metadata: { name, uid: name }, status: { phase: 'Running' } }) as unknown as KubeObject
const world = (text: string): ClaimWorld =>
  ({
    step: 1,
    commands: [{ step: 1, text, line: 1, stdout: '', stderr: '', exitCode: 0 }],
  }) as unknown as ClaimWorld

it.each([
  ['kubectl drain a', false, ['p'], [], 'holds'],
  ['kubectl drain a', true, ['p'], ['q'], 'fails'],
  ['kubectl drain a', false, ['p', 'q'], ['q'], 'unknown'],
  ['kubectl delete pod p', false, ['p'], [], 'unknown'],
  ['kubectl drain a', false, ['p'], ['p'], undefined],
  ['kubectl drain a --dry-run=client', false, ['p'], [], 'unknown'],
  ['kubectl delete pod p && kubectl drain a', false, ['p'], [], 'unknown'],
  ['kubectl delete pod p && kubectl drain a', true, ['p'], [], 'unknown'],
  ['kubectl drain a', false, [], ['q'], 'unknown'],
])('%s, denied %s, of %s %s are left: %s', (command, negated, before, after, verdict) => {
  const resolved = {
    resource: 'pods',
    kind: 'Pod',
    earlier: before.map(pod),
    objects: after.map(pod),
    ambiguous: false,
  }
  const claim = { kind: 'state', state: 'evicted', negated, text: '', line: 1 } as never
  expect(checkEvicted(claim, resolved, world(command))?.verdict).toBe(verdict)
})
