import { expect, it } from 'vitest'
import type { Pod } from '../../../api/core-v1.ts'
import { applySeccompSkew } from './seccomp-skew.ts'

const localhost = { type: 'Localhost', localhostProfile: 'a' }
const podKey = 'seccomp.security.alpha.kubernetes.io/pod'
const containerKey = 'container.seccomp.security.alpha.kubernetes.io/c'

function applied(pod: Pod, minor: number): Pod {
  applySeccompSkew(pod, minor)
  return pod
}

it('makes annotations of fields up to 1.24', () => {
  const pod = (): Pod => ({
    spec: {
      securityContext: { seccompProfile: { type: 'RuntimeDefault' } },
      containers: [{ name: 'c', securityContext: { seccompProfile: localhost } }],
    },
  })
  expect(applied(pod(), 24).metadata?.annotations).toEqual({
    [podKey]: 'runtime/default',
    [containerKey]: 'localhost/a',
  })
  expect(applied(pod(), 25).metadata?.annotations).toBeUndefined()
})

it('makes fields of annotations up to 1.26', () => {
  const pod = (): Pod => ({
    metadata: { annotations: { [podKey]: 'docker/default', [containerKey]: 'localhost/a' } },
    spec: { containers: [{ name: 'c' }] },
  })
  const spec = {
    securityContext: { seccompProfile: { type: 'RuntimeDefault' } },
    containers: [{ name: 'c', securityContext: { seccompProfile: localhost } }],
  }
  expect(applied(pod(), 24).spec).toEqual(spec)
  expect(applied(pod(), 26).spec).toEqual(spec)
  expect(applied(pod(), 27).spec).toEqual({ containers: [{ name: 'c' }] })
})

it('takes nothing from an annotation that it does not know', () => {
  const annotations = { [podKey]: 'localhost/' }
  expect(applied({ metadata: { annotations }, spec: {} }, 24).spec).toEqual({})
})
