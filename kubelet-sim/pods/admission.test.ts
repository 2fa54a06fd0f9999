import { describe, expect, it } from 'vitest'
import { type Admitting, refusalOf } from './admission.ts'
import type { Pod } from './pod.ts'

const pod = (ports: object[], nodeSelector = {}): Pod =>
  ({ metadata: {}, spec: { nodeSelector, containers: [{ name: 'c', ports }] }, status: {} }) as unknown as Pod
const kubelet = (minor: number, on = true): Admitting => ({
  gates: { enabled: () => on, known: () => true, unregistered: () => on },
  release: { minor },
})
const said = (refusal: ReturnType<typeof refusalOf>) =>
  refusal === undefined ? undefined : 'reason' in refusal ? refusal.reason : refusal.predicate
const why = (ports: object[], other: object[]) => said(refusalOf(pod(ports), {}, [pod(other)], kubelet(36)))

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
    expect(refusalOf(pod([], { a: 'b' }), { a: 'b' }, [], kubelet(36))).toBeUndefined()
    expect(said(refusalOf(pod([], { a: 'b' }), { a: 'c' }, [], kubelet(36)))).toBe('NodeAffinity')
  })

  it.each([
    [29, false, 'InitContainerRestartPolicyForbidden'],
    [29, true, undefined],
    [27, false, undefined],
  ])('of 1.%i with SidecarContainers %s, and a sidecar', (minor, on, expected) => {
    const own = pod([])
    own.spec.initContainers = [{ name: 'i', restartPolicy: 'Always' }]
    expect(said(refusalOf(own, {}, [], kubelet(minor, on)))).toBe(expected)
  })
})
