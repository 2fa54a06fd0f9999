import { expect, it } from 'vitest'
import type { Machine } from '../machine/machine.ts'
import { resolveEdits } from './resolve-edits.ts'

it.each<[string, string | undefined]>([
  ['maxPods: 3', 'maxPods'],
  ['kind: KubeletConfiguration\nmaxPods: 3', 'maxPods'],
  ['kind: KubeletConfig\nmaxPods: 3', undefined],
  ['- maxPods', undefined],
])('of a block %j the field %s is set', (text, field) => {
  const world = { machine: {} as Machine, gates: [], commands: [], blocks: [{ text, line: 3 }] }
  const found = resolveEdits([{ kind: 'fields-below' }], '', 1, world)
  const [edit] = 'edits' in found ? found.edits : []
  expect(edit?.kind === 'field' ? edit.field : undefined).toBe(field)
})
