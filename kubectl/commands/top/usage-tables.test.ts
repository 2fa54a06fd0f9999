import { expect, it } from 'vitest'
import { type NodeUsage, nodeTable, type PodUsage, podTable } from './usage-tables.ts'

const flags = { noHeaders: false, sortBy: '', swap: false }
const usage = (cpu: string, memory: string) => ({ cpu, memory })
const nodes = ['a', 'b', 'c'].map((name) => ({
  apiVersion: 'v1',
  kind: 'Node',
  metadata: { name },
  status: { allocatable: usage('2', '4Gi'), capacity: usage('4', '8Gi') },
}))
const ofNodes = [
  { metadata: { name: 'b' }, usage: usage('500m', '1Gi') },
  { metadata: { name: 'a' }, usage: usage('1', '512Mi') },
] as unknown as NodeUsage[]

const rows = (text: string): string[][] =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => line.trimEnd().split(/ {2,}/))
const [a, b] = [
  ['a', '1000m', '50%', '512Mi', '12%'],
  ['b', '500m', '25%', '1024Mi', '25%'],
]
const unknown = ['c', '<unknown>', '<unknown>', '<unknown>', '<unknown>']

it.each<[string, object, string[][]]>([
  [
    'by name, those without metrics last',
    {},
    [['NAME', 'CPU(cores)', 'CPU(%)', 'MEMORY(bytes)', 'MEMORY(%)'], a!, b!, unknown],
  ],
  [
    'as older kubectls',
    { minor: 31 },
    [['NAME', 'CPU(cores)', 'CPU%', 'MEMORY(bytes)', 'MEMORY%'], a!, b!, unknown],
  ],
  ['by memory', { sortBy: 'memory', noHeaders: true }, [b!, a!, unknown]],
  [
    'of all that they have',
    { capacity: true, noHeaders: true },
    [['a', '1000m', '25%', '512Mi', '6%'], ['b', '500m', '12%', '1024Mi', '12%'], unknown],
  ],
])('nodes are shown %s', (_, more, expected) => {
  expect(rows(nodeTable(ofNodes, nodes, { ...flags, minor: 36, capacity: false, ...more }))).toEqual(expected)
})

const ofPods = [
  { metadata: { namespace: 'n', name: 'q' }, containers: [{ name: 'c', usage: usage('3m', '1Mi') }] },
  {
    metadata: { namespace: 'n', name: 'p' },
    containers: [
      { name: 'd', usage: usage('1m', '2Mi') },
      { name: 'c', usage: usage('1500u', '3Mi') },
    ],
  },
] as unknown as PodUsage[]

it.each<[string, object, string[][]]>([
  [
    'by name, with the sums of their containers',
    {},
    [
      ['NAME', 'CPU(cores)', 'MEMORY(bytes)'],
      ['p', '3m', '5Mi'],
      ['q', '3m', '1Mi'],
    ],
  ],
  [
    'by memory',
    { sortBy: 'memory', noHeaders: true },
    [
      ['p', '3m', '5Mi'],
      ['q', '3m', '1Mi'],
    ],
  ],
  [
    'with their namespaces',
    { namespaces: true, noHeaders: true },
    [
      ['n', 'p', '3m', '5Mi'],
      ['n', 'q', '3m', '1Mi'],
    ],
  ],
  [
    'container by container',
    { containers: true, noHeaders: true },
    [
      ['p', 'c', '2m', '3Mi'],
      ['p', 'd', '1m', '2Mi'],
      ['q', 'c', '3m', '1Mi'],
    ],
  ],
])('pods are shown %s', (_, more, expected) => {
  const table = podTable(ofPods, { ...flags, containers: false, namespaces: false, sum: false, ...more })
  expect(rows(table)).toEqual(expected)
})
