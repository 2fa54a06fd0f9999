import { expect, it } from 'vitest'
import type { ActInstruction } from './instruction.ts'
import { readInstructions } from './read-instruction.ts'
import { type Surroundings, toldObjects } from './told-objects.ts'

/** A few of the places that recorded schemas have. */
const places: Record<string, string[][]> = {
  'Pod hostNetwork': [['spec', 'hostNetwork']],
  'Job completionMode': [['spec', 'completionMode']],
  'Job completions': [['spec', 'completions']],
  'Job backoffLimit': [['spec', 'backoffLimit']],
  'Service type': [
    ['spec', 'type'],
    ['spec', 'trafficDistribution', 'type'],
  ],
  'Service externalTrafficPolicy': [['spec', 'externalTrafficPolicy']],
  'Service ipMode': [['status', 'loadBalancer', 'ingress', '*', 'ipMode']],
  'Service clusterIP': [['spec', 'clusterIP']],
  'Deployment imagePullPolicy': [
    ['spec', 'template', 'spec', 'containers', '*', 'imagePullPolicy'],
    ['spec', 'template', 'spec', 'initContainers', '*', 'imagePullPolicy'],
  ],
}
const paths = (kind: string, name: string) => places[`${kind} ${name}`] ?? []
const told = (text: string, more: Surroundings = {}) =>
  toldObjects(readInstructions({ text, line: 1 })[0] as ActInstruction, { paths, ...more })

it('makes so many of an image', () => {
  const [made] = told('Create a Deployment `front` with four replicas of `nginx:1.26`') ?? []
  expect(JSON.stringify(made)).toMatch(/"replicas":4\b.*"image":"nginx:1\.26"/)
  expect(told('Create a Deployment `front` with four replicas of `app:web`')).toBeUndefined()
})

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
  expect(new Set(two?.map(({ spec }) => JSON.stringify(spec?.['containers']))).size).toBe(2)
  expect(told('Create a deployment `web` with 3 replicas and the label `tier=front`')?.[0]).toMatchObject({
    kind: 'Deployment',
    spec: { replicas: 3, template: { metadata: { labels: { app: 'web', tier: 'front' } } } },
  })
  expect(told('Create a pod with `hostNetwork: true`')?.[0]?.spec).toMatchObject({ hostNetwork: true })
})

it('makes objects of other kinds, with their fields where the kind has them', () => {
  expect(
    told('Create a Service `front` of type `LoadBalancer` with `externalTrafficPolicy: Local`')?.[0],
  ).toEqual({
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name: 'front' },
    spec: {
      selector: { app: 'front' },
      ports: [{ port: 80 }],
      type: 'LoadBalancer',
      externalTrafficPolicy: 'Local',
    },
  })
  expect(told('Create a headless service')?.[0]?.spec).toMatchObject({ clusterIP: 'None' })
  expect(told('A sample IndexedJob was created')?.[0]?.spec).toMatchObject({
    completionMode: 'Indexed',
    completions: 2,
  })
  expect(
    told('Create an indexed Job with 4 completions and `backoffLimit` set to 1')?.[0]?.spec,
  ).toMatchObject({
    completionMode: 'Indexed',
    completions: 4,
    backoffLimit: 1,
  })
  const container = { image: 'nginx', imagePullPolicy: 'Never' }
  expect(told('Deploy an nginx deployment with `imagePullPolicy: Never`')?.[0]?.spec).toMatchObject({
    template: { spec: { containers: [container] } },
  })
})

it('gives images the size that a sentence beside it says', () => {
  const images = told('Deploy two pods, each with a different image', { imageSize: '2GB' })?.map(
    ({ spec }) => (spec?.['containers'] as { image: string }[] | undefined)?.[0]?.image,
  )
  expect(images).toEqual(['registry.k8s.io/test-1:2GB', 'registry.k8s.io/test-2:2GB'])
})

it('takes names and sizes from what the document shows', () => {
  const shown = () => ({ name: 'blue', pods: 3 })
  expect(told('A sample statefulset was created', { shown })?.[0]).toMatchObject({
    metadata: { name: 'blue' },
    spec: { replicas: 3, serviceName: 'blue' },
  })
  const listed = ['one', 'other']
  expect(told('Create 2 Deployments:', { listed })?.map(({ metadata }) => metadata.name)).toEqual(listed)
  expect(told('Create 3 Deployments:', { listed })?.map(({ metadata }) => metadata.name)).not.toContain('one')
})

it.each([
  'Create a Service with 3 replicas',
  'Create a Service with two containers',
  'Create a Service with `ipMode: VIP`',
  'Create a Service with `noSuchField: 1`',
  'Create a Job with `type: LoadBalancer`',
  'Create a green Service',
  'Create a Pod `web` with a volume of its own',
  'Create a Pod `web` that fails to mount its volume',
  'Create a Pod `web` with 3 replicas',
  'Create a Job `web` whose pods fail',
])('makes nothing of what it does not understand: %s', (text) => {
  expect(told(text)).toBeUndefined()
})
