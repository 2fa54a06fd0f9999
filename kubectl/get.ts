import type { KubeObject } from '../server/apimachinery/json.ts'
import { select } from './jsonpath.ts'
import { columnsText, formatter, withoutManagedFields } from './print.ts'
import { pathOf, type Resource, shownName } from './resources.ts'
import type { Session } from './session.ts'
import { type Target, targetsOf } from './targets.ts'
import { ServerError } from './usage-error.ts'

interface Table {
  columnDefinitions: { name: string; priority: number }[]
  rows: { cells: unknown[]; object?: KubeObject }[]
}

const tableAccept = 'application/json;as=Table;v=v1;g=meta.k8s.io,application/json'

export async function get(session: Session, words: string[]): Promise<number> {
  const { line, host } = session
  const raw = line.get('raw')
  if (raw !== undefined) {
    host.stdout(await (await session.transport()).text(raw))
    return 0
  }
  const targets = await targetsOf(session, words)
  if (line.is('watch') || line.is('watch-only')) return watch(session, targets[0]!)
  const output = line.get('output') ?? ''
  const format = output === 'name' ? undefined : formatter(output)
  if (output !== 'name' && format === undefined) return getTables(session, targets)
  return getObjects(session, targets, output, format)
}

async function collection(session: Session, resource: Resource): Promise<string> {
  const all = session.line.is('all-namespaces') || !resource.namespaced
  return pathOf(resource, all ? undefined : await session.namespace())
}

function query(session: Session, extra: Record<string, string> = {}): string {
  const params = new URLSearchParams(extra)
  const selector = session.line.get('selector')
  const fields = session.line.get('field-selector')
  if (selector !== undefined) params.set('labelSelector', selector)
  if (fields !== undefined) params.set('fieldSelector', fields)
  const text = params.toString()
  return text === '' ? '' : `?${text}`
}

async function pathOfTarget(session: Session, target: Target): Promise<string> {
  if (target.name === undefined) return `${await collection(session, target.resource)}${query(session)}`
  return pathOf(target.resource, await session.namespace(), target.name, session.line.get('subresource'))
}

async function getObjects(
  session: Session,
  targets: Target[],
  output: string,
  format: ((v: unknown) => string) | undefined,
): Promise<number> {
  const transport = await session.transport()
  const items: { object: KubeObject; resource: Resource }[] = []
  const single = targets.length === 1 && targets[0]!.name !== undefined
  let failed = false
  for (const target of targets) {
    const path = await pathOfTarget(session, target)
    const answer = await tolerate(session, () => transport.json<KubeObject & { items?: KubeObject[] }>(path))
    if (answer === undefined) failed = true
    else if (answer === null) continue
    else if (target.name !== undefined) items.push({ object: answer, resource: target.resource })
    else {
      const apiVersion =
        target.resource.group === ''
          ? target.resource.version
          : `${target.resource.group}/${target.resource.version}`
      for (const item of answer.items ?? [])
        items.push({ object: { ...item, apiVersion, kind: target.resource.kind }, resource: target.resource })
    }
  }
  const sortBy = session.line.get('sort-by')
  if (sortBy !== undefined)
    items.sort((a, b) =>
      compareValues(
        select(sortBy.replace(/^\{|\}$/g, ''), a.object)[0],
        select(sortBy.replace(/^\{|\}$/g, ''), b.object)[0],
      ),
    )
  if (output === 'name')
    session.host.stdout(
      items.map(({ object, resource }) => `${shownName(resource, object.metadata.name ?? '')}\n`).join(''),
    )
  else if (!single || items.length > 0) {
    const objects = items.map(({ object }) =>
      session.line.is('show-managed-fields') ? object : withoutManagedFields(object),
    )
    session.host.stdout(
      format!(
        single
          ? objects[0]
          : { apiVersion: 'v1', items: objects, kind: 'List', metadata: { resourceVersion: '' } },
      ),
    )
  }
  return failed ? 1 : 0
}

function compareValues(a: unknown, b: unknown): number {
  return typeof a === 'number' && typeof b === 'number'
    ? a - b
    : String(a ?? '').localeCompare(String(b ?? ''))
}

/** Prints a refusal and goes on with the next target; null where it does not matter. */
async function tolerate<T>(session: Session, call: () => Promise<T>): Promise<T | null | undefined> {
  try {
    return await call()
  } catch (error) {
    if (!(error instanceof ServerError)) throw error
    if (error.code === 404 && session.line.is('ignore-not-found')) return null
    session.late.push(`${serverErrorText(error)}\n`)
    return undefined
  }
}

export const serverErrorText = (error: ServerError): string =>
  `Error from server${error.reason === '' ? '' : ` (${error.reason})`}: ${error.message}`

