import { expect, it } from 'vitest'
import type { ActInstruction } from './instruction.ts'
import { readInstructions } from './read-instruction.ts'
import { toldObjects } from './told-objects.ts'

const told = (text: string) => toldObjects(readInstructions({ text, line: 1 })[0] as ActInstruction)

it('makes what a sentence describes in full', () => {
  expect(told('Create a Pod `gated` with two scheduling gates')).toEqual([
    {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'gated' },
      spec: {
        containers: [{ name: 'main', image: 'registry.k8s.io/pause:3.10' }],
        schedulingGates: [{ name: 'example.com/gate-1' }, { name: 'example.com/gate-2' }],
      },
    },
  ])
  const two = told('Deploy two pods, each with a different image to the cluster.')
  expect(two?.map(({ metadata }) => metadata.name)).toEqual(['test-pod-1', 'test-pod-2'])
  expect(new Set(two?.map(({ spec }) => JSON.stringify(spec['containers']))).size).toBe(2)
  expect(told('Create a deployment `web` with 3 replicas and the label `tier=front`')?.[0]).toMatchObject({
    kind: 'Deployment',
    spec: { replicas: 3, template: { metadata: { labels: { app: 'web', tier: 'front' } } } },
  })
  expect(told('Create a pod with `hostNetwork: true`')?.[0]?.spec).toMatchObject({ hostNetwork: true })
})

it.each([
  'Create a Pod `web` with a volume of its own',
  'Create a Pod `web` that fails to mount its volume',
  'Create a Pod `web` with 3 replicas',
  'Create a Job `web` with one container',
])('makes nothing of what it does not understand: %s', (text) => {
  expect(told(text)).toBeUndefined()
})
