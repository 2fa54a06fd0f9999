import { expect, it } from 'vitest'
import { loadRelease } from '../../../component-base/release.ts'
import type { AdmissionAttributes } from '../chain.ts'
import { canChangeUsage } from './handles.ts'

const gates = { known: () => true, enabled: () => false }
const counts = (minor: number, resource: string, subresource: string, more: object): boolean =>
  canChangeUsage({
    request: { server: { release: loadRelease(`1.${minor}`), gates }, group: '', resource, subresource },
    operation: 'UPDATE',
    object: { spec: {}, metadata: {} },
    oldObject: { spec: {}, metadata: {} },
    ...more,
  } as unknown as AdmissionAttributes)

it.each([
  [31, 'pods', 'resize', {}, false],
  [32, 'pods', 'resize', {}, true],
  [32, 'pods', '', { object: { spec: { activeDeadlineSeconds: 1 } } }, false],
  [33, 'pods', '', { object: { spec: { activeDeadlineSeconds: 1 } } }, true],
  [33, 'pods', '', {}, false],
  [33, 'pods', 'binding', { operation: 'CREATE' }, false],
  [36, 'services', '', {}, true],
  [36, 'services', 'status', {}, false],
  [36, 'configmaps', '', {}, false],
  [36, 'configmaps', '', { operation: 'CREATE' }, true],
  [32, 'persistentvolumeclaims', 'status', {}, false],
  [
    36,
    'persistentvolumeclaims',
    'status',
    { object: { spec: { volumeAttributesClassName: 'gold' } } },
    false,
  ],
])('in 1.%i a write of %s/%s %j: %s', (minor, resource, subresource, more, expected) => {
  expect(counts(minor, resource, subresource, more)).toBe(expected)
})
