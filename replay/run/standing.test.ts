import { expect, it } from 'vitest'
import type { Finding } from '../outcome.ts'
import { refusesToStart } from './action-kinds.ts'
import { Standing } from './standing.ts'

const differs: Finding = { outcome: 'differs', line: 9, message: 'x' }

it('takes differences for what they are while all before them was done', () => {
  expect(new Standing().judge(differs)).toBe(differs)
})

it('says on which line a step depends that could not be done', () => {
  const standing = new Standing()
  standing.block({ line: 3, because: 'could not run' })
  expect(standing.judge(differs)).toEqual({
    outcome: 'could not run',
    line: 9,
    message: 'depends on line 3',
    reason: { code: 'depends on a line', on: 3 },
  })
  expect(standing.down).toBe(false)
})

it('checks nothing after an instruction that was not carried out', () => {
  const standing = new Standing()
  standing.block({ line: 3, because: 'not carried out' })
  expect(standing.judge(differs).outcome).toBe('not checked')
  standing.started(false)
  expect(standing.judge(differs).outcome).toBe('not checked')
  standing.started(true)
  expect(standing.judge(differs)).toBe(differs)
})

it('waits for a cluster where none came up', () => {
  const standing = new Standing()
  standing.block({ line: 3, because: 'no cluster' })
  standing.block({ line: 5, because: 'could not run' })
  expect(standing.down).toBe(true)
  expect(standing.depends(9).message).toBe('depends on line 3')
  standing.started(false)
  expect(standing.down).toBe(false)
})

it('says of what follows from a difference what that comes from', () => {
  const standing = new Standing()
  standing.block({ line: 3, because: 'no cluster', why: 'kube-apiserver refuses to start' })
  expect(standing.depends(9)).toEqual({
    line: 9,
    outcome: 'could not run',
    message: 'depends on line 3',
    reason: { code: 'depends on a line', on: 3 },
    why: 'kube-apiserver refuses to start',
  })
})

it('tells which command shows that nothing runs', () => {
  const standing = new Standing()
  standing.block({ line: 3, because: 'no cluster' })
  expect([standing.toldAt, standing.toldDown]).toEqual([undefined, false])
  const shown = new Standing()
  shown.block({ line: 4, because: 'no cluster', told: true })
  expect([shown.toldAt, shown.toldDown]).toEqual([4, true])
  shown.started(true)
  expect(shown.toldAt).toBe(undefined)
})

it.each([
  ['The API server refuses to start:', true],
  ['Then kube-apiserver does not start.', true],
  ['The API server does not refuse to start.', false],
  ['The API server refuses to start 3 times.', false],
  ['The kubelet refuses to start.', false],
])('takes %j for the refusal: %s', (sentence, is) => {
  expect(refusesToStart.test(sentence)).toBe(is)
})
