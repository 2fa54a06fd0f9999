import { describe, expect, it } from 'vitest'
import { refusalOf } from './admission.ts'
import type { Pod } from './pod.ts'

const pod = (ports: object[], nodeSelector = {}): Pod =>
  ({ metadata: {}, spec: { nodeSelector, containers: [{ name: 'c', ports }] }, status: {} }) as unknown as Pod
const why = (ports: object[], other: object[]) => refusalOf(pod(ports), {}, [pod(other)], 36)?.predicate

describe('a kubelet', () => {
  it.each([
    [[{ containerPort: 80, hostPort: 80 }], [{ containerPort: 1, hostPort: 80 }], 'NodePorts'],
    [[{ containerPort: 80 }], [{ containerPort: 80 }], undefined],
    [
      [{ containerPort: 80, hostPort: 80, protocol: 'UDP' }],
      [{ containerPort: 80, hostPort: 80 }],
      undefined,
    ],
    [[{ hostPort: 80, hostIP: '10.0.0.1' }], [{ hostPort: 80, hostIP: '10.0.0.2' }], undefined],
    [[{ hostPort: 80, hostIP: '10.0.0.1' }], [{ hostPort: 80, hostIP: '0.0.0.0' }], 'NodePorts'],
    // Kubernetes knows one address that stands for all.
    [[{ hostPort: 80, hostIP: '10.0.0.1' }], [{ hostPort: 80, hostIP: '::' }], undefined],
  ])('with ports %j beside %j', (ports, other, expected) => {
    expect(why(ports, other)).toBe(expected)
  })

  it('takes pods that select its labels only', () => {
    expect(refusalOf(pod([], { a: 'b' }), { a: 'b' }, [], 36)).toBeUndefined()
    expect(refusalOf(pod([], { a: 'b' }), { a: 'c' }, [], 36)?.predicate).toBe('NodeAffinity')
  })
})
