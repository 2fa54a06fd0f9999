import { expect, it } from 'vitest'
import type { KubeObject } from '../../apimachinery/json.ts'
import { asWorkload } from './as-workload.ts'

const named = (name: string): KubeObject => ({ apiVersion: 'v1', kind: 'X', metadata: { name } })
const all: Record<string, KubeObject[]> = {
  'deployments.apps': [named('web'), named('both')],
  'jobs.batch': [named('both')],
}
const world = { objects: async (resource: string) => all[resource] ?? [] }

it.each([
  ['web', undefined, 'Deployment'],
  ['web', 'Service', 'Service'],
  ['both', undefined, undefined],
  ['other', undefined, undefined],
])('%s of the kind %s: %s', async (name, kind, expected) => {
  const subject = { names: [name], number: 'one' as const, ...(kind === undefined ? {} : { kind }) }
  expect((await asWorkload(subject, world)).kind).toBe(expected)
})
