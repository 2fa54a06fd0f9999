import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { packageRoot } from '../../../component-base/package-root.ts'
import { recordedReleases, releaseFacts } from '../../../component-base/release-facts.ts'
import { compact } from '../compact.mjs'
import { discoveryFiles, listedKinds } from './listed-kinds.ts'

const resource = (name: string, kind: string, shortNames?: string[], verbs = ['get', 'list']) => ({
  ...{ name, kind, verbs, scope: 'Namespaced' as const, singular: '' },
  ...(shortNames === undefined ? {} : { shortNames }),
})
const discovery = (group: string, ...resources: ReturnType<typeof resource>[]) => ({
  groupVersions: [{ group, version: 'v1', freshness: 'Current', resources }],
})

it('has what any release lists, under the names of the newest', () => {
  const kinds = listedKinds([
    discovery('batch', resource('jobs', 'Job'), resource('old', 'Old', ['o'])),
    discovery('', resource('pods', 'Pod', ['po']), resource('bindings', 'Binding', undefined, ['create'])),
    discovery('batch', resource('jobs', 'Job', ['jo'])),
  ])
  expect(Object.entries(kinds)).toEqual([
    ['jobs.batch', ['Job', 'jo']],
    ['old.batch', ['Old', 'o']],
    ['pods', ['Pod', 'po']],
  ])
})

it('kinds.json says what the discovery of each release says', () => {
  const recorded = recordedReleases().flatMap((release) =>
    discoveryFiles.map((file) => releaseFacts(release, file)),
  )
  expect(compact(listedKinds(recorded))).toBe(
    readFileSync(join(packageRoot, 'releases', 'kinds.json'), 'utf8'),
  )
})
