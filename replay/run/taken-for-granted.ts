// Objects that a document speaks of without having made them.
import { kindTable } from '../claims/kind-table.ts'
import type { SeenCommand } from '../claims/world.ts'
import type { Documented } from './cluster-objects.ts'
import { madeByHand } from './made-by-hand.ts'

const makes = /\b(?:create|apply|run|replace|expose)\b/

/** What the section has done before. */
export interface Past {
  commands: readonly Pick<SeenCommand, 'text' | 'exitCode'>[]
  documented: readonly Documented[]
}

/** Nothing that was to be made failed, so that what is not there was never made. */
const nothingFailed = ({ commands }: Past): boolean =>
  commands.every(({ text, exitCode }) => exitCode === 0 || !makes.test(text))

/** Whether a claim found none of a kind of which the document has made none. @param absent as `Job` */
export function isGranted(absent: string | undefined, past: Past): boolean {
  const resource = kindTable.find(({ kind }) => kind === absent)?.resource
  if (resource === undefined || madeByHand.get(resource) !== 'only' || !nothingFailed(past)) return false
  const own = past.documented.some((one) => one.resource === resource)
  return !own && (resource !== 'pods' || past.documented.length === 0)
}
