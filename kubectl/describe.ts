// Upstream: kubectl/pkg/describe/describe.go

import { ageOf } from '../server/apimachinery/human-duration.ts'
import type { KubeObject } from '../server/apimachinery/json.ts'
import { emitYaml } from '../server/apimachinery/yaml-emitter.ts'
import { describeNode } from './describe-node.ts'
import { describeService } from './describe-service.ts'
import { pathOf, type Resource } from './resources.ts'
import type { Session } from './session.ts'
import { tabbed } from './tab-writer.ts'
import { targetsOf } from './targets.ts'

export async function describe(session: Session, words: string[]): Promise<number> {
  const transport = await session.transport()
  const namespace = await session.namespace()
  const texts: string[] = []
  for (const { resource, name } of await targetsOf(session, words)) {
    const objects =
      name === undefined
        ? (
            await transport.json<{ items: KubeObject[] }>(
              pathOf(resource, session.line.is('all-namespaces') ? undefined : namespace),
            )
          ).items
        : [await transport.json<KubeObject>(pathOf(resource, namespace, name))]
    for (const object of objects) texts.push(tabbed(await describeObject(session, resource, object)))
  }
  session.host.stdout(texts.join('\n\n'))
  return 0
}

async function describeObject(session: Session, resource: Resource, object: KubeObject): Promise<string> {
  const events = await eventsOf(session, object)
  if (resource.name === 'nodes') return (await describeNode(session, object)) + events
  if (resource.name === 'services') return (await describeService(session, object)) + events
  const { managedFields: _hidden, ...metadata } = object.metadata
  return emitYaml({ ...object, metadata }) + events
}

interface EventObject {
  type?: string
  reason?: string
  message?: string
  source?: { component?: string }
  reportingComponent?: string
  lastTimestamp?: string
  eventTime?: string
  metadata: { creationTimestamp?: string }
}

async function eventsOf(session: Session, object: KubeObject): Promise<string> {
  const { name = '', namespace } = object.metadata
  const fields = encodeURIComponent(`involvedObject.name=${name}`)
  const list = await (await session.transport()).json<{ items: EventObject[] }>(
    `/api/v1${namespace === undefined ? '' : `/namespaces/${namespace}`}/events?fieldSelector=${fields}`,
  )
  if (list.items.length === 0) return 'Events:\t<none>\n'
  const rows = list.items.map(
    (e) =>
      `  ${e.type}\t${e.reason}\t${ageOf(e.lastTimestamp ?? e.eventTime ?? e.metadata.creationTimestamp, session.host.now())}\t${e.source?.component ?? e.reportingComponent ?? ''}\t${(e.message ?? '').trim()}\n`,
  )
  return `Events:\n  Type\tReason\tAge\tFrom\tMessage\n  ----\t------\t----\t----\t-------\n${rows.join('')}`
}
