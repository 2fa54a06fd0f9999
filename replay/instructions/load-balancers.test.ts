import { expect, it } from 'vitest'
import { addressesGiven, servicesInFront } from './load-balancers.ts'

const workload = (name: string) => ({
  kind: 'deployment',
  name,
  manifest: { spec: { selector: { matchLabels: { app: name } } } },
})
const made = [workload('front1'), workload('front2'), workload('probe')]
const inFront = (part: string) => servicesInFront({ part, names: [] }, made)

it('makes a Service for each of the workloads that are meant', () => {
  expect(inFront('create a load balancer for both front deployments')?.map(({ spec }) => spec)).toEqual([
    { type: 'LoadBalancer', selector: { app: 'front1' }, ports: [{ port: 80 }] },
    { type: 'LoadBalancer', selector: { app: 'front2' }, ports: [{ port: 80 }] },
  ])
  expect(inFront('add services for the three deployments')).toHaveLength(3)
})

it.each([
  'create a load balancer for the three front deployments',
  'create a load balancer for the deployment',
  'create a load balancer for the back deployments',
  'create a load balancer with an address for both front deployments',
])('makes none where it is not sure: %s', (part) => {
  expect(inFront(part)).toBeUndefined()
})

it('gives addresses where the document says that something does', () => {
  const services = ['a', 'b'].map((name) => ({
    kind: 'Service',
    metadata: { name },
    spec: { type: 'LoadBalancer' },
  }))
  expect([...addressesGiven(services, ['MetalLB runs in the cluster'])]).toEqual([
    ['a', '172.18.255.200'],
    ['b', '172.18.255.201'],
  ])
  expect(addressesGiven(services, ['There is a cluster']).size).toBe(0)
})
