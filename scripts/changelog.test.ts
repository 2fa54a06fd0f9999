import { expect, it } from 'vitest'
import { released, versionProblem } from './changelog.mjs'

const changelog =
  '# Changelog\n\n## Unreleased\n\n### Added\n- A thing.\n\n## 0.1.0 - 2026-01-01\n\n- Before.\n'

it('puts what is unreleased under the version', () => {
  const text = released(changelog, '0.2.0', '2026-02-03')
  expect(text).toBe(changelog.replace('## Unreleased', '## Unreleased\n\n## 0.2.0 - 2026-02-03'))
  expect(released(text!, '0.3.0', '2026-02-04')).toBeUndefined()
  expect(released('# Changelog\n', '0.2.0', '2026-02-03')).toBeUndefined()
})

it.each([
  ['v0.1.0', '0.1.0', undefined],
  ['0.1.0', '0.1.0', "the tag is 0.1.0, the package's version 0.1.0"],
  ['v0.2.0', '0.1.0', "the tag is v0.2.0, the package's version 0.1.0"],
  ['v0.2.0', '0.2.0', 'CHANGELOG.md has no heading of 0.2.0'],
])('of tag %s and version %s says %s', (tag, version, problem) => {
  expect(versionProblem(tag, version, changelog)).toBe(problem)
})
