import { expect, it } from 'vitest'
import { parseDocument } from './document.ts'
import { pathTold } from './path-told.ts'
import { selectSections } from './select-sections.ts'

it.each([
  ['The path 1.33 -> 1.34 -> 1.33 was taken.', ['1.33', '1.34', '1.33']],
  ['Upgrade / downgrade (v1.31.2 → v1.32 (gate on) → v1.31)', ['1.31', '1.32', '1.31']],
  ['Upgrade the cluster (1.31 -> 1.32).', undefined],
  [`1.31 -> 1.32 -> 1.31${' '.repeat(2000)}`, undefined],
])('%s', (text, releases) => {
  expect(pathTold(text)).toEqual(releases)
})

const start = (release: string): string =>
  `1. Start:\n\n   \`\`\`\n   $ git checkout ${release}\n   $ hack/local-up-cluster.sh\n   \`\`\`\n\n`
const unread = (text: string, releases: readonly string[]): string[] =>
  selectSections(
    parseDocument(
      'a.md',
      `# T\n\n## Upgrade -> downgrade -> upgrade\n\n${text}\n\n${releases.map(start).join('')}`,
    ),
    undefined,
  ).flatMap(({ steps }) =>
    steps.flatMap(({ actions }) => actions.flatMap((one) => (one.kind === 'unread' ? one.text : []))),
  )

it('does not pass over a path that is not taken', () => {
  const said = 'The path 1.33 -> 1.34 -> 1.33 was taken.'
  expect(unread(said, ['v1.33.0', 'release-1.34', 'v1.33.0'])).toEqual([])
  expect(unread(said, ['v1.33.0', 'release-1.35', 'v1.33.0'])).toEqual([said])
  expect(unread(said, ['v1.33.0', 'master', 'v1.33.0'])).toEqual([])
})
