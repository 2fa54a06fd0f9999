import { expect, it } from 'vitest'
import { parseDocument } from './document.ts'
import { parseScript } from './script.ts'

const commands = (...blocks: string[]): string[] => {
  const text = blocks.map((block) => `\`\`\`${block}\n\`\`\`\n`).join('\n')
  const [whole] = parseDocument('a.md', text).sections
  return whole!.body
    .flatMap((one) => (one.kind === 'code' ? parseScript(one).commands : []))
    .map((c) => c.text)
}

it.each<[string, string[]]>([
  ['variables of a pod', ['\nHOST_IPS=10.0.0.1,10.0.0.2']],
  ['with and without a gate', ['\n# enabled\nHOST_IPS=10.0.0.1\n\n# disabled\nHOST_IPS=']],
  ['beside what another block sets', ['\nA=1', 'sh\nB=2\nkubectl get $B']],
])('nobody types %s', (_what, blocks) => {
  expect(commands(blocks[0]!)).toEqual([])
  expect(commands(...blocks)).not.toContain('A=1')
})

it.each<[string, string[], string[]]>([
  [
    'that a later block reads',
    ['\nNS=a', '\nkubectl get pods -n ${NS}'],
    ['NS=a', 'kubectl get pods -n ${NS}'],
  ],
  ['at a prompt', ['\n$ NS=a'], ['NS=a']],
  ['in a script', ['bash\nNS=a'], ['NS=a']],
])('variables %s are set', (_what, blocks, expected) => {
  expect(commands(...blocks)).toEqual(expected)
})
