import type { KubeObject } from '../server/apimachinery/json.ts'
import { evaluateJsonPath } from './jsonpath.ts'
import { pathOf, shownName } from './resources.ts'
import type { Session } from './session.ts'
import { targetsOf } from './targets.ts'
import { KubectlError, ServerError } from './usage-error.ts'

/** `wait --for=condition=Ready|delete|jsonpath=…`. */
export async function waitFor(session: Session, words: string[]): Promise<number> {
  const wanted = session.line.get('for')
  if (wanted === undefined) throw new KubectlError('unrecognized condition: ""')
  const transport = await session.transport()
  const namespace = await session.namespace()
  const limit = Date.now() + seconds(session.line.get('timeout') ?? '30s') * 1000
  for (const { resource, name } of await targetsOf(session, words)) {
    const names =
      name === undefined
        ? (await transport.json<{ items: KubeObject[] }>(pathOf(resource, namespace))).items.map(
            (o) => o.metadata.name ?? '',
          )
        : [name]
    if (names.length === 0) throw new KubectlError('no matching resources found')
    for (const one of names) {
      for (;;) {
        const object = await transport
          .json<KubeObject>(pathOf(resource, namespace, one))
          .catch((error: unknown) => {
            if (error instanceof ServerError && error.code === 404 && wanted === 'delete') return undefined
            throw error
          })
        if (object === undefined || holds(wanted, object)) break
        if (Date.now() > limit)
          throw new KubectlError(`timed out waiting for the condition on ${resource.name}/${one}`)
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
      session.host.stdout(`${shownName(resource, one)} condition met\n`)
    }
  }
  return 0
}

function holds(wanted: string, object: KubeObject): boolean {
  const condition = /^condition=([^=]+)(?:=(.*))?$/.exec(wanted)
  if (condition !== null) {
    const conditions =
      (object['status'] as { conditions?: { type: string; status: string }[] } | undefined)?.conditions ?? []
    return conditions.some(
      (c) =>
        c.type.toLowerCase() === condition[1]!.toLowerCase() &&
        c.status.toLowerCase() === (condition[2] ?? 'true').toLowerCase(),
    )
  }
  const path = /^jsonpath='?(\{.*?\}|[^=]+)'?(?:=(.*))?$/.exec(wanted)
  if (path !== null) {
    const value = evaluateJsonPath(path[1]!, object)
    return path[2] === undefined ? value !== '' : value === path[2].replace(/^(["'])(.*)\1$/, '$2')
  }
  if (wanted === 'create') return true
  if (wanted === 'delete') return false
  throw new KubectlError(`unrecognized condition: "${wanted}"`)
}

function seconds(text: string): number {
  let total = 0
  for (const [, n, unit] of text.matchAll(/([\d.]+)(ms|s|m|h)/g))
    total += Number(n) * ({ ms: 0.001, s: 1, m: 60, h: 3600 }[unit!] ?? 1)
  return total === 0 ? Number(text) || 0 : total
}
