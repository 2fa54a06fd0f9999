import { expect, it } from 'vitest'
import { Bindings } from '../bindings.ts'
import { compareOutput } from '../compare.ts'

const list = `apiVersion: v1
items:
- apiVersion: batch/v1
  kind: Job
  metadata:
    name: a
  spec:
    status: no
  status:
    active: 1
    failed: 2
    terminating: 1
kind: List
`
const differences = (lines: string[]): unknown[] => compareOutput(lines, 1, list, new Bindings()).differences

it('finds some lines of an object that is printed whole, however far they are indented', () => {
  expect(differences(['status:', '  terminating: 1'])).toEqual([])
  expect(differences(['status:', '  active: 1', '  terminating: 1'])).toEqual([])
  expect(differences(['    terminating: 1'])).toEqual([])
})

it('notices what is not so in them, or stands elsewhere', () => {
  expect(differences(['status:', '  terminating: 2'])).toHaveLength(1)
  expect(differences(['status:', '  succeeded: 1'])).not.toEqual([])
  expect(differences(['spec:', '  terminating: 1'])).not.toEqual([])
  expect(differences(['status:', '  terminating: 1', '  active: 1'])).not.toEqual([])
})

it('takes an object for whole that says what it is', () => {
  expect(differences(['apiVersion: v1', 'kind: List'])).not.toEqual([])
})
