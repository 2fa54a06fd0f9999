// Cuts a release: the version in package.json and its lock, the heading in CHANGELOG.md, a commit, and the tags that actions and the
// publishing workflow go by.
//   npm run release -- VERSION          1.2.3; the tags v1.2.3 and v1, which is moved. Pushes nothing
//   node scripts/release.mjs --check TAG    exit code 1 where the tag is not that of this checkout's version and changelog
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import semver from 'semver'
import { released, versionProblem } from './changelog.mjs'

/** @type {(problem: string) => never} */
const stop = (problem) => {
  console.error(`release: ${problem}`)
  process.exit(1)
}
const read = (/** @type {string} */ file) => readFileSync(file, 'utf8')
const git = (/** @type {string[]} */ ...args) => {
  const run = spawnSync('git', args, { encoding: 'utf8' })
  if (run.status !== 0) stop(`git ${args[0]}: ${run.stderr.trim()}`)
  return run.stdout
}

const { values, positionals } = parseArgs({ options: { check: { type: 'string' } }, allowPositionals: true })
const { version: current } = JSON.parse(read('package.json'))
if (values.check !== undefined) {
  const problem = versionProblem(values.check, current, read('CHANGELOG.md'))
  if (problem !== undefined) stop(problem)
  process.exit(0)
}
const [version] = positionals
if (version === undefined || semver.valid(version) !== version) stop('give a version, as 1.2.3')
if (semver.prerelease(version) !== null)
  stop(`${version} is a prerelease: v${semver.major(version)} means what is released`)
if (!semver.gt(version, current)) stop(`${version} is not after ${current}`)
if (git('status', '--porcelain', '--untracked-files=no') !== '')
  stop('there are changes that are not committed')
const changelog = released(read('CHANGELOG.md'), version, new Date().toISOString().slice(0, 10))
if (changelog === undefined) stop('CHANGELOG.md has nothing under "## Unreleased"')

writeFileSync('CHANGELOG.md', changelog)
for (const file of ['package.json', 'package-lock.json']) {
  const json = JSON.parse(read(file))
  json.version = version
  if (json.packages?.['']) json.packages[''].version = version
  writeFileSync(file, `${JSON.stringify(json, null, 2)}\n`)
}
git('commit', '--quiet', '-m', `Release ${version}`, 'CHANGELOG.md', 'package.json', 'package-lock.json')
git('tag', '-a', `v${version}`, '-m', version)
const major = `v${semver.major(version)}`
git('tag', '--force', major)
console.log(
  `Tagged. Publish it: git push origin HEAD v${version}\nOnce it is published: git push --force origin ${major}`,
)
