import { expect, it } from 'vitest'
import { behindService } from './behind-service.ts'

const pod = (labels?: Record<string, string>) => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'test-pod', ...(labels === undefined ? {} : { labels }) },
})
const service = (selector?: object) => ({
  kind: 'service',
  manifest: { spec: { ...(selector && { selector }) } },
})
const selecting = service({ app: 'web' })

it.each([
  ['the Service', [selecting], undefined, { app: 'web' }],
  ['the Service and a pod', [{ kind: 'pod', manifest: {} }, selecting], undefined, { app: 'web' }],
  ['the Service, of a pod with labels', [selecting], { app: 'other' }, { app: 'other' }],
  ['two Services', [selecting, service({ app: 'other' })], undefined, undefined],
  ['a Service without a selector', [service()], undefined, undefined],
  ['a Service with a selector of another shape', [service({ matchLabels: {} })], undefined, undefined],
  ['a Deployment behind it', [selecting, { kind: 'deployment', manifest: {} }], undefined, undefined],
  ['nothing', [], undefined, undefined],
])('labels a pod beside %s', (_beside, made, own, labels) => {
  expect(behindService([pod(own)], made)[0]?.metadata.labels).toEqual(labels)
})
