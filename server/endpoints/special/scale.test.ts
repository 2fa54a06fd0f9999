// What kube-apiserver 1.36.3 answered, one after the other.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { ManagedFieldsEntry } from '../../../apimachinery/json.ts'
import { type Answer, startTestServer } from '../../testing/test-server.ts'

interface Step {
  readonly method: string
  readonly path: string
  readonly type?: string
  readonly body?: object | string
  readonly code: number
}
const steps: readonly Step[] = JSON.parse(
  readFileSync(join(import.meta.dirname, 'scale-recorded.json'), 'utf8'),
)

const ownerOf = ({ time, fieldsV1, ...rest }: ManagedFieldsEntry) => ({
  ...rest,
  time: time !== undefined,
  replicas: Object.hasOwn((fieldsV1 as { 'f:spec'?: object })['f:spec'] ?? {}, 'f:replicas'),
})

/** What the recording holds of an answer. */
function seenOf({ status, body, headers }: Answer): object {
  const warning = headers.get('warning')
  const seen =
    body.kind === 'Status'
      ? { message: body.message?.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '<uid>') }
      : body.kind === 'Scale'
        ? { scale: { ...body.spec } }
        : {
            replicas: body.spec.replicas,
            generation: body.metadata.generation,
            managed: body.metadata.managedFields.map(ownerOf),
          }
  return { code: status, ...seen, ...(warning === null ? {} : { warning }) }
}

it('writes the replicas of a workload, owned by who wrote its Scale', async () => {
  const server = await startTestServer('1.36')
  try {
    for (const { method, path, type = 'application/json', body, ...expected } of steps) {
      const headers = { 'user-agent': 'rec/1', ...(body === undefined ? {} : { 'content-type': type }) }
      const answer = await server.send(method, path, body, headers)
      expect(seenOf(answer), `${method} ${path} ${JSON.stringify(body)}`).toEqual(expected)
    }
  } finally {
    await server.close()
  }
})
