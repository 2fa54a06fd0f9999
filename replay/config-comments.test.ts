import { expect, it } from 'vitest'
import { falseComments } from './config-comments.ts'

const found = (text: string, yes: boolean): number[] =>
  falseComments({
    lines: text
      .replace(/«([^|]*)\|([^»]*)»/g, (_all, no: string, right: string) => (yes ? right : no))
      .split('\n'),
    line: 10,
  }).map(({ line }) => line)

const nodes = '\nnodes:\n- role: control-plane\n- role: worker\n- role: worker'

it.each([
  'replicas: 3  # «two|three» replicas',
  '  parallelism: 2 # «3|2»',
  'completions: 4  # «five|four» pods',
  '# «two|three» replicas\nreplicas: 3',
  'SomeGate: true # «disabled|enabled»',
  '"SomeGate": false, # the gate is «on|off»',
  '  SomeGate: true  # turn it «off|on»',
  '# «disabled|enabled» for this test\nSomeGate: true',
  '# «disable|enable» the feature\nSomeGate: true',
  `# «four|three» node («three|two» workers) cluster config${nodes}`,
  `# «two|one» control-plane node and two workers${nodes}`,
])('%s', (text) => {
  expect(found(text, true)).toEqual([])
  expect(found(text, false)).toEqual([10])
})

it.each([
  'replicas: 3  # it was two before',
  'replicas: 3  # two of them are on one node',
  'port: 80  # three pods listen',
  'DisableSomething: true  # disabled',
  'SomeGate: true # disabled by default',
  '# any feature gate can be disabled here with "Name": false\nSomeGate: true',
  `# a node with 2 disks${nodes}`,
])('leaves %s', (text) => expect(found(text, true)).toEqual([]))
