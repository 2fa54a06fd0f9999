import { expect, it } from 'vitest'
import { parseDocument } from './document.ts'
import { selectSections } from './select-sections.ts'
import { summaryIn } from './summary.ts'

it.each<[string, number | undefined]>([
  ['In short, three pods run.', 1],
  ['Summary: the Deployment `web` has 3 replicas at the end.', 1],
  ['At the end, the pods are running and the Deployment is paused.', 2],
  ['After these steps three pods are running.', 1],
  ['This test shows that the Deployment `web` has 3 replicas.', 1],
  ['The Deployment `web` has three replicas in the end.', 1],
  ['The test shows that three pods are running.', 1],
  // It says something that is not understood.
  ['In the end, the gate flipped the replicas of all three pods upside down.', 0],
  // It says nothing of the cluster, or nothing of the end.
  ['This test shows that the feature works.', undefined],
  ['In summary, this is a test.', undefined],
  ['The Deployment `web` has 3 replicas.', undefined],
  ['At the end of the file there is a line.', undefined],
])('%s', (text, claims) => expect(summaryIn({ text, line: 1 })?.length).toBe(claims))

const actions = (prose: string): string[][] =>
  selectSections(
    parseDocument(
      'x.md',
      `# T\n\n## Upgrade -> downgrade -> upgrade\n\n${prose}\n\n1. Start:\n\n   \`\`\`console\n   $ kind create cluster\n   \`\`\`\n2. Look:\n\n   \`\`\`console\n   $ kubectl get pods\n   \`\`\`\n`,
    ),
    undefined,
  ).flatMap(({ steps }) => steps.map((step) => step.actions.map(({ kind }) => kind)))

it.each<[string, string[][]]>([
  ['In short, three pods run.', [['command'], ['command', 'claim']]],
  [
    'In the end, the gate flipped the replicas of all three pods upside down.',
    [['unread', 'command'], ['command']],
  ],
  ['What follows is a test.', [['command'], ['command']]],
])('ahead of all steps: %s', (prose, expected) => expect(actions(prose)).toEqual(expected))
