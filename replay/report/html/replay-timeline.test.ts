import { expect, test } from 'vitest'
import { versionFlagsIn } from '../../observe.ts'
import { componentLanes } from './replay-timeline.ts'

test('a component has its release, the versions that it is told to be, and its gates', () => {
  const args = ['--v=4', '--emulated-version=kube=1.35', '--min-compatibility-version', '1.34']
  const components = [
    {
      name: 'kube-apiserver',
      release: '1.36.3',
      versionFlags: versionFlagsIn(args),
      gates: [{ gate: 'SomeGate', value: true, from: 'default' as const }],
    },
  ]
  expect(componentLanes([{ components: [] }, { components }])).toEqual([
    {
      name: 'kube-apiserver',
      kind: 'component',
      values: [
        undefined,
        {
          text: '1.36.3',
          notes: [
            '--emulated-version=kube=1.35',
            '--min-compatibility-version=1.34',
            'SomeGate=true (default)',
          ],
        },
      ],
    },
  ])
})
