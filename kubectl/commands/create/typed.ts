// What Go's types leave in an object that nobody set: kubectl prints it.

import type { ObjectMeta } from '../../../apimachinery/json.ts'
import type { Session } from '../../session.ts'
import { commandDialect } from '../dialect.ts'

const created = (session: Session): { creationTimestamp?: null } =>
  commandDialect(session.minor).nullCreationTimestamp ? { creationTimestamp: null } : {}

/** metadata of an object without a namespace, or of a template. */
export function clusterMeta(session: Session, fields: ObjectMeta): ObjectMeta {
  return { ...(created(session) as ObjectMeta), ...fields }
}

/** metadata of an object: the namespace is set where the command line names it. */
export async function objectMeta(session: Session, fields: ObjectMeta): Promise<ObjectMeta> {
  const namespace = session.enforceNamespace ? { namespace: await session.namespace() } : {}
  return { ...(created(session) as ObjectMeta), ...fields, ...namespace }
}

/** A number where the text is one: Kubernetes' IntOrString. */
export const intOrString = (text: string): number | string => (/^-?\d+$/.test(text) ? Number(text) : text)
