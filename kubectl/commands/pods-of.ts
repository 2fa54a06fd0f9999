// The pods behind an object.
// Upstream: kubectl/pkg/polymorphichelpers/helpers.go (SelectorsForObject, GetFirstPod)
import type { KubeObject } from '../../apimachinery/json.ts'
import { KubectlError } from '../errors.ts'
import { listObjects } from '../resources/builder.ts'
import { findResource } from '../resources/discovery.ts'
import type { Session } from '../session.ts'
import { type Selector, selectorText } from './describe/parts.ts'

/**
 * The pod itself, or the pods that an object's selector selects. @param doing begins the message about an object without
 * selector
 */
export async function podsOf(
  session: Session,
  object: KubeObject,
  doing = 'cannot get the logs from',
): Promise<KubeObject[]> {
  if (object.kind === 'Pod') return [object]
  const spec = (object['spec'] ?? {}) as { selector?: Selector & Record<string, string> }
  const plain = object.kind === 'Service' || object.kind === 'ReplicationController'
  const selector = plain ? selectorText({ matchLabels: spec.selector ?? {} }) : selectorText(spec.selector)
  if (spec.selector === undefined)
    throw new KubectlError(`${doing} *v1.${object.kind}: selector for *v1.${object.kind} not implemented`)
  const resource = findResource(await session.resources(), 'pods')
  return listObjects(
    session,
    { resource, namespace: object.metadata.namespace, name: undefined },
    { selector },
  )
}
