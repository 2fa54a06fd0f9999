import { expect, it } from 'vitest'
import { containerUsage, nodeUsage } from './container-usage.ts'
import type { KubeObject } from './json.ts'

const annotated = (text: string): KubeObject =>
  ({ metadata: { annotations: { 'kepsim.dev/cpu-usage': text } } }) as unknown as KubeObject

it.each([
  ['250m', 'main', '250m'],
  ['main=250m', 'main', '250m'],
  ['main=250m', 'other', undefined],
  [' 10m , main=250m ', 'other', '10m'],
  ['10m,main=250m', 'main', '250m'],
  ['main-2=1,main=2', 'main', '2'],
  ['', 'main', undefined],
  ['main=', 'main', undefined],
  ['-1', 'main', undefined],
  ['1e1000', 'main', undefined],
  ['a lot', 'main', undefined],
])('reads %j for container %s', (text, name, usage) => {
  expect(containerUsage(annotated(text), { name }, 'cpu')?.toString()).toBe(usage)
  expect(containerUsage(annotated(text), { name }, 'memory')).toBeUndefined()
})

it('knows the usage of a node', () => {
  expect(nodeUsage(annotated(' 2 '), 'cpu')?.toString()).toBe('2')
  expect(nodeUsage(annotated('a=2'), 'cpu')).toBeUndefined()
})
