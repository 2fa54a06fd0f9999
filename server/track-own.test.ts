import { expect, it } from 'vitest'
import type { KubeObject } from '../apimachinery/json.ts'
import { realClock } from '../component-base/clock.ts'
import { startTestServerWith } from './testing/test-server.ts'

/** The objects of a path that a server starts with on a day. */
async function startedWith(path: string, day: string): Promise<KubeObject[]> {
  const clock = { ...realClock, now: () => Date.parse(day) }
  const server = await startTestServerWith({ clock }, '1.34')
  try {
    return (await server.send('GET', path)).body.items
  } finally {
    await server.close()
  }
}

const ownersOf = (objects: readonly KubeObject[]) =>
  objects.map(({ metadata: { name, managedFields } }) => [
    name,
    managedFields?.map(({ time: _, ...rest }) => rest),
  ])

it.each([
  '/apis/rbac.authorization.k8s.io/v1/clusterroles',
  '/apis/flowcontrol.apiserver.k8s.io/v1/flowschemas',
])('says of the objects of each start at %s who wrote them when', async (path) => {
  const first = await startedWith(path, '2026-01-01T00:00:00Z')
  const second = await startedWith(path, '2026-02-03T04:05:06Z')
  expect(ownersOf(second)).toEqual(ownersOf(first))
  const times = second.flatMap(({ metadata }) => metadata.managedFields?.map(({ time }) => time) ?? [])
  expect(new Set(times)).toEqual(new Set(['2026-02-03T04:05:06Z']))
  expect(second[0]!.metadata.uid).not.toBe(first[0]!.metadata.uid)
})
