// port-forward, proxy: read and checked as kubectl does; what they then need, no node here has.
// Upstream: kubectl/pkg/cmd/{portforward,proxy}

import { KubectlError, NotSimulatedError } from '../errors.ts'
import { buildTargets, getObject } from '../resources/builder.ts'
import type { Session } from '../session.ts'
import { podsOf } from './pods-of.ts'

const notSimulated = (command: string): KubectlError =>
  new NotSimulatedError(`kubectl ${command} is not simulated`)

/** `kubectl port-forward`: checks its arguments and the pod, then rejects: no container listens. */
export async function portForward(session: Session, words: string[]): Promise<number> {
  if (words.length < 2) throw session.usageError('TYPE/NAME and list of ports are required for port-forward')
  const [name = '', ...ports] = words
  const [target] = await buildTargets(session, [name.includes('/') ? name : `pods/${name}`], {})
  const object = await getObject(session, target!)
  if (object.kind === 'Service') requireServicePorts(object, ports)
  const [pod] = await podsOf(session, object, 'cannot attach to')
  const { phase = '' } = (pod?.['status'] ?? {}) as { phase?: string }
  if (pod === undefined) throw new KubectlError('timed out waiting for the condition')
  if (phase !== 'Running')
    throw new KubectlError(`unable to forward port because pod is not running. Current status=${phase}`)
  throw notSimulated('port-forward')
}

function requireServicePorts(service: object, ports: readonly string[]): void {
  const { spec, metadata } = service as {
    spec?: { ports?: { port: number; name?: string }[] }
    metadata: { name: string }
  }
  for (const text of ports) {
    const remote = text.slice(text.indexOf(':') + 1)
    const found = (spec?.ports ?? []).some((port) => String(port.port) === remote || port.name === remote)
    if (!found)
      throw new KubectlError(
        /^\d+$/.test(remote)
          ? `Service ${metadata.name} does not have a service port ${remote}`
          : `Service '${metadata.name}' does not have a named port '${remote}'`,
      )
  }
}

/** `kubectl proxy`: rejects, since it would have to listen; a replay's machine answers in its place. */
export async function proxy(): Promise<number> {
  throw new KubectlError('kubectl proxy has nothing to listen on here; on a replay machine it answers curl')
}
