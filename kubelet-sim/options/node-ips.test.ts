import { expect, it } from 'vitest'
import { parseNodeIPs } from './node-ips.ts'

it.each([
  ['', []],
  ['10.0.0.1', ['10.0.0.1']],
  ['10.0.0.1, fd00::1', ['10.0.0.1', 'fd00::1']],
  ['fd00::1,10.0.0.1', ['fd00::1', '10.0.0.1']],
  ['10.0.0.1,no', ['10.0.0.1']],
])('--node-ip=%s', (flag, nodeIPs) => {
  expect(parseNodeIPs(flag)).toEqual(nodeIPs)
})
