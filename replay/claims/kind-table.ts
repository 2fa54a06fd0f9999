// The built-in kinds that documents speak of. Their names are facts; how else writers call them is told in kinds.ts.
import { type RecordedKind, recordedKinds } from '../../component-base/recorded-kinds.ts'

/** A built-in kind, by the names that documents use for it. */
export type KindEntry = RecordedKind

/** All kinds whose objects can be listed in any recorded release, sorted by resource; of the two kinds of Events the core one. */
export const kindTable: readonly KindEntry[] = recordedKinds().filter(
  ({ resource }) => resource !== 'events.events.k8s.io',
)
