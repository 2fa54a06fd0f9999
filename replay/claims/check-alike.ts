// Claims about what objects have in common: "on the same node", "have different IPs".
import type { KubeObject } from '../../apimachinery/json.ts'
import type { Claim } from './claim.ts'
import { same } from './field-test.ts'
import { fieldValues, isEmpty, valueText } from './object-fields.ts'
import { resolveSubject } from './subjects.ts'
import { type ClaimResult, type ClaimWorld, holds, unknown } from './world.ts'

type AlikeClaim = Extract<Claim, { kind: 'alike' }>

/** Where some are alike and some are not, they are not the same; whether they are "different" cannot be told. */
export async function checkAlike(claim: AlikeClaim, world: ClaimWorld): Promise<ClaimResult> {
  const objects: KubeObject[] = []
  for (const subject of claim.subjects) {
    const resolved = await resolveSubject(subject, world)
    if ('why' in resolved) return unknown(resolved.why)
    const { kind } = resolved
    const wrong = wrongNumber(subject.number, resolved.objects.length)
    if (wrong) return unknown(`there are ${resolved.objects.length} of ${kind}`)
    objects.push(...resolved.objects)
  }
  if (objects.length < 2) return unknown('there are no two to compare')
  const values = objects.map((object) => heldBy(object, claim))
  const saw = objects.map(({ metadata }, i) => `${metadata.name}: ${valueText(values[i])}`).join('; ')
  if (values.some(isEmpty)) return unknown(`not each of them has one: ${saw}`)
  const distinct = values.filter((value, i) => values.findIndex((other) => same(other, value)) === i).length
  if (claim.open === true && distinct > 1) return unknown(`the same as before, or as each other? ${saw}`)
  if (claim.same) return holds(distinct === 1, saw)
  if (distinct > 1 && distinct < values.length) return unknown(`some are the same: ${saw}`)
  return holds(distinct > 1, saw)
}

const wrongNumber = (said: AlikeClaim['subjects'][number]['number'], found: number): boolean =>
  said === 'both' ? found !== 2 : said === 'one' ? found !== 1 : typeof said === 'number' && found !== said

/** One value, or the list of them. */
function heldBy(object: KubeObject, { field }: AlikeClaim): unknown {
  const { values } = fieldValues(object, field)
  return values.length === 1 ? values[0] : values
}
