// What Go's types leave in an object that nobody set: kubectl prints it.

import type { ObjectMeta } from '../../../apimachinery/json.ts'
import type { Session } from '../../session.ts'
import { commandDialect } from '../dialect.ts'

const created = (session: Session): { creationTimestamp?: null } =>
  commandDialect(session.minor).nullCreationTimestamp ? { creationTimestamp: null } : {}

/** The metadata of a cluster-scoped object or a template. */
export function clusterMeta(session: Session, fields: ObjectMeta): ObjectMeta {
  return { ...(created(session) as ObjectMeta), ...fields }
}

/** The metadata of a namespaced object; the namespace is set only where the command line names it. */
export async function objectMeta(session: Session, fields: ObjectMeta): Promise<ObjectMeta> {
  const namespace = session.enforceNamespace ? { namespace: await session.namespace() } : {}
  return { ...(created(session) as ObjectMeta), ...fields, ...namespace }
}

/** Kubernetes' IntOrString: a number where the text is a decimal one. */
export const intOrString = (text: string): number | string => (/^-?\d+$/.test(text) ? Number(text) : text)
