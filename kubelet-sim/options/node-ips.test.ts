import { expect, it } from 'vitest'
import { parseNodeIPs } from './node-ips.ts'

// As component-helpers' ParseNodeIPArgument.
it.each([
  ['', [], undefined],
  ['10.0.0.1', ['10.0.0.1'], undefined],
  ['10.0.0.1, fd00::1', ['10.0.0.1', 'fd00::1'], undefined],
  ['fd00::1,10.0.0.1', ['fd00::1', '10.0.0.1'], undefined],
  ['10.0.0.1,no', ['10.0.0.1'], undefined],
  [
    '10.0.0.1,10.0.0.2',
    ['10.0.0.1', '10.0.0.2'],
    'must contain either a single IP or a dual-stack pair of IPs',
  ],
  [
    '10.0.0.1,fd00::1,fd00::2',
    ['10.0.0.1', 'fd00::1', 'fd00::2'],
    'must contain either a single IP or a dual-stack pair of IPs',
  ],
  ['10.0.0.1,::', ['10.0.0.1', '::'], "dual-stack node IP cannot include '0.0.0.0' or '::'"],
])('--node-ip=%s', (flag, nodeIPs, why) => {
  expect(parseNodeIPs(flag)).toEqual({
    nodeIPs,
    error: why === undefined ? undefined : `bad --node-ip "${flag}": ${why}`,
  })
})
