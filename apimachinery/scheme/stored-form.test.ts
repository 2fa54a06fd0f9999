import { expect, it } from 'vitest'
import type { KubeObject } from '../json.ts'
import { schemeFor } from './scheme.ts'
import { sameStoredForm } from './stored-form.ts'

const pod = (release: string, more: object = {}): { object: KubeObject; writtenBy: string } => ({
  writtenBy: release,
  object: schemeFor(release).normalize({
    kind: 'Pod',
    apiVersion: 'v1',
    metadata: { name: 'a', namespace: 'x', ...more },
    spec: { containers: [{ name: 'c', image: 'i', resources: {} }] },
    status: { phase: 'Running' },
  } as KubeObject),
})

it('finds the data of another release the same where no field came that is always written', () => {
  expect(sameStoredForm(pod('1.30'), pod('1.32'))).toBe(true)
  // status.observedGeneration is no pointer.
  expect(sameStoredForm(pod('1.32'), pod('1.33'))).toBe(false)
  expect(sameStoredForm(pod('1.33'), pod('1.36'))).toBe(true)
})

it('minds the content, but not the revision', () => {
  expect(sameStoredForm(pod('1.34'), pod('1.34', { labels: { a: 'b' } }))).toBe(false)
  expect(sameStoredForm(pod('1.34'), pod('1.34', { resourceVersion: '7' }))).toBe(true)
})

it('knows nothing of releases that are not recorded', () => {
  const other = { ...pod('1.34'), writtenBy: '1.7' }
  expect(sameStoredForm(other, other)).toBe(false)
})
