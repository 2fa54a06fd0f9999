// Upstream: pkg/registry/core/componentstatus/rest.go
import type { KubeObject } from '../../../apimachinery/json.ts'
import { newNotFound, StatusError } from '../../../apimachinery/status-error.ts'
import type { RegisteredResource } from '../../registry/generic/registry.ts'
import type { ApiCall } from '../api-call.ts'
import { endpointsDialect } from '../dialect.ts'
import { discoveryDialect } from '../discovery/dialect.ts'
import type { GenericAPIServer } from '../generic-apiserver.ts'
import { resourceForm } from '../objects-out.ts'
import { sendData } from '../respond.ts'
import { tableOf } from '../table.ts'

const healthy = (message: string) => [{ type: 'Healthy', status: 'True', ...(message && { message }) }]
/** The conditions of a component that does not listen: the probe's error is the message, and `error` stays empty. */
const refused = (port: number) => {
  const message = `Get "https://127.0.0.1:${port}/healthz": dial tcp 127.0.0.1:${port}: connect: connection refused`
  return [{ type: 'Healthy', status: 'False', message }]
}
const componentsIn = (minor: number): { name: string; conditions: unknown[] }[] => [
  { name: 'controller-manager', conditions: refused(10257) },
  { name: 'etcd-0', conditions: healthy(endpointsDialect(minor).etcdHealth) },
  { name: 'scheduler', conditions: refused(10259) },
]

const notFound = (name: string, minor: number): StatusError =>
  endpointsDialect(minor).refusesUnknownComponents
    ? newNotFound({ group: '', resource: 'componentstatus' }, name)
    : new StatusError(500, '', `Component not found: ${name}`)

/** The old health summary: the store is well, nothing else runs beside a bare server. */
export async function handleComponentStatuses(
  apiserver: GenericAPIServer,
  resource: RegisteredResource,
  _sub: unknown,
  call: ApiCall,
): Promise<void> {
  const form = resourceForm(call)
  const { name } = call.info
  const { context } = apiserver
  const found = componentsIn(context.release.minor).filter((c) => name === '' || c.name === name)
  if (name !== '' && found.length === 0) throw notFound(name, context.release.minor)
  const { writesCreationTimestamp } = discoveryDialect(context.release.minor)
  const time = writesCreationTimestamp ? { creationTimestamp: null } : {}
  const items = found.map((c) => ({ metadata: { name: c.name, ...time }, conditions: c.conditions }))
  const typed = items.map(
    (item) => ({ kind: 'ComponentStatus', apiVersion: 'v1', ...item }) as unknown as KubeObject,
  )
  if (form.as?.kind === 'Table') {
    return sendData(call, 200, form, () =>
      tableOf(
        resource,
        typed,
        {},
        {
          release: context.release,
          now: context.clock.now(),
          version: form.as!.version,
          include: 'Metadata',
        },
      ),
    )
  }
  sendData(call, 200, form, () =>
    name === '' ? { kind: 'ComponentStatusList', apiVersion: 'v1', metadata: {}, items } : typed[0],
  )
}
