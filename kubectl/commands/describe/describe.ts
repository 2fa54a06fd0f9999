// Upstream: kubectl/pkg/cmd/describe/describe.go, kubectl/pkg/describe/describe.go

import { ErrorList, isNotFound, KubectlError } from '../../errors.ts'
import { describeTabs, tabbed } from '../../printers/tab-writer.ts'
import { type BuildOptions, buildTargets, type Info, visit } from '../../resources/builder.ts'
import type { Session } from '../../session.ts'
import { describeDialect } from './dialect.ts'
import { eventsOf, eventsText } from './events.ts'
import { describeRowOf } from './index.ts'

/**
 * `kubectl describe`: the describer of each object's kind, with blank lines between objects. Errors are told after the
 * objects.
 */
export async function describe(session: Session, words: string[]): Promise<number> {
  const { flags, host } = session
  const options: BuildOptions = {
    allowEmptySelector: true,
    selector: flags.string('selector'),
    allNamespaces: flags.bool('all-namespaces'),
  }
  if (words.length === 0 && flags.strings('filename').length === 0)
    throw new KubectlError(
      'You must specify the type of resource to describe. Use "kubectl api-resources" for a complete list of supported resources.',
    )
  const targets = await buildTargets(session, words, options)
  const infos: Info[] = []
  const failed = await visit(session, targets, options, async (info) => void infos.push(info)).then(
    () => undefined,
    (error: unknown) => error as Error,
  )
  const matching =
    failed !== undefined && isNotFound(failed) && words.length === 2
      ? await withPrefix(session, words[0]!, words[1]!, failed)
      : undefined
  const shown = matching ?? infos
  const showEvents = session.changed('show-events')
    ? flags.bool('show-events')
    : !describeDialect(session.minor).eventsOnDemand || (failed === undefined && shown.length <= 1)
  const texts: string[] = []
  for (const info of shown)
    texts.push(await describeObject(session, info, showEvents || matching !== undefined))
  // Those that a beginning of a name finds end with a line each.
  host.stdout(matching === undefined ? texts.join('\n\n') : texts.map((text) => `${text}\n`).join(''))
  if (failed !== undefined && matching === undefined)
    throw failed instanceof ErrorList ? failed : new ErrorList([failed])
  if (shown.length === 0) await nothingFound(session)
  return 0
}

/** The objects of the first word whose names begin with the second; throws the error where there are none. */
async function withPrefix(session: Session, kind: string, prefix: string, failed: Error): Promise<Info[]> {
  const found: Info[] = []
  const options = { allowEmptySelector: true }
  await visit(session, await buildTargets(session, [kind], options), options, async (info) => {
    if (info.name.startsWith(prefix)) found.push(info)
  })
  if (found.length === 0) throw failed
  return found
}

async function nothingFound(session: Session): Promise<void> {
  session.host.stderr(
    session.flags.bool('all-namespaces')
      ? 'No resources found\n'
      : `No resources found in ${await session.namespace()} namespace.\n`,
  )
}

async function describeObject(session: Session, info: Info, showEvents: boolean): Promise<string> {
  const { kind } = info.resource
  const object = { ...info.object, kind }
  const row = describeRowOf(info.resource, session.minor)
  const text = tabbed(await row.describe(session, object), describeTabs)
  if (!showEvents || !row.events) return text
  const events = await eventsOf(session, object, kind === 'Pod' ? '' : kind).catch(() => [])
  // The first lines of the table of events align with the text before them where there are none.
  const own = eventsText(events, session.host.now(), session.minor)
  return events.length === 0
    ? tabbed((await row.describe(session, object)) + own, describeTabs)
    : text + tabbed(own, describeTabs)
}
