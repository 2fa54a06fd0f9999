import { expect, it } from 'vitest'
import type { Machine } from '../machine/machine.ts'
import { carryStart } from './carry-start.ts'
import type { StartInstruction } from './instruction.ts'
import { readInstructions } from './read-instruction.ts'

const config = (value: boolean): string =>
  `kind: Cluster\napiVersion: kind.x-k8s.io/v1alpha4\nfeatureGates:\n  MyFeature: ${value}\n`
const sentence = 'Create a kind cluster with `MyFeature` enabled, with the configuration'

it.each<[string, boolean, boolean]>([
  [`${sentence} below:`, true, true],
  [`${sentence} below:`, false, false],
  [`${sentence} above.`, false, true],
  ['Create a kind cluster with the configuration below:', false, true],
])('%s, which has %s: %s', (text, value, starts) => {
  const start = readInstructions({ text, line: 5 }).find(
    (one): one is StartInstruction => one.kind === 'start',
  )
  const world = {
    machine: { kubeadm: undefined, cluster: {} } as Machine,
    gates: ['MyFeature'],
    commands: [],
    blocks: [{ text: config(value), line: text.includes('above') ? 2 : 8 }],
  }
  expect('deeds' in carryStart(start!, world)).toBe(starts)
})
