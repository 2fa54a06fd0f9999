// Versions in CHANGELOG.md, whose form is that of Keep a Changelog.

const unreleased = '## Unreleased'

/**
 * The changelog with what is unreleased under a version, and an empty heading before it; undefined where there is nothing unreleased.
 * @param {string} text @param {string} version @param {string} date 2026-01-31
 * @returns {string | undefined}
 */
export function released(text, version, date) {
  const start = text.indexOf(`${unreleased}\n`)
  if (start < 0) return undefined
  const after = text.slice(start + unreleased.length)
  const [changes] = after.split(/^## /m)
  if (!/^- /m.test(changes)) return undefined
  return `${text.slice(0, start)}${unreleased}\n\n## ${version} - ${date}${after}`
}

/**
 * Why a tag cannot be published; undefined where it can.
 * @param {string} tag v1.2.3 @param {string} version of the package @param {string} text of the changelog
 * @returns {string | undefined}
 */
export function versionProblem(tag, version, text) {
  if (tag !== `v${version}`) return `the tag is ${tag}, the package's version ${version}`
  const isThere = text.split('\n').some((line) => line.startsWith(`## ${version} - `))
  return isThere ? undefined : `CHANGELOG.md has no heading of ${version}`
}
