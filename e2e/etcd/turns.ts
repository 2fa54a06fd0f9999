// What servers on one etcd do with one another's objects, over all kinds that all of them serve.
import { expect } from 'vitest'
import type { KubeObject } from '../../apimachinery/json.ts'
import { type Answer, ask, objectOf } from '../api-request.ts'
import type { Server } from '../conformance/server-process.ts'
import {
  collectionOf,
  type ServedKind,
  type ServedObject,
  servedKinds,
  servedObject,
} from './served-objects.ts'

/** A server, and the release that it is of, as `1.34`. */
export interface Side extends Server {
  readonly release: string
}

/** The kinds that servers of all the releases serve in the same version. */
export function kindsOfAll(releases: readonly string[]): ServedKind[] {
  const [first = [], ...others] = releases.map((release) => servedKinds(release))
  const names = others.map((kinds) => new Set(kinds.map((kind) => collectionOf(kind))))
  return first.filter((kind) => names.every((one) => one.has(collectionOf(kind))))
}

const shown = ({ status, text }: Answer): unknown => [status, status < 300 ? '' : text]

/** Creates one object of each kind, in a namespace of its own of the same name. @param number its own, from 1 to 200 */
export async function writeAll(
  { server }: Server,
  kinds: readonly ServedKind[],
  name: string,
  number: number,
): Promise<ServedObject[]> {
  const post = (path: string, body: object): Promise<Answer> => ask(server + path, { method: 'POST', body })
  expect(shown(await post('/api/v1/namespaces', { metadata: { name } }))).toEqual([201, ''])
  // Pods wait for the account that a controller makes.
  const accounts = `/api/v1/namespaces/${name}/serviceaccounts`
  await post(accounts, { metadata: { name: 'default' } })
  const written: ServedObject[] = []
  for (const [i, kind] of kinds.entries()) {
    // The versions of one kind have objects of their own.
    const own = `${name}-${i}`
    const object = servedObject(kind, { name: own, namespace: name, number: (number + i) % 250 })!
    expect(shown(await post(object.path, object.body)), `${object.path} ${own}`).toEqual([201, ''])
    written.push(object)
  }
  return written
}

const pathOf = ({ path, name }: ServedObject): string => `${path}/${name}`

/** A real 1.26 takes no change of a Job whose selector 1.27 made: that is of another label (KEP-3939). */
const refuses = ({ release }: Side, { resource }: ServedObject, { status, text }: Answer): boolean =>
  release === '1.26' &&
  resource === 'jobs' &&
  status === 422 &&
  text.includes('`selector` not auto-generated')

/** Changes each object. */
export async function patchAll(side: Side, objects: readonly ServedObject[], text: string): Promise<void> {
  const body = { metadata: { labels: { changed: text } } }
  for (const object of objects) {
    const answer = await ask(side.server + pathOf(object), { method: 'PATCH', body })
    if (!refuses(side, object, answer)) expect(shown(answer), pathOf(object)).toEqual([200, ''])
  }
}

/** Both show the same of each object; where they are of different releases, of its metadata: each has its own words for the rest. */
export async function expectSameObjects(
  sides: readonly [Side, Side],
  objects: readonly ServedObject[],
): Promise<void> {
  for (const object of objects) {
    const [a, b] = await Promise.all(
      sides.map(({ server }) => ask(server + pathOf(object), { method: 'GET' })),
    )
    expect([a!.status, b!.status], pathOf(object)).toEqual([200, 200])
    const [left, right] = [objectOf(a!), objectOf(b!)]
    expect(left.metadata, pathOf(object)).toEqual(right.metadata)
    if (sides[0].release === sides[1].release) expect(left, pathOf(object)).toEqual(right)
  }
}

/** The items of a list, each as its JSON; of another release's its name and revision, as each has its own words for the rest. */
async function listed({ server }: Server, kind: ServedKind, whole: boolean): Promise<string[]> {
  const answer = await ask(server + collectionOf(kind), { method: 'GET' })
  expect(answer.status, collectionOf(kind)).toBe(200)
  const { items } = JSON.parse(answer.text) as { items: KubeObject[] }
  return items.map((item) => {
    const { namespace, name, resourceVersion } = item.metadata
    return JSON.stringify(whole ? item : [namespace, name, resourceVersion])
  })
}

/** Both list the same objects at the same revisions, in the same words where they are of one release. */
export async function expectSameLists(
  sides: readonly [Side, Side],
  kinds: readonly ServedKind[],
): Promise<void> {
  const whole = sides[0].release === sides[1].release
  for (const kind of kinds)
    await expect
      .poll(
        async () => {
          const [left = [], right = []] = await Promise.all(sides.map((side) => listed(side, kind, whole)))
          const differ = [...new Set([...left, ...right])].filter(
            (item) => !left.includes(item) || !right.includes(item),
          )
          return { [collectionOf(kind)]: differ }
        },
        // Servers write by themselves, between two requests.
        { timeout: 60_000, interval: 100 },
      )
      .toEqual({ [collectionOf(kind)]: [] })
}

/** The newest revision that a server knows. */
export async function revisionOf({ server }: Server): Promise<string> {
  const answer = await ask(`${server}/api/v1/configmaps`, { method: 'GET' })
  return objectOf(answer).metadata.resourceVersion!
}

/** What a watch of a kind tells from a revision on, for a second. */
async function watched({ server }: Server, kind: ServedKind, from: string): Promise<string[]> {
  const query = `watch=true&resourceVersion=${from}&timeoutSeconds=1`
  const { status, text } = await ask(`${server}${collectionOf(kind)}?${query}`, { method: 'GET' })
  expect(status, collectionOf(kind)).toBe(200)
  const events = text.split('\n').filter((line) => line !== '')
  return events.map((line) => {
    const { type, object } = JSON.parse(line) as { type: string; object: KubeObject }
    return `${type} ${object.metadata.name} ${object.metadata.resourceVersion}`
  })
}

/** Watches of both tell the same changes of each object, at the same revisions. Answers how many there were. */
export async function expectSameEvents(
  sides: readonly [Side, Side],
  objects: readonly ServedObject[],
  from: string,
): Promise<number> {
  const kinds = [...new Map(objects.map((object) => [collectionOf(object), object])).values()]
  const names = new Set(objects.map(({ name }) => name))
  const ofObjects = (events: string[]): string[] => events.filter((event) => names.has(event.split(' ')[1]!))
  const counts = await Promise.all(
    kinds.map(async (kind) => {
      const [left, right] = await Promise.all(sides.map((side) => watched(side, kind, from)))
      expect(ofObjects(right!), collectionOf(kind)).toEqual(ofObjects(left!))
      return ofObjects(left!).length
    }),
  )
  return counts.reduce((sum, count) => sum + count, 0)
}

/** What one deletes is gone for the other. */
export async function deleteAll(by: Server, other: Server, objects: readonly ServedObject[]): Promise<void> {
  for (const object of objects) {
    const path = pathOf(object)
    const deleted = await ask(`${by.server}${path}?gracePeriodSeconds=0`, { method: 'DELETE' })
    expect(shown(deleted), path).toEqual([200, ''])
    const left = await ask(other.server + path, { method: 'GET' })
    // Some wait for a controller that takes their finalizer away.
    if (left.status !== 404) expect(objectOf(left).metadata, path).toHaveProperty('deletionTimestamp')
  }
}
