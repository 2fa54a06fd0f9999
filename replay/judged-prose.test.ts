import { expect, it } from 'vitest'
import { parseDocument } from './document.ts'
import { selectSections } from './select-sections.ts'

const unread = (prose: string): string[] =>
  selectSections(
    parseDocument(
      'a.md',
      `# T

## Upgrade -> downgrade -> upgrade

${prose}

1. Start a cluster with \`FEATURE_GATES\`:

   \`\`\`
   $ git checkout v1.33.0
   $ FEATURE_GATES=ProxyTerminatingThings=true hack/local-up-cluster.sh
   $ kubectl create deployment replicas-server --image=nginx
   \`\`\`
`,
    ),
    undefined,
  ).flatMap(({ steps }) =>
    steps.flatMap(({ actions }) => actions.flatMap((one) => (one.kind === 'unread' ? one.text : []))),
  )

it.each([
  [
    'The upgrade was not tested manually by the following steps.',
    'The upgrade was tested manually by the following steps.',
  ],
  [
    'Yes, it was tested by following the steps below, and it was broken.',
    'Yes, it was tested by following the steps below, and it was working.',
  ],
  [
    'It was tested with the following steps, and it did not work as intended.',
    'It was tested with the following steps, and it did work as intended.',
  ],
  ['The steps of the test are not as follows.', 'The steps of the test are as follows.'],
  [
    'Manual testing was performed and some issues were observed.',
    'Manual testing was performed and no issues were observed.',
  ],
  [
    'Manual testing was performed and issues were found.',
    'Manual testing was performed, and no new issues were found.',
  ],
  [
    'The upgrade->downgrade->downgrade testing was done by hand.',
    'The upgrade->downgrade->upgrade testing was done by hand.',
  ],
  [
    'It was tested by enabling, enabling, and disabling the feature.',
    'It was tested by enabling, disabling, and re-enabling the feature.',
  ],
  [
    'The testing was done in 1.29 with the following steps.',
    'The testing was done in 1.33 with the following steps.',
  ],
  [
    'The path was walked through by hand on a cluster of 1.31.',
    'The path was walked through by hand on a cluster of 1.33.',
  ],
  ['In terms of a manual test we can use v1.32.', 'In terms of a manual test we can use v1.33.'],
  [
    'It was tested with the gate enabled, then enabled, then disabled.',
    'It was tested with the gate enabled, then disabled, then enabled again.',
  ],
  [
    'The upgrade, downgrade, and downgrade path was tested.',
    'The upgrade, downgrade, and upgrade path was tested.',
  ],
  ['We set `FEATURE_GATEZ`.', 'We set `FEATURE_GATES`.'],
  ['We look at the ProxyTerminatingThingz gate.', 'We look at the ProxyTerminatingThings gate.'],
  ['We look at `ProxyTerminatingThingz`.', 'We look at `ProxyTerminatingThings`.'],
])('%s', (no, yes) => {
  expect(unread(no)).toEqual([no])
  expect(unread(yes)).toEqual([])
})

it.each([
  // Each counts for itself, or is another form of a word.
  'The hosts are `hostA1` and `hostA2`.',
  'See `replica-servers`, `ProxyTerminatingThing` and `mode`.',
  'We use `kubectl set`, and `watch` it.',
  'A test of 1.29 is in the repository.',
])('passes over %s', (text) => {
  expect(unread(text)).toEqual([])
})

it('looks at what is said of the cluster ahead of all steps', () => {
  const said = 'A Pod created while `ProxyTerminatingThings=true` uses its own host name.'
  expect(unread(said)).toEqual([said])
  expect(unread('The kernel keeps what a kube-proxy has programmed.')).toEqual([])
  expect(unread('Yes, it was tested manually following the steps below, and behaved as expected.')).toEqual(
    [],
  )
})

it.each([
  ['disabled', 'enabled'],
  ['off', 'on'],
])('holds a start that is announced as %s against the configuration of its item', (no, yes) => {
  const told = (state: string): string[] => {
    const text = `Start the cluster with the \`SomeThings\` feature gate ${state}:`
    const block = '```\nfeatureGates:\n  "SomeThings": true\nnodes:\n- role: control-plane\n```'
    const steps = `1. ${text}\n\nUse the configuration below.\n\n\`\`\`\nkind create cluster --config config.yaml\n\`\`\`\n\nusing \`config.yaml\`:\n\n${block}\n`
    const document = parseDocument('a.md', `# T\n\n## Upgrade -> downgrade -> upgrade\n\n${steps}`)
    return selectSections(document, undefined).flatMap(({ steps: all }) =>
      all.flatMap(({ actions }) =>
        actions.flatMap((one) => (one.kind === 'unread' && one.text === text ? 'unread' : [])),
      ),
    )
  }
  expect([told(no), told(yes)]).toEqual([['unread'], []])
})

it.each([
  ['No.', 1],
  ['No, not yet.', 1],
  ['Yes.', 0],
  ['No issues were found, it was tested as follows.', 0],
])('below a question on tests, %s is at odds with steps %i times', (answer, times) => {
  const text = `# T\n\n## Was the upgrade->downgrade->upgrade path tested?\n\n${answer}\n\n1. Start:\n\n   \`\`\`\n   $ git checkout v1.33.0\n   $ hack/local-up-cluster.sh\n   \`\`\`\n`
  const found = selectSections(parseDocument('a.md', text), undefined).flatMap(({ steps }) =>
    steps.flatMap(({ actions }) => actions.filter((one) => one.kind === 'unread')),
  )
  expect(found).toHaveLength(times)
})
