import { expect, it } from 'vitest'
import { fakeMachine } from '../machine/testing/fake-machine.ts'
import { editorEdits } from './editor-edits.ts'
import type { InstructionWorld } from './world.ts'

const worldOf = (): InstructionWorld => ({
  machine: fakeMachine().machine,
  gates: ['FooBar'],
  commands: [],
  blocks: [],
})
const off = { kind: 'gate', gate: 'FooBar', value: false }
const gone = { kind: 'gate', gate: 'FooBar', value: undefined }
const to = (release: string) => ({ kind: 'release', release })

it.each([
  ['Edit file, remove feature flag and downgrade image to v1.30.1', [gone, to('1.30.1')]],
  [
    'Edit file /etc/kubernetes/manifests/kube-apiserver.yaml, remove feature flag and downgrade image to v1.30.1',
    [gone, to('1.30.1')],
  ],
  [
    'Edit: - DaemonSet by changing the image to v1.30.1 - ConfigMap by removing the FooBar feature-flag.',
    [to('1.30.1'), gone],
  ],
  [
    'Edit file: - Add feature flag: "--feature-gates=FooBar=true" - Upgrade image to v1.31.0',
    [{ ...off, value: true }, to('1.31.0')],
  ],
  ['add feature flag and upgrade image to v1.31.1', [{ ...off, value: true }, to('1.31.1')]],
  ['edit kube-proxy ConfigMap and add `FooBar: false` to `featureGates` field', [off]],
  ['and remove - --feature-gates=FooBar=false from the kas container.', [{ ...gone, was: false }]],
  ['# set featureGates["FooBar"]=false in config.conf', [off]],
  ['Set `.featureGates.FooBar` to `true`.', [{ ...off, value: true }]],
  ['restart it', []],
])('%s', (text, edits) => {
  expect(editorEdits([text], worldOf())).toEqual(edits)
})

it('takes the first text that says something', () => {
  expect(editorEdits(['# look', 'Disable the gate', 'Enable the gate'], worldOf())).toEqual([off])
})
