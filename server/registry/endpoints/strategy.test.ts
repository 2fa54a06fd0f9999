import { describe, expect, it } from 'vitest'
import { patched, RulesAtWork } from '../testing/rules-at-work.ts'
import { endpointsRules } from './strategy.ts'

const endpoints = (...subsets: object[]) =>
  patched({ apiVersion: 'v1', kind: 'Endpoints', metadata: { name: 'a', namespace: 'ns' } }, { subsets })
const at = (ip: string, more: object = {}) =>
  endpoints({ addresses: [{ ip, ...more }], ports: [{ port: 80 }] })
const rules = new RulesAtWork(endpointsRules)
const label =
  "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')"

describe('Endpoints', () => {
  it('have ports of TCP by default', () => {
    const { object, errors } = rules.create(at('10.1.2.3'))
    expect([errors, object['subsets']]).toEqual([
      [],
      [{ addresses: [{ ip: '10.1.2.3' }], ports: [{ port: 80, protocol: 'TCP' }] }],
    ])
  })

  it.each<[string, string[]]>([
    ['127.0.0.1', ['may not be in the loopback range (127.0.0.0/8, ::1/128)']],
    ['0.0.0.0', ['may not be unspecified (0.0.0.0)']],
    ['169.254.0.1', ['may not be in the link-local range (169.254.0.0/16, fe80::/10)']],
    ['224.0.0.1', ['may not be in the link-local multicast range (224.0.0.0/24, ff02::/10)']],
    ['::1', ['may not be in the loopback range (127.0.0.0/8, ::1/128)']],
    ['foo', ['must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)', 'must be a valid IP address']],
    ['fd00::1', []],
  ])('at %s have the errors %j', (ip, errors) => {
    expect(rules.create(at(ip)).errors).toEqual(
      errors.map((text) => `subsets[0].addresses[0].ip: Invalid value: "${ip}": ${text}`),
    )
  })

  it.each<[string, object, string[]]>([
    ['no address', {}, ['subsets[0]: Required value: must specify `addresses` or `notReadyAddresses`']],
    ['none that is ready', { notReadyAddresses: [{ ip: '10.1.1.1' }] }, []],
    [
      'an odd host name',
      { addresses: [{ ip: '10.1.1.1', hostname: 'A_b' }] },
      [`subsets[0].addresses[0].hostname: Invalid value: "A_b": ${label}`],
    ],
    [
      'ports without names',
      { addresses: [{ ip: '10.1.1.1' }], ports: [{ port: 1 }, { port: 2, name: 'b' }] },
      ['subsets[0].ports[0].name: Required value'],
    ],
    [
      'a port that there is not',
      { addresses: [{ ip: '10.1.1.1' }], ports: [{ port: 0, protocol: 'ICMP' }] },
      [
        'subsets[0].ports[0].port: Invalid value: 0: must be between 1 and 65535, inclusive',
        'subsets[0].ports[0].protocol: Unsupported value: "ICMP": supported values: "SCTP", "TCP", "UDP"',
      ],
    ],
  ])('with %s have these errors', (_, subset, errors) => {
    expect(rules.create(endpoints(subset)).errors).toEqual(errors)
  })

  it('that did not change stay as they are, whatever they are', () => {
    const old = rules.create(at('127.0.0.1')).object
    expect(rules.update(old, { metadata: { labels: { a: 'b' } } }).errors).not.toContainEqual(
      expect.stringMatching('^subsets'),
    )
    expect(rules.update(at('10.1.1.1'), { subsets: old['subsets'] }).errors).toContain(
      'subsets[0].addresses[0].ip: Invalid value: "127.0.0.1": may not be in the loopback range (127.0.0.0/8, ::1/128)',
    )
  })

  it.each<[object, RegExp[]]>([
    [
      {},
      [
        /^subsets\[0\]\.addresses\[0\]\.ip: IPv6 address "2001:DB8::1" should be in RFC 5952 canonical format/,
      ],
    ],
    [{ 'endpoints.kubernetes.io/managed-by': 'endpoint-controller' }, []],
  ])('with the labels %j are warned of addresses in an odd form', (labels, warnings) => {
    const found = rules.create(patched(at('2001:DB8::1'), { metadata: { labels } })).warnings
    expect(found).toEqual(warnings.map((text) => expect.stringMatching(text)))
  })
})
