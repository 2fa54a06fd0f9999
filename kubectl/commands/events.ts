// Upstream: kubectl/pkg/cmd/events
import type { KubeObject } from '../../apimachinery/json.ts'
import { KubectlError, PlainError } from '../errors.ts'
import { shownObject, structuredPrinter, typedJson, unknownFormat } from '../printers/printer.ts'
import { TableWriter } from '../printers/tab-writer.ts'
import { findResource, pathOf } from '../resources/discovery.ts'
import type { Session } from '../session.ts'
import { type EventObject, intervalText, lastSeen } from './describe/events.ts'
import { events as watchEvents } from './get/watch.ts'

type Event = EventObject & KubeObject

/** `kubectl events`: the events of a namespace or object, the newest last; with --watch also those to come. */
export async function events(session: Session, words: string[]): Promise<number> {
  const { flags, host } = session
  if (words.length > 0) throw new KubectlError(`unknown command "${words[0]}" for "kubectl events"`)
  const types = checkedTypes(flags.strings('types'))
  const path = await listPath(session)
  const list = await (await session.transport()).json<{
    items: Event[]
    metadata: { resourceVersion: string }
  }>(path)
  const wanted = (event: Event): boolean => types.size === 0 || types.has((event.type ?? '').toLowerCase())
  const found = list.items.filter(wanted).sort((a, b) => lastSeen(a) - lastSeen(b))
  const show = await shower(session)
  if (found.length === 0 && !flags.bool('watch')) {
    host.stderr(
      flags.bool('all-namespaces')
        ? 'No events found.\n'
        : `No events found in ${await session.namespace()} namespace.\n`,
    )
    return 0
  }
  show(found)
  if (!flags.bool('watch')) return 0
  const query = `${path.includes('?') ? '&' : '?'}watch=true&resourceVersion=${list.metadata.resourceVersion}`
  for await (const event of watchEvents(session, `${path}${query}`)) {
    const object = event.object as unknown as Event
    if (event.type !== 'DELETED' && event.type !== 'BOOKMARK' && wanted(object)) show([object])
  }
  return 0
}

function checkedTypes(types: readonly string[]): Set<string> {
  for (const type of types)
    if (!['normal', 'warning'].includes(type.toLowerCase()))
      throw new KubectlError('valid --types are Normal or Warning')
  return new Set(types.map((t) => t.toLowerCase()))
}

async function listPath(session: Session): Promise<string> {
  const { flags } = session
  const resources = await session.resources()
  const namespace = flags.bool('all-namespaces') ? undefined : await session.namespace()
  const base = pathOf(findResource(resources, 'events'), namespace)
  const of = flags.string('for')
  if (of === '') return base
  const [type = '', name = ''] = of.split('/')
  if (name === '') throw new KubectlError('--for must be in resource/name form')
  const { kind, group, version } = findResource(resources, type, (text) => new PlainError(text))
  const fields = `involvedObject.kind=${kind},involvedObject.apiVersion=${group === '' ? version : `${group}/${version}`},involvedObject.name=${name}`
  return `${base}?fieldSelector=${encodeURIComponent(fields)}`
}

async function shower(session: Session): Promise<(found: readonly Event[]) => void> {
  const { flags, host } = session
  const output = flags.string('output')
  const watches = flags.bool('watch')
  // A list has no name, and nothing is said of it.
  if (output === 'name')
    return (found) =>
      host.stdout(watches ? found.map((e) => `event/${e.metadata['name' as never]}\n`).join('') : '')
  if (output !== '') {
    const print =
      output.toLowerCase() === 'json' ? await typedJson(session) : await structuredPrinter(session, output)
    if (print === undefined) throw unknownFormat(session, output)
    return (found) => {
      const items = found.map((e) => shownObject(session, { ...e, apiVersion: 'v1', kind: 'Event' }))
      const shown = watches ? items : [{ apiVersion: 'v1', items, kind: 'EventList', metadata: {} }]
      for (const one of shown) host.stdout(print(one))
    }
  }
  const writer = new TableWriter()
  let first = !flags.bool('no-headers')
  const all = flags.bool('all-namespaces')
  return (found) => {
    const rows = found.map((e) => [
      ...(all ? [e.metadata.namespace ?? ''] : []),
      intervalText(e, host.now()),
      e.type ?? '',
      e.reason ?? '',
      `${e.involvedObject?.kind ?? ''}/${e.involvedObject?.name ?? ''}`,
      (e.message ?? '').trim(),
    ])
    const head = [...(all ? ['NAMESPACE'] : []), 'LAST SEEN', 'TYPE', 'REASON', 'OBJECT', 'MESSAGE']
    host.stdout(writer.write(first ? [head, ...rows] : rows))
    first = false
  }
}
