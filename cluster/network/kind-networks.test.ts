import { expect, it } from 'vitest'
import { kindNodeIP, kindSubnets, wrongNetworks } from './kind-networks.ts'

it.each([
  [{}, '10.244.0.0/16 10.96.0.0/16 172.18.0.3'],
  [{ ipFamily: 'ipv6' }, 'fd00:10:244::/56 fd00:10:96::/112 fc00:f853:ccd:e793::3'],
  [
    { ipFamily: 'dual', podSubnet: '10.1.0.0/16,fd01::/56' },
    '10.1.0.0/16,fd01::/56 10.96.0.0/16,fd00:10:96::/112 172.18.0.3,fc00:f853:ccd:e793::3',
  ],
  [
    { ipFamily: 'dual', serviceSubnet: 'fd00:10:96::/112,10.96.0.0/16' },
    '10.244.0.0/16,fd00:10:244::/56 fd00:10:96::/112,10.96.0.0/16 fc00:f853:ccd:e793::3,172.18.0.3',
  ],
])('%j has networks as kind gives them', (networking, expected) => {
  const { podSubnet, serviceSubnet } = kindSubnets(networking)
  expect(`${podSubnet} ${serviceSubnet} ${kindNodeIP(networking, 1)}`).toBe(expected)
  expect(wrongNetworks(networking)).toEqual([])
})

// Upstream: kind's pkg/internal/apis/config/validate.go (validateSubnets)
it.each([
  [{ ipFamily: 'v6' }, 'invalid ipFamily: v6'],
  [{ ipFamily: 'constructor' }, 'invalid ipFamily: constructor'],
  [
    { serviceSubnet: '10.0.0.0' },
    'invalid service subnet failed to parse cidr value:"10.0.0.0" with error: invalid CIDR address: 10.0.0.0',
  ],
  [{ podSubnet: 'fd00::/56' }, 'invalid pod subnet expected IPv4 CIDR for IPv4 family'],
  [
    { podSubnet: '10.1.0.0/16,fd00::/56' },
    'invalid pod subnet only one CIDR allowed for single-stack networking',
  ],
  [
    { ipFamily: 'dual', podSubnet: '10.1.0.0/16,10.2.0.0/16' },
    'invalid pod subnet expected one (IPv4 or IPv6) CIDR or two CIDRs from each family for dual-stack networking',
  ],
])('%j is refused', (networking, message) => {
  expect(wrongNetworks(networking)).toEqual([message])
})
