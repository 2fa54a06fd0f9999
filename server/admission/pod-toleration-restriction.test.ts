import { expect, it } from 'vitest'
import { loadRelease } from '../../component-base/release.ts'
import type { ServerContext } from '../registry/generic/strategy.ts'
import type { AdmissionAttributes } from './chain.ts'
import { podTolerationRestriction } from './pod-toleration-restriction.ts'

async function refusal(annotation: string): Promise<string> {
  const annotations = { 'scheduler.alpha.kubernetes.io/defaultTolerations': annotation }
  const server = {
    release: loadRelease('1.36'),
    gates: { known: () => false, enabled: () => false },
    storage: { get: async () => ({ object: { metadata: { name: 'n', annotations } } }) },
  } as unknown as ServerContext
  const attributes = {
    request: { group: '', resource: 'pods', subresource: '', namespace: 'n', server },
    operation: 'CREATE',
    object: { metadata: {}, spec: {} },
  } as unknown as AdmissionAttributes
  const plugin = podTolerationRestriction(server, {})
  const admitted = Promise.resolve().then(() => plugin.admit!(attributes))
  return admitted.then(
    () => 'none',
    (error: Error) => error.message,
  )
}

it.each([
  ['[{"key":"a","operator":"Exists","other":1}]', 'none'],
  ['{', 'unexpected end of JSON input'],
  ['{}', 'json: cannot unmarshal object into Go value of type []v1.Toleration'],
  ['[1]', 'json: cannot unmarshal number into Go value of type v1.Toleration'],
  ['[{"key":1}]', 'json: cannot unmarshal number into Go struct field Toleration.key of type string'],
])('takes %s with %s', async (annotation, message) => {
  expect(await refusal(annotation)).toBe(message)
})
