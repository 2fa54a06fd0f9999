// Upstream: apiserver/pkg/storage/etcd3/store.go (GetList), storage/cacher/{cacher,delegator}.go

import { newBadRequest, newResourceExpired, StatusError } from '../../../apimachinery/status-error.ts'
import { gateEnabled } from '../../../featuregates/reader.ts'
import { StorageError, type ListResult as StoredPage, type StoredRecord } from '../../storage/interface.ts'
import { registryDialect } from '../dialect.ts'
import { decodeContinue, encodeContinue } from './continue-token.ts'
import type { ListOptions } from './options.ts'
import { Pace, turns } from './pace.ts'
import type { SelectionPredicate } from './selection.ts'
import {
  isUncached,
  notOlderThan,
  parseListVersion,
  type ResourceStore,
  tooLargeResourceVersion,
} from './store.ts'

/**
 * A page of a list at a revision. `continue` is empty on the last page; `remaining` counts the objects behind the page, where
 * it is known.
 */
export interface ObjectList {
  records: StoredRecord[]
  revision: number
  continue: string
  remaining: number | undefined
}

const inconsistentContinue =
  'The provided continue parameter is too old to display a consistent list result. You can start a new list without the continue parameter, or use the continue token in this response to retrieve the remainder of the results. Continuing with the provided token results in an inconsistent list - objects that were created, modified, or deleted between the time the first chunk was returned and now may show up in the list.'

/** What the options say: which revision (undefined: the newest, or what this server knows of it), from which key, how many. */
interface Plan {
  revision: number | undefined
  after: string | undefined
  limit: number
  cached: boolean
}

/** The objects of a namespace (or of all) that match. */
export async function list(
  store: ResourceStore,
  namespace: string,
  options: ListOptions,
  predicate: SelectionPredicate,
): Promise<ObjectList> {
  const prefix = store.prefixOf(namespace)
  const plan = await planOf(store, prefix, options)
  const { storage } = store.parts.server
  if (plan.revision !== undefined && !(await storage.reaches(plan.revision))) {
    if (registryDialect(store.parts.server.release.minor).asksEtcdAboutTokens)
      throw new StatusError(500, '', 'etcdserver: mvcc: required revision is a future revision')
    // A snapshot of the watch cache answers for collections, not for one object.
    const fromEtcd = !hasSnapshots(store) || predicate.name !== undefined
    throw tooLargeResourceVersion(wantedBy(plan.revision, options, fromEtcd), storage.revision())
  }
  try {
    if (
      predicate.name !== undefined &&
      store.keyIsWhole(namespace) &&
      plan.revision === undefined &&
      options.continue === ''
    )
      return counted(store, plan, await one(store, namespace, predicate, plan.cached))
    return counted(store, plan, await pages(store, prefix, plan, predicate))
  } catch (error) {
    if (!(error instanceof StorageError)) throw error
    throw interpret(error, prefix, plan, options, storage.revision())
  }
}

/** Whether the watch cache has what was at older versions. */
const hasSnapshots = (store: ResourceStore): boolean =>
  !isUncached(store) && gateEnabled(store.parts.server.gates, 'ListFromCacheSnapshot')

/** The version that the options ask for, or a continue token in their place. */
const wantedBy = (revision: number, options: ListOptions, fromEtcd: boolean) => ({
  revision,
  text:
    options.continue === '' && options.resourceVersion !== '' ? options.resourceVersion : String(revision),
  fromEtcd,
})

/** What was read, besides what is answered. */
type ReadList = ObjectList & { readonly read: number; readonly behind: number }

function counted(store: ResourceStore, plan: Plan, { read, behind, ...answer }: ReadList): ObjectList {
  const fromCache = store.facts.watchCache && readsCache(store, plan)
  store.metrics.listed({
    fromCache,
    consistent: fromCache && !plan.cached,
    // Upstream's cache looks at all, whatever the limit.
    fetched: fromCache ? read + behind : read,
    evaluated: read,
    returned: answer.records.length,
  })
  return answer
}

