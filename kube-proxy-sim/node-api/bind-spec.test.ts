import { describe, expect, it } from 'vitest'
import { dialTarget, grpcAddress, parseBindSpec } from './bind-spec.ts'

describe('a bind spec', () => {
  it.each([
    ['tcp://127.0.0.1:12345', '127.0.0.1:12345'],
    ['tcp://127.8.9.10:0', '127.8.9.10:0'],
    ['tcp://:12345', '127.0.0.1:12345'],
    ['tcp://localhost:1', 'localhost:1'],
    ['tcp://[::1]:80', '[::1]:80'],
    ['unix:///run/kubernetes/proxy.sock', 'unix:/run/kubernetes/proxy.sock'],
    ['unix://proxy.sock', 'unix:proxy.sock'],
  ])('%s', (spec, address) => {
    expect(grpcAddress(parseBindSpec(spec))).toBe(address)
    expect(dialTarget(spec)).toBe(address)
    expect(dialTarget(address)).toBe(address)
  })

  it.each([
    ['127.0.0.1:12345', 'invalid listen spec: expected protocol://address format but got 127.0.0.1:12345'],
    ['', 'invalid listen spec: expected protocol://address format but got '],
    ['http://127.0.0.1:80', 'listen http: unknown network http'],
    ['tcp://127.0.0.1', 'listen tcp: address 127.0.0.1: missing port in address'],
    ['tcp://127.0.0.1:x', 'listen tcp: address 127.0.0.1:x: invalid port'],
    ['unix://', 'listen unix: the path of the socket is missing'],
    ['tcp://0.0.0.0:1', 'listen tcp: 0.0.0.0:1 is not on the loopback; --allow-remote permits it'],
    ['tcp://example.org:1', 'listen tcp: example.org:1 is not on the loopback; --allow-remote permits it'],
  ])('refuses %s', (spec, message) => {
    expect(() => parseBindSpec(spec)).toThrow(new Error(message))
  })

  it('takes other addresses where that is allowed', () => {
    expect(grpcAddress(parseBindSpec('tcp://0.0.0.0:1', true))).toBe('0.0.0.0:1')
  })
})
