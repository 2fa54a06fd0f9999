import { registryDialect } from '../dialect.ts'
import type { ResourceStore } from './store.ts'

/** Kinds whose internal types were those of the group extensions too, which came first. */
const extensions = new Set(['Ingress', 'NetworkPolicy'])

/** The group and kind that a finding about an object names. */
export function kindOfErrors(store: ResourceStore, kind: string): { group: string; kind: string } {
  const { group } = store.facts.qualifiedResource
  const { minor } = store.parts.server.release
  const older =
    group === 'networking.k8s.io' && extensions.has(kind) && registryDialect(minor).namesExtensions
  return { group: older ? 'extensions' : group, kind }
}
