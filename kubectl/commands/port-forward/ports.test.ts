import { expect, it } from 'vitest'
import type { KubeObject } from '../../../apimachinery/json.ts'
import { forwardedPorts } from './ports.ts'

const pod = {
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'p' },
  spec: {
    containers: [
      {
        name: 'c',
        ports: [
          { name: 'http', containerPort: 80 },
          { name: 'dns', containerPort: 53, protocol: 'UDP' },
        ],
      },
    ],
  },
} as KubeObject
const service = (spec: object): KubeObject => ({
  apiVersion: 'v1',
  kind: 'Service',
  metadata: { name: 's' },
  spec: {
    clusterIP: '10.0.0.1',
    ports: [
      { name: 'web', port: 8000, targetPort: 'http' },
      { name: 'same', port: 9000 },
      { port: 54, protocol: 'UDP' },
    ],
    ...spec,
  },
})

it.each<[string, KubeObject, string]>([
  ['80', pod, '80 80'],
  ['8080:http', pod, '8080 80'],
  [':80', pod, '0 80'],
  ['http', pod, '80 80'],
  ['8000', service({}), '8000 80'],
  ['web', service({}), '8000 80'],
  ['1:same', service({}), '1 9000'],
  ['8000', service({ clusterIP: 'None' }), '8000 8000'],
  ['1:81', service({}), 'Service s does not have a service port 81'],
  ['none', service({}), "Service 's' does not have a named port 'none'"],
  ['none', pod, "Pod 'p' does not have a named port 'none'"],
  ['53', pod, 'UDP protocol is not supported for 53'],
  ['54', service({}), 'UDP protocol is not supported for 54'],
  ['80:', pod, "Pod 'p' does not have a named port ''"],
  ['x:80', pod, 'error parsing local port \'x\': strconv.ParseUint: parsing "x": invalid syntax'],
  [
    '70000:80',
    pod,
    'error parsing local port \'70000\': strconv.ParseUint: parsing "70000": value out of range',
  ],
  ['1:0', pod, 'remote port must be > 0'],
])('%s', (word, object, expected) => {
  const forwarded = (): string => {
    try {
      return forwardedPorts([word], object, pod)
        .map(({ local, remote }) => `${local} ${remote}`)
        .join()
    } catch (error) {
      return (error as Error).message
    }
  }
  // A number without a colon stands for both.
  expect(forwarded()).toBe(expected)
})
