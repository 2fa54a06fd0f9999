// `get -w`: what is there, then the changes, until the signal or a quiet while.

import type { KubeObject } from '../../../apimachinery/json.ts'
import { realClock } from '../../../component-base/clock.ts'
import { isNotFound, KubectlError } from '../../errors.ts'
import { shownObject } from '../../printers/printer.ts'
import type { BuildOptions, Target } from '../../resources/builder.ts'
import type { Session } from '../../session.ts'
import { genericPrinter, isHumanReadable, pathOfTarget, tableStyle } from './output.ts'
import { type Table, TablePrinter, tableAccept } from './table.ts'

interface WatchEvent {
  type: string
  object: Table & KubeObject
}

/** Prints the objects of one answer; `type` is the event's. */
type Show = (answer: Table & KubeObject, type: string) => void

/** `kubectl get -w`: the objects of one target, then their changes, until the host's signal or a quiet while. */
export async function watch(
  session: Session,
  targets: readonly Target[],
  options: BuildOptions,
): Promise<number> {
  const { flags, host } = session
  if (targets.length !== 1 && new Set(targets.map((t) => t.resource)).size > 1)
    throw new KubectlError('you may only specify a single resource type')
  if (flags.string('sort-by') !== '')
    host.stderr(
      flags.bool('watch')
        ? 'warning: --watch requested, --sort-by will be ignored for watch events received\n'
        : 'warning: --watch-only requested, --sort-by will be ignored\n',
    )
  const target = targets[0]!
  const accept = isHumanReadable(session) ? tableAccept : 'application/json'
  const first = await initial(session, target, options, accept)
  if (first === undefined) return 0
  const show = await shower(session, target)
  if (!flags.bool('watch-only')) show(first, 'ADDED')
  const isList = target.name === undefined
  const start = isList ? (first.metadata?.resourceVersion ?? '') : '0'
  const query: BuildOptions = isList ? options : { fieldSelector: `metadata.name=${target.name}` }
  const path = pathOfTarget(session, { ...target, name: undefined }, query, {
    watch: 'true',
    resourceVersion: start,
  })
  let skip = !isList
  for await (const event of events(session, path, accept)) {
    if (event.type !== 'BOOKMARK' && !skip) show(event.object, event.type)
    skip = false
  }
  return 0
}

async function initial(
  session: Session,
  target: Target,
  options: BuildOptions,
  accept: string,
): Promise<(Table & KubeObject) | undefined> {
  try {
    const path = pathOfTarget(session, target, options)
    return await (await session.transport()).json<Table & KubeObject>(path, { accept })
  } catch (error) {
    if (isNotFound(error) && session.flags.bool('ignore-not-found')) return undefined
    throw error
  }
}

async function shower(session: Session, target: Target): Promise<Show> {
  const withType = session.flags.bool('output-watch-events')
  if (isHumanReadable(session)) {
    const printer = new TablePrinter(target.resource, tableStyle(session, target.resource, false))
    return (answer, type) => session.host.stdout(printer.print([answer], withType ? [type] : []))
  }
  const print = await genericPrinter(session)
  return (answer, type) => {
    const items = Array.isArray(answer['items']) ? (answer['items'] as KubeObject[]) : [answer]
    for (const item of items) {
      const object = shownObject(session, {
        ...item,
        apiVersion: item.apiVersion ?? answer.apiVersion,
        kind: item.kind ?? target.resource.kind,
      })
      // Of an event, its object's name is printed.
      const isEvent = withType && session.flags.string('output') !== 'name'
      const printed = isEvent ? ({ object, type } as unknown as KubeObject) : object
      session.host.stdout(print(printed))
    }
  }
}

/** The events of a watch until the host's signal, its quiet while, or --request-timeout, which ends it as the server would. */
export async function* events(
  session: Session,
  path: string,
  accept = 'application/json',
): AsyncGenerator<WatchEvent> {
  const { host } = session
  const stop = new AbortController()
  const abort = (): void => stop.abort()
  host.signal?.addEventListener('abort', abort)
  const { setTimeout: after = realClock.setTimeout } = host
  const quiet = (): (() => void) =>
    host.watchQuietMs === undefined ? () => {} : after(abort, host.watchQuietMs)
  const most = session.requestTimeout()
  const over = most > 0 ? after(abort, most) : () => {}
  let heard = quiet()
  try {
    for await (const text of (await session.transport()).lines(path, { accept, signal: stop.signal })) {
      heard()
      yield JSON.parse(text) as WatchEvent
      heard = quiet()
    }
  } catch (error) {
    if (!stop.signal.aborted) throw error
  } finally {
    heard()
    over()
    host.signal?.removeEventListener('abort', abort)
    abort()
  }
}