async function planOf(store: ResourceStore, prefix: string, options: ListOptions): Promise<Plan> {
  const paged = gateEnabled(store.parts.server.gates, 'APIListChunking')
  const limit = paged ? Math.max(0, options.limit) : 0
  if (paged && options.continue !== '') {
    const token = decodeContinue(options.continue, prefix, store.parts.server.release.minor)
    if (options.resourceVersion !== '' && options.resourceVersion !== '0')
      throw newBadRequest('specifying resource version is not allowed when using continue')
    // The token's key is the first of the page: with its NUL it sorts right behind the last key of the page before.
    const after = token.start.endsWith('\u0000') ? token.start.slice(0, -1) : before(token.start)
    // Upstream's watch cache answers "0" whole, whatever the limit, where it knows the versions of tokens.
    const whole = options.resourceVersion === '0' && hasSnapshots(store)
    const revision = token.revision < 0 ? undefined : token.revision
    return { revision, after, limit: whole ? 0 : limit, cached: false }
  }
  const { minor } = store.parts.server.release
  const isPageOfEtcd =
    limit > 0 && (options.resourceVersionMatch === '' || registryDialect(minor).readsPagesFromEtcd)
  const fromEtcd =
    isPageOfEtcd || isUncached(store) || !['', 'NotOlderThan'].includes(options.resourceVersionMatch)
  const version = parseListVersion(options.resourceVersion, minor, fromEtcd)
  const exact =
    options.resourceVersionMatch === 'Exact' ||
    (options.resourceVersionMatch === '' && limit > 0 && version > 0)
  if (exact) return { revision: version, after: undefined, limit, cached: false }
  const ofEtcd = limit > 0 && version > 0 && registryDialect(minor).readsPagesFromEtcd
  await notOlderThan(store.parts.server.storage, wantedBy(version, options, isUncached(store) || ofEtcd))
  // Upstream's watch cache answers "0" whole, whatever the limit.
  const whole = options.resourceVersion === '0' && !isUncached(store)
  const cached = options.resourceVersion !== '' && !ofEtcd
  return { revision: undefined, after: undefined, limit: whole ? 0 : limit, cached }
}

/** The greatest text below `key` that matters here: keys hold no characters under "-". */
function before(key: string): string {
  const last = key.charCodeAt(key.length - 1)
  return last > 0 ? `${key.slice(0, -1)}${String.fromCharCode(last - 1)}\uffff` : key.slice(0, -1)
}

async function one(
  store: ResourceStore,
  namespace: string,
  predicate: SelectionPredicate,
  cached: boolean,
): Promise<ReadList> {
  const { storage } = store.parts.server
  const record = await storage.get(store.prefixOf(namespace) + predicate.name!, { cached })
  const prepared = record === undefined ? undefined : store.prepare([record])
  if (prepared !== undefined) await prepared
  const records = record !== undefined && predicate.matches(store.view(record).object) ? [record] : []
  const read = record === undefined ? 0 : 1
  return { records, revision: storage.revision(), continue: '', remaining: undefined, read, behind: 0 }
}

/** Whether the watch cache answers, which has converted already what others have to convert. */
const readsCache = ({ parts: { server } }: ResourceStore, { cached, revision }: Plan): boolean =>
  cached || (revision === undefined && gateEnabled(server.gates, 'ConsistentListFromCache'))

async function inMind(
  store: ResourceStore,
  records: readonly StoredRecord[],
): Promise<readonly StoredRecord[]> {
  await store.prepare(records)
  return records
}

async function pages(
  store: ResourceStore,
  prefix: string,
  plan: Plan,
  predicate: SelectionPredicate,
): Promise<ReadList> {
  const { storage } = store.parts.server
  const records: StoredRecord[] = []
  const tellsRemaining = predicate.everything && gateEnabled(store.parts.server.gates, 'RemainingItemCount')
  let read = 0
  let { after, revision } = plan
  let chunk = plan.limit
  const pace = new Pace()
  for (;;) {
    const page: StoredPage = await storage.list(prefix, {
      ...(chunk > 0 ? { limit: chunk } : {}),
      ...(after === undefined ? {} : { after }),
      ...(revision === undefined ? {} : { revision }),
      cached: plan.cached,
    })
    revision ??= page.revision
    read += page.records.length
    const behind = page.remaining
    const prepared = await (readsCache(store, plan)
      ? inMind(store, page.records)
      : store.allFresh(page.records))
    for (const [i, record] of prepared.entries()) {
      if (!predicate.everything && pace.isDue(record.bytes.length)) await turns()
      if (plan.limit > 0 && records.length >= plan.limit) {
        return {
          records,
          revision,
          continue: encodeContinue(page.records[i - 1]!.key, prefix, revision),
          remaining: undefined,
          read,
          behind,
        }
      }
      after = record.key
      if (predicate.everything || predicate.matches(store.view(record).object)) records.push(record)
    }
    if (page.nextKey === undefined)
      return { records, revision, continue: '', remaining: undefined, read, behind }
    // Of what is cached, the last of the page may be one that is left out.
    after = page.nextKey
    if (records.length >= plan.limit) {
      return {
        records,
        revision,
        continue: encodeContinue(after, prefix, revision),
        remaining: tellsRemaining ? page.remaining : undefined,
        read,
        behind,
      }
    }
    chunk = Math.min(chunk * 2, 10000)
  }
}

function interpret(
  error: StorageError,
  prefix: string,
  plan: Plan,
  options: ListOptions,
  current: number,
): Error {
  if (error.code === 'future')
    return tooLargeResourceVersion(wantedBy(plan.revision ?? 0, options, false), current)
  if (error.code !== 'compacted') return error
  if (options.continue === '' || plan.after === undefined)
    return newResourceExpired('The resourceVersion for the provided list is too old.')
  const expired = newResourceExpired(inconsistentContinue)
  const failure = new StatusError(410, 'Expired', expired.message)
  failure.status.metadata = { continue: encodeContinue(plan.after, prefix, -1) }
  return failure
}
