import { expect, it } from 'vitest'
import { readClaims } from '../claims/read-claims.ts'
import { commandLine } from '../command-line.ts'
import type { Action } from '../step.ts'
import type { Ran } from './ran.ts'
import { selectsNone } from './selects-none.ts'

const ran = (text: string, stdout: string, stderr = ''): Ran => ({
  command: commandLine(text),
  text,
  line: 4,
  stdout,
  stderr,
  exitCode: 0,
  milliseconds: 0,
  shown: undefined,
  asserted: true,
})

function actions(text: string): Action[] {
  const reading = readClaims({ text, line: 2 })
  return reading.kind === 'claims' ? reading.claims.map((claim) => ({ kind: 'claim', claim })) : []
}

const empty = 'apiVersion: v1\nitems: []\nkind: List\n'
const slices = 'kubectl get endpointslices -l a=b -o yaml'
it.each<[string, Ran, boolean]>([
  ['Verify that the EndpointSlice has hints:', ran(slices, empty), true],
  ['Verify that the EndpointSlice has hints:', ran('kubectl get endpointslices -o yaml', empty), false],
  ['Verify that the EndpointSlice has hints:', ran(slices, 'items:\n- kind: EndpointSlice\n'), false],
  [
    'The Pods are running:',
    ran('kubectl get pods -l a=b', '', 'No resources found in default namespace.\n'),
    true,
  ],
  ['There are no EndpointSlices:', ran(slices, empty), false],
  ['The EndpointSlice does not have hints:', ran(slices, empty), false],
  ['The Deployment is available:', ran(slices, empty), false],
])('above a command that gets some or none: %s %j', (text, record, none) =>
  expect(selectsNone(record, actions(text)) !== undefined).toBe(none),
)
