import { expect, it } from 'vitest'
import { clusterNeed, placeObjects } from './objects-order.ts'
import { ownCommand } from './script.ts'
import type { Action, Step } from './step.ts'

const command = (text: string): Action => ({ kind: 'command', command: ownCommand(text, 1) })
const objects = (text: string): Action => ({ kind: 'manifest', content: 'objects', text, line: 1 })
const cluster: Action = { kind: 'manifest', content: 'kind-cluster', text: 'kind: Cluster', line: 1 }
const step = (...actions: Action[]): Step => ({ number: '1', accounts: [], title: '', line: 1, actions })
const shown = (steps: Step[]): string[][] =>
  steps.map(({ actions }) =>
    actions.map((action) => {
      if (action.kind === 'command') return action.command.text
      return action.kind === 'manifest' ? action.text : action.kind
    }),
  )

it.each<[string, Step[], string[][]]>([
  [
    'go behind the command that starts it',
    [
      step(objects('a')),
      step(command('ls'), objects('b')),
      step(command('kind create cluster'), command('kubectl get a')),
    ],
    [[], ['ls'], ['kind create cluster', 'a', 'b', 'kubectl get a']],
  ],
  ['and behind its configuration', [step(objects('a'), cluster)], [['kind: Cluster', 'a']]],
  [
    'stay where a cluster is there',
    [step(command('kubectl get a'), objects('a')), step(command('kind create cluster'))],
    [['kubectl get a', 'a'], ['kind create cluster']],
  ],
  ['stay where none is started', [step(objects('a'), command('kubectl get a'))], [['a', 'kubectl get a']]],
  [
    'stay behind the start',
    [step(command('kind create cluster'), objects('a'))],
    [['kind create cluster', 'a']],
  ],
])('objects %s', (_what, steps, placed) => {
  placeObjects(steps)
  expect(shown(steps)).toEqual(placed)
})

it.each<[Step, string | undefined]>([
  [step(objects('a'), command('kind create cluster')), 'needs'],
  [step(command('cd x'), command('kind create cluster'), command('kubectl get a')), 'starts'],
  [step(cluster), 'starts'],
  [step(command('cd x')), undefined],
])('a step first starts or needs a cluster', (one, need) => {
  expect(clusterNeed(one)).toBe(need)
})
