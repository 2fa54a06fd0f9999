import { expect, it } from 'vitest'
import { internalMetadata } from './internal-metadata.ts'

const key = 'autoscaling.alpha.kubernetes.io/behavior'
const of = (apiVersion: string, kind: string, annotations?: Record<string, string>) =>
  internalMetadata({ apiVersion, kind, metadata: { name: 'n', ...(annotations && { annotations }) } })

it('has no annotation that stands for a field of the kind', () => {
  expect(of('autoscaling/v1', 'HorizontalPodAutoscaler', { [key]: '{}' })).toEqual({ name: 'n' })
  expect(of('apps/v1', 'DaemonSet', { 'deprecated.daemonset.template.generation': '1', a: 'b' })).toEqual({
    name: 'n',
    annotations: { a: 'b' },
  })
})

it.each([
  ['autoscaling/v1', 'HorizontalPodAutoscaler', undefined],
  ['autoscaling/v2', 'HorizontalPodAutoscaler', { [key]: '{}' }],
  ['example.com/v1', 'DaemonSet', { 'deprecated.daemonset.template.generation': '1' }],
])('leaves the metadata of %s %s as they are', (apiVersion, kind, annotations) => {
  expect(of(apiVersion, kind, annotations)).toEqual({ name: 'n', ...(annotations && { annotations }) })
})
