// Names of the author's own cluster that the prose or the output beside them explains.
import { isObject, type KubeObject } from '../../apimachinery/json.ts'
import { commandTarget } from '../claims/command-target.ts'
import type { ScriptCommand } from '../script.ts'

interface Objects {
  now(resource: string): Promise<readonly KubeObject[]>
  documented: readonly { resource: string; name: string; namespace: string }[]
}

const ordinals: Readonly<Record<string, number>> = { first: 0, second: 1, third: 2 }
/** "The first (old) PV". */
const nth =
  /\b(first|second|third)\s+(?:\([^()]{1,40}\)\s+)?(?:pvs?|pvcs?|volumes?|claims?|persistent\s?volumes?(?:\s?claims?)?)\b/i

/**
 * What a volume is called here that the document calls by a name which its cluster gave: the volume of the claim that the output
 * shows beside the name, or of the claim of that place ("the first PV") among those that the document made.
 * @param prose of the step
 */
export async function volumeNamed(
  name: string,
  { text, output }: Pick<ScriptCommand, 'text' | 'output'>,
  prose: string,
  objects: Objects,
): Promise<string | undefined> {
  if (commandTarget(text)?.resource !== 'persistentvolumes') return undefined
  const claims = objects.documented.filter(({ resource }) => resource === 'persistentvolumeclaims')
  const claim = claimShown(name, output?.lines ?? []) ?? claimTold(prose, claims)
  if (claim === undefined) return undefined
  const volumes = await objects.now('persistentvolumes')
  return volumes.find((volume) => claimOf(volume) === claim)?.metadata.name
}

/** `NAMESPACE/NAME` in the row of the name. */
const claimShown = (name: string, lines: readonly string[]): string | undefined => {
  const row = lines.find((line) => line.startsWith(`${name} `))
  return row?.split(/\s+/).find((cell) => /^[a-z0-9-]+\/[a-z0-9.-]+$/.test(cell))
}

function claimTold(prose: string, claims: Objects['documented']): string | undefined {
  const found = nth.exec(prose)?.[1]
  const claim = found === undefined ? undefined : claims[ordinals[found.toLowerCase()]!]
  return claim === undefined ? undefined : `${claim.namespace || 'default'}/${claim.name}`
}

function claimOf({ spec }: KubeObject): string | undefined {
  const reference = isObject(spec) ? spec['claimRef'] : undefined
  return isObject(reference) ? `${String(reference['namespace'])}/${String(reference['name'])}` : undefined
}
