import { expect, it } from 'vitest'
import type { Machine } from '../machine/machine.ts'
import { carryAct } from './carry-act.ts'
import type { ActInstruction } from './instruction.ts'
import { readInstructions } from './read-instruction.ts'
import type { ShownBlock } from './world.ts'

const map = (name: string, line: number): ShownBlock => ({
  text: `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: ${name}\n`,
  line,
})
const noMachine = {} as Machine

it.each<[string, ShownBlock[], string | undefined]>([
  ['Apply it.', [map('a', 3)], 'a'],
  ['Apply it.', [map('a', 3), map('b', 6)], 'b'],
  ['Create this ConfigMap.', [map('a', 6)], 'a'],
  ['Create this Job.', [map('a', 6)], undefined],
  ['Apply it.', [{ ...map('a', 6), given: true }], undefined],
  ['Apply it.', [], undefined],
  ['Apply it.', [{ text: 'a: 1', line: 9 }], undefined],
])('%s below %j applies %s', async (text, blocks, name) => {
  const act = readInstructions({ text, line: 11 }).find((one): one is ActInstruction => one.kind === 'act')
  const carried = await carryAct(act!, { machine: noMachine, gates: [], commands: [], blocks })
  const applied =
    'deeds' in carried ? carried.deeds.map((deed) => ('text' in deed ? deed.text : '')).join('') : ''
  expect(/name: (\w)/.exec(applied)?.[1]).toBe(name)
})
