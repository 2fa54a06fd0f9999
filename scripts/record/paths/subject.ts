// What is asked of the servers of a path: the requests of one subject in each turn.
import type { Step } from '../../../e2e/conformance/scenario.ts'
import type { Turn } from './courses.ts'

/** A turn of a path: its number, the path's own namespace, and the end of the names of the round's objects. */
export interface PathTurn extends Turn {
  turn: number
  namespace: string
  suffix: string
}

/** What a path is about, with the requests of a turn. */
export interface Subject {
  name: string
  /** One line for people. */
  about: string
  steps(turn: PathTurn): Step[]
}

const patch =
  (type: string) =>
  (id: string, path: string, body: object): Step => ({
    id,
    method: 'PATCH',
    path,
    headers: { 'content-type': `application/${type}` },
    body,
  })

/** A merge patch. */
export const merge = patch('merge-patch+json')
/** A strategic merge patch. */
export const strategic = patch('strategic-merge-patch+json')
/** A server-side apply. */
export const apply = patch('apply-patch+yaml')
/** A creation. */
export const post = (id: string, path: string, body: object): Step => ({ id, method: 'POST', path, body })
/** A read. */
export const get = (id: string, path: string): Step => ({ id, method: 'GET', path })
/** A read as a Table. */
export const table = (id: string, path: string): Step => ({
  ...get(id, path),
  headers: { accept: 'application/json;as=Table;v=v1;g=meta.k8s.io' },
})

/** The path of objects of a resource in a group version (`v1`, `apps/v1`), of all namespaces or one. */
export const collection = (version: string, resource: string, namespace?: string): string =>
  `${version.includes('/') ? '/apis' : '/api'}/${version}${namespace === undefined ? '' : `/namespaces/${namespace}`}/${resource}`

/** An object to create or apply. @param rest its spec and the like */
export const object = (apiVersion: string, kind: string, name: string, rest: object = {}): object => ({
  apiVersion,
  kind,
  metadata: { name },
  ...rest,
})

/** A label that tells of the turn. */
export const labelled = ({ turn }: PathTurn): object => ({ metadata: { labels: { turn: String(turn) } } })
