import { expect, it } from 'vitest'
import { commandLine } from '../command-line.ts'
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

const pod =
  "kubectl apply -f - <<'EOF'\napiVersion: v1\nkind: Pod\nmetadata:\n  name: a\nspec:\n  schedulingGates:\n  - name: g\nEOF"
it.each<[string, boolean]>([
  ['Create the same Pod with one scheduling gate.', true],
  ['Create the same Pod with two scheduling gates.', false],
  ['Create the same Pod `a`.', true],
  ['Create the same Service `a`.', false],
])('makes what was made again where it has that: %s', async (text, makes) => {
  const act = readInstructions({ text, line: 11 }).find((one): one is ActInstruction => one.kind === 'act')
  const commands = [{ step: 0, number: '1', text: pod, command: commandLine(pod), line: 3 }]
  const carried = await carryAct(act!, { machine: noMachine, gates: [], commands, blocks: [] })
  expect('deeds' in carried).toBe(makes)
})
