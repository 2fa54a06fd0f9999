import { expect, it } from 'vitest'
import type { ApiRequest } from '../../registry/generic/request.ts'
import { noteRefusal, PolicyAnnotations } from './audit.ts'

/** Notes what is annotated. */
function noting(): [Pick<ApiRequest, 'annotate'>, [string, string][]] {
  const noted: [string, string][] = []
  return [{ annotate: (key, value) => void noted.push([key, value]) }, noted]
}

it('publishes each value of a key once, joined', () => {
  const annotations = new PolicyAnnotations()
  for (const value of ['a', 'b', 'a']) annotations.add('key', value)
  annotations.add('long', 'x'.repeat(11 * 1024))
  const [request, noted] = noting()
  annotations.publish(request, 'policy')
  expect(noted).toEqual([
    ['policy/key', 'a, b'],
    ['policy/long', 'x'.repeat(10 * 1024)],
  ])
})

it('notes a refusal as upstream encodes it', () => {
  const [request, noted] = noting()
  const spec = { policyName: 'p', validationActions: ['Warn', 'Audit'] }
  noteRefusal(request, { name: 'b', spec }, { index: 1, message: 'no <b>', reason: 'Invalid' })
  expect(noted).toEqual([
    [
      'validation.policy.admission.k8s.io/validation_failure',
      '[{"message":"no \\u003cb\\u003e","policy":"p","binding":"b","expressionIndex":1,"validationActions":["Warn","Audit"]}]',
    ],
  ])
})