async function getTables(session: Session, targets: Target[]): Promise<number> {
  const transport = await session.transport()
  let failed = false
  const groups: { target: Target; table: Table }[] = []
  for (const target of targets) {
    const path = await pathOfTarget(session, target)
    const table = await tolerate(session, () =>
      transport.json<Table>(`${path}${path.includes('?') ? '&' : '?'}includeObject=Object`, {
        accept: tableAccept,
      }),
    )
    if (table === undefined) failed = true
    else if (table !== null) {
      const same = groups.find((g) => g.target.resource === target.resource)
      if (same === undefined) groups.push({ target, table })
      else same.table.rows.push(...table.rows)
    }
  }
  const shown = groups.filter((g) => g.table.rows.length > 0)
  const kinds = new Set(targets.map((t) => t.resource)).size > 1
  session.host.stdout(
    shown.map(({ target, table }) => tableText(session, target.resource, table, kinds)).join('\n'),
  )
  if (shown.length === 0 && !failed && !session.line.is('ignore-not-found')) {
    const where =
      targets.some((t) => t.resource.namespaced) && !session.line.is('all-namespaces')
        ? ` in ${await session.namespace()} namespace`
        : ''
    session.host.stderr(`No resources found${where}${where === '' ? '' : '.'}\n`)
  }
  return failed ? 1 : 0
}

function tableText(
  session: Session,
  resource: Resource,
  table: Table,
  showKind: boolean,
  headers = !session.line.is('no-headers'),
): string {
  const { line } = session
  const wide = line.get('output') === 'wide'
  const columns = table.columnDefinitions.flatMap((c, i) => (c.priority === 0 || wide ? [i] : []))
  const namespaced = line.is('all-namespaces') && resource.namespaced
  const labels = line.all('label-columns').flatMap((l) => l.split(','))
  const titles = [
    ...(namespaced ? ['NAMESPACE'] : []),
    ...columns.map((i) => table.columnDefinitions[i]!.name.toUpperCase()),
    ...labels.map((l) => l.slice(l.lastIndexOf('/') + 1).toUpperCase()),
    ...(line.is('show-labels') ? ['LABELS'] : []),
  ]
  const rows = table.rows.map(({ cells, object }) => {
    const own = columns.map((i) => cellText(cells[i]))
    if (showKind && own[0] !== undefined) own[0] = shownName(resource, own[0])
    const map = object?.metadata?.labels ?? {}
    const all = Object.keys(map)
      .sort()
      .map((k) => `${k}=${map[k]}`)
      .join(',')
    return [
      ...(namespaced ? [object?.metadata?.namespace ?? ''] : []),
      ...own,
      ...labels.map((l) => (Object.hasOwn(map, l) ? map[l]! : '')),
      ...(line.is('show-labels') ? [all === '' ? '<none>' : all] : []),
    ]
  })
  return columnsText(headers ? [titles, ...rows] : rows)
}

const cellText = (cell: unknown): string =>
  typeof cell === 'string' ? cell : cell === null || cell === undefined ? '<none>' : String(cell)

/** `get -w`: what is there, then the changes, until the signal or a quiet while. */
async function watch(session: Session, target: Target): Promise<number> {
  const transport = await session.transport()
  const path = await collection(session, target.resource)
  const own: Record<string, string> =
    target.name === undefined ? {} : { fieldSelector: `metadata.name=${target.name}` }
  const list = await transport.json<Table & { metadata: { resourceVersion: string } }>(
    `${path}${query(session, own)}`,
    { accept: tableAccept },
  )
  const output = session.line.get('output') ?? ''
  const format = output === '' || output === 'wide' || output === 'name' ? undefined : formatter(output)
  const show = (table: Table, headers: boolean): void => {
    if (output === 'name')
      for (const row of table.rows)
        session.host.stdout(`${shownName(target.resource, row.object?.metadata.name ?? '')}\n`)
    else if (format === undefined)
      session.host.stdout(
        tableText(session, target.resource, table, false, headers && !session.line.is('no-headers')),
      )
    else
      for (const row of table.rows)
        session.host.stdout(format(row.object === undefined ? row : withoutManagedFields(row.object)))
  }
  if (!session.line.is('watch-only')) show(list, true)
  const quiet = new AbortController()
  session.host.signal?.addEventListener('abort', () => quiet.abort())
  const params = query(session, {
    ...own,
    watch: 'true',
    resourceVersion: list.metadata.resourceVersion,
    ...(format === undefined ? {} : { includeObject: 'Object' }),
  })
  let timer = setTimeout(() => quiet.abort(), session.host.watchQuietMs ?? 2 ** 31 - 1)
  const columns = list.columnDefinitions
  try {
    for await (const text of transport.lines(`${path}${params}`, {
      accept: tableAccept,
      signal: quiet.signal,
    })) {
      clearTimeout(timer)
      timer = setTimeout(() => quiet.abort(), session.host.watchQuietMs ?? 2 ** 31 - 1)
      const event = JSON.parse(text) as { type: string; object: Table }
      if (event.type !== 'BOOKMARK' && event.object.rows !== undefined)
        show({ ...event.object, columnDefinitions: event.object.columnDefinitions ?? columns }, false)
    }
  } catch (error) {
    if (!quiet.signal.aborted) throw error
  } finally {
    clearTimeout(timer)
  }
  return 0
}
