import { expect, it } from 'vitest'
import { inSliceOrder } from './slice-ports.ts'

// Hashes of the real library, k8s.io/endpointslice v0.34.4: e756…, f60b…, 0eb0…, a110….
it('orders ports as the real controller does', () => {
  const dns = { name: 'dns', protocol: 'UDP', port: 53 }
  const tcp = { name: 'dns-tcp', protocol: 'TCP', port: 53 }
  const metrics = { name: 'metrics', protocol: 'TCP', port: 9153 }
  const web = { name: '', protocol: 'TCP', port: 80, appProtocol: 'kubernetes.io/h2c' }
  expect(inSliceOrder([dns, tcp, metrics, web])).toEqual([metrics, web, dns, tcp])
})
