import { expect, it } from 'vitest'
import { schemeFor } from '../scheme.ts'
import { StoredCodec } from '../stored-codec.ts'

const codec = new StoredCodec(schemeFor('1.30'), 'application/vnd.kubernetes.protobuf')
const names = { plural: 'as', singular: 'as', kind: 'A', listKind: 'AList' }
const stored = (spec: object): object => ({
  kind: 'CustomResourceDefinition',
  apiVersion: 'apiextensions.k8s.io/v1beta1',
  metadata: { name: 'as.example.com', creationTimestamp: '2026-11-23T06:11:58Z' },
  spec: { group: 'example.com', version: 'v1', names, scope: 'Namespaced', ...spec },
  status: { conditions: null, acceptedNames: { plural: '', kind: '' }, storedVersions: ['v1'] },
})
const schema = { openAPIV3Schema: { type: 'object' } }
const version = { served: true, storage: true }
const none = { conversion: { strategy: 'None' }, preserveUnknownFields: false }

// As a real kube-apiserver stored them.
it.each([
  {
    what: 'versions that have all in common',
    spec: {
      validation: schema,
      subresources: { status: {} },
      versions: [{ name: 'v1', ...version }],
      additionalPrinterColumns: [{ name: 'A', type: 'string', JSONPath: '.spec.a' }],
      ...none,
    },
    inV1: {
      schema,
      subresources: { status: {} },
      additionalPrinterColumns: [{ name: 'A', type: 'string', jsonPath: '.spec.a' }],
    },
  },
  {
    what: 'versions of their own, and a webhook',
    spec: {
      versions: [
        { name: 'v1', ...version, schema },
        {
          name: 'v2',
          served: true,
          storage: false,
          deprecated: true,
          schema: { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
          additionalPrinterColumns: [{ name: 'A', type: 'string', JSONPath: '.spec.a' }],
        },
      ],
      conversion: {
        strategy: 'Webhook',
        webhookClientConfig: { service: { namespace: 'n', name: 's', port: 443 } },
        conversionReviewVersions: ['v1'],
      },
      preserveUnknownFields: false,
    },
    inV1: { schema },
  },
])('keeps $what as real servers do', ({ spec, inV1 }) => {
  const bytes = Buffer.from(`${JSON.stringify(stored(spec))}\n`)
  const object = codec.decode(bytes)
  expect(object).toMatchObject({
    apiVersion: 'apiextensions.k8s.io/v1',
    spec: { versions: [{ name: 'v1', ...inV1 }, ...spec.versions.slice(1).map(({ name }) => ({ name }))] },
  })
  expect(codec.encode(object).toString()).toBe(bytes.toString())
})

it('reads what servers before 1.16 left out', () => {
  const object = codec.decode(Buffer.from(JSON.stringify(stored({ validation: schema }))))
  expect(object['spec']).toEqual({
    group: 'example.com',
    names,
    scope: 'Namespaced',
    versions: [{ name: 'v1', served: true, storage: true, schema }],
    conversion: { strategy: 'None' },
    preserveUnknownFields: true,
  })
})
