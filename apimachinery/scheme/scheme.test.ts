import { describe, expect, it } from 'vitest'
import { recordedReleases } from '../../component-base/release-facts.ts'
import { isGiven } from '../given-empty.ts'
import type { JsonObject } from '../json.ts'
import { notedLiteral } from './number-literal.ts'
import { parseJson } from './parse-json.ts'
import { schemeFor } from './scheme.ts'

const decode = (group: string, version: string, kind: string, text: string, minor = '1.34') =>
  schemeFor(minor).decode(group, version, kind, parseJson(text).value)

describe('Scheme.decode', () => {
  it('gives the JSON that Go would encode: order, zero values, omitempty', () => {
    const { object } = decode(
      '',
      'v1',
      'Service',
      '{"spec":{"clusterIP":"","ports":[{"targetPort":"x","port":80}]},"metadata":{"name":"a"}}',
    )
    expect(JSON.stringify(object)).toBe(
      '{"kind":"Service","apiVersion":"v1","metadata":{"name":"a"},"spec":{"ports":[{"port":80,"targetPort":"x"}]},"status":{"loadBalancer":{}}}',
    )
  })

  it('notes how amounts were written that are shown in another way', () => {
    const { object } = decode(
      '',
      'v1',
      'Node',
      '{"status":{"capacity":{"pods":"1.5","cpu":0.5,"a/b":"1500m"}}}',
    )
    const { capacity } = object['status'] as { capacity: object }
    expect(capacity).toEqual({ 'a/b': '1500m', cpu: '500m', pods: '1500m' })
    expect(['a/b', 'cpu', 'pods'].map((name) => notedLiteral(capacity, name))).toEqual([
      undefined,
      '0.5',
      '1.5',
    ])
  })

  it('notes what was given empty where Go tells it from nil', () => {
    const { object } = decode(
      'admissionregistration.k8s.io',
      'v1',
      'ValidatingWebhookConfiguration',
      '{"webhooks":[{"clientConfig":{"url":"","caBundle":""},"rules":[{"scope":null,"resources":[]}]}]}',
    )
    const [{ clientConfig, rules }] = object['webhooks'] as [{ clientConfig: object; rules: [object] }]
    expect(clientConfig).toEqual({ url: '' })
    expect(isGiven(clientConfig, 'caBundle')).toBe(true)
    expect(isGiven(clientConfig, 'service')).toBe(false)
    expect(isGiven(rules[0], 'resources')).toBe(true)
    expect(isGiven(rules[0], 'scope')).toBe(false)
  })

  it('has creationTimestamp null until the release that omits it', () => {
    const metadata = (minor: string) => decode('', 'v1', 'ConfigMap', '{}', minor).object.metadata
    expect(metadata('1.30')).toEqual({ creationTimestamp: null })
    expect(metadata('1.36')).toEqual({})
  })

  it('knows the last days of each month', () => {
    const read = (day: string): unknown =>
      decode('', 'v1', 'ConfigMap', `{"metadata":{"creationTimestamp":"${day}T01:02:03Z"}}`).object.metadata
    for (const day of ['2026-01-31', '2026-11-30', '2026-11-29', '2028-02-29'])
      expect(read(day)).toEqual({ creationTimestamp: `${day}T01:02:03Z` })
    for (const day of ['2026-11-31', '2026-02-29', '2026-02-30', '2026-12-32'])
      expect(() => read(day)).toThrow('out of range')
  })

  it('keeps pointers to zero values and drops null', () => {
    const { object } = decode(
      'apps',
      'v1',
      'Deployment',
      '{"spec":{"replicas":0,"paused":false,"progressDeadlineSeconds":null}}',
    )
    expect(object.spec).toEqual({
      replicas: 0,
      selector: null,
      template: { metadata: {}, spec: { containers: null } },
      strategy: {},
    })
  })

  it('reports unknown and duplicate fields in the order of the document', () => {
    const text =
      '{"metadata":{"nosuch":1,"labels":{"a":"1","a":"2"}},"data":{"k":"1","k":"2"},"bogus":1,"data2":{},"bogus":2}'
    expect(decode('', 'v1', 'ConfigMap', text).strictErrors).toEqual([
      'unknown field "metadata.nosuch"',
      'duplicate field "metadata.labels.a"',
      'duplicate field "data.k"',
      'unknown field "bogus"',
      'unknown field "data2"',
    ])
  })

  it('reports 100 strict errors at most', () => {
    const text = `{${Array.from({ length: 150 }, (_, i) => `"x${i}":1`).join(',')}}`
    expect(decode('', 'v1', 'ConfigMap', text).strictErrors).toHaveLength(100)
  })

  it.each([
    [
      'Endpoints',
      '{"subsets":"x"}',
      'json: cannot unmarshal string into Go struct field Endpoints.subsets of type []v1.EndpointSubset',
    ],
    [
      'Endpoints',
      '{"subsets":[{"addresses":"x"}]}',
      'json: cannot unmarshal string into Go struct field EndpointSubset.subsets.addresses of type []v1.EndpointAddress',
    ],
    [
      'ConfigMap',
      '{"data":{"a":1}}',
      'json: cannot unmarshal number into Go struct field ConfigMap.data of type string',
    ],
    ['ConfigMap', '{"binaryData":{"a":"!"}}', 'illegal base64 data at input byte 0'],
    [
      'Node',
      '{"metadata":{"creationTimestamp":"x"}}',
      'parsing time "x" as "2006-01-02T15:04:05Z07:00": cannot parse "x" as "2006"',
    ],
    [
      'DeleteOptions',
      '{"gracePeriodSeconds":"1"}',
      'json: cannot unmarshal string into Go struct field DeleteOptions.gracePeriodSeconds of type int64',
    ],
    [
      'Service',
      '{"spec":{"ports":[{"protocol":7}]}}',
      'json: cannot unmarshal number into Go struct field ServicePort.spec.ports.protocol of type v1.Protocol',
    ],
  ])('%s %s', (kind, text, message) => {
    expect(() => decode('', 'v1', kind, text)).toThrow(message)
  })

  it('names embedded structs from 1.35 on', () => {
    const text = '{"spec":{"volumes":[{"hostPath":{"path":5}}]}}'
    expect(() => decode('', 'v1', 'Pod', text)).toThrow(
      'field HostPathVolumeSource.spec.volumes.hostPath.path of type string',
    )
    expect(() => decode('', 'v1', 'Pod', text, '1.35')).toThrow(
      'field HostPathVolumeSource.spec.volumes.VolumeSource.hostPath.path of type string',
    )
  })

  it('decodes an empty object of every kind of every release, and the result again to the same', () => {
    for (const minor of recordedReleases()) {
      const scheme = schemeFor(minor)
      for (const { group, version, kind } of scheme.kinds()) {
        const { object } = scheme.decode(group, version, kind, {})
        expect(scheme.normalize(object)).toEqual(object)
      }
    }
  })
})

