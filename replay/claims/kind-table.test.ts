import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { kindTable } from './kind-table.ts'

interface Discovery {
  groupVersions: {
    group: string
    resources: { name: string; kind: string; verbs: string[]; shortNames?: string[] }[]
  }[]
}

const releases = join(import.meta.dirname, '../../releases')
const recorded = readdirSync(releases).filter((name) => /^\d+\.\d+$/.test(name))

describe('kindTable', () => {
  it.each(recorded)('has every kind that %s lists', (release) => {
    const known = new Map(kindTable.map((entry) => [entry.resource, entry]))
    for (const file of ['discovery.json', 'discovery-all.json']) {
      const { groupVersions } = JSON.parse(readFileSync(join(releases, release, file), 'utf8')) as Discovery
      for (const { group, resources } of groupVersions)
        for (const { name, kind, verbs, shortNames = [] } of resources) {
          if (name.includes('/') || !verbs.includes('list') || (name === 'events' && group !== '')) continue
          const resource = group === '' ? name : `${name}.${group}`
          expect(known.get(resource)).toEqual({ resource, kind, shortNames })
        }
    }
  })
})