describe('Scheme.setSchemaDefaults', () => {
  it('sets what markers give, also in lists', () => {
    const scheme = schemeFor('1.34')
    const { object } = decode(
      '',
      'v1',
      'Pod',
      '{"spec":{"containers":[{"ports":[{"containerPort":1}]}],"volumes":[{"azureDisk":{"diskName":"a","diskURI":"b"}}]}}',
    )
    scheme.setSchemaDefaults(object)
    expect(scheme.normalize(object).spec).toEqual({
      containers: [{ name: '', ports: [{ containerPort: 1, protocol: 'TCP' }], resources: {} }],
      volumes: [
        {
          name: '',
          azureDisk: {
            diskName: 'a',
            diskURI: 'b',
            cachingMode: 'ReadWrite',
            fsType: 'ext4',
            readOnly: false,
            kind: 'Shared',
          },
        },
      ],
    })
  })
})

it('refuses data that is nested deeper than the stack', () => {
  let schema: JsonObject = {}
  for (let i = 0; i < 100_000; i++) schema = { properties: { a: schema } }
  const spec = { versions: [{ schema: { openAPIV3Schema: schema } }] }
  const decodeDeep = () =>
    schemeFor('1.36').decode('apiextensions.k8s.io', 'v1', 'CustomResourceDefinition', { spec })
  expect(decodeDeep).toThrow('exceeded max depth')
})

it('shares what an object that was decoded has too', () => {
  const scheme = schemeFor('1.36')
  const { object } = scheme.decode('', 'v1', 'Service', {
    metadata: { name: 'a' },
    spec: { ports: [{ port: 80 }, { port: 81 }], selector: { a: 'b' } },
  })
  const spec = object['spec'] as { ports: object[]; selector: object }
  const next = { ...object, spec: { ...spec, ports: [spec.ports[0], { port: 82, unknown: 1 }] } }
  const { object: other, strictErrors } = scheme.decode('', 'v1', 'Service', next, object)
  const { ports, selector } = other['spec'] as typeof spec
  expect(selector).toBe(spec.selector)
  expect(ports[0]).toBe(spec.ports[0])
  expect(ports[1]).toEqual({ port: 82, targetPort: 0 })
  expect(strictErrors).toEqual(['unknown field "spec.ports[1].unknown"'])
})
