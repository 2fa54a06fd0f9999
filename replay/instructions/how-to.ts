// "If you want to disable the feature, you can either do A or B": what a later sentence of the section takes for granted.
import { sentencesOf } from '../claims/sentence.ts'
import type { Element } from '../document.ts'
import type { WantedEdit } from './instruction.ts'

/** A sentence that tells how the feature is turned on or off. */
export interface HowTo {
  on: boolean
  /** What is to be done. */
  text: string
  line: number
}

const conditional =
  /^(?:if you want |in order )?to (enable|disable) (?:the|this) feature\b[^,]{0,60},\s+(?:you\s+)?(?:(?:can|need to|should|have to|must|may)\s+)?(.+)$/i

/** The sentences of a section that tell how the feature is turned on or off, in order. */
export const howTosIn = (elements: readonly Element[]): HowTo[] =>
  elements.flatMap((element) => {
    if (element.kind === 'item') return howTosIn(element.children)
    if (element.kind !== 'prose') return []
    return sentencesOf(element.raw, element.line).flatMap(({ text, line }) => {
      const [, way = '', told] = conditional.exec(text) ?? []
      return told === undefined ? [] : [{ on: way.toLowerCase() === 'enable', text: told, line }]
    })
  })

const turn = /^(enable|disable|turn on|turn off) the `([A-Z]\w+)` (?:feature )?gate$/i
const keep = /^make sure (?:that )?the `([A-Z]\w+)` (?:feature )?gate is (not disabled|enabled)$/i
/** Options of the kubelet's CPU manager. */
const option =
  /^(add|set|remove|unset) the `(full-pcpus-only|distribute-cpus-across-(?:numa|cores)|align-by-socket|strict-cpu-reservation|prefer-align-cpus-by-uncorecache)` policy option$/i

/** Of several ways the first; undefined where a part is not understood. `ofKubelet`: they are of its configuration. */
export function toldEdits({ text }: HowTo): { edits: WantedEdit[]; ofKubelet: boolean } | undefined {
  const ofKubelet = /\bpolicy option\b/i.test(text)
  const first = text.replace(/^either\s+/i, '').replace(/,?\s+or\s.*$/i, '')
  const parts = first.replace(/[.\s]+$/, '').split(/,?\s+and\s+/)
  const edits = parts.map(editOf)
  return edits.every((one) => one !== undefined) ? { edits, ofKubelet } : undefined
}

function editOf(part: string): WantedEdit | undefined {
  const turned = turn.exec(part)
  if (turned !== null)
    return { kind: 'gate', gate: turned[2]!, value: /^(?:enable|turn on)$/i.test(turned[1]!) }
  const kept = keep.exec(part)
  if (kept !== null) return { kind: 'gate', gate: kept[1]!, value: true }
  const given = option.exec(part)
  if (given === null) return undefined
  const value = /^(?:add|set)$/i.test(given[1]!) ? 'true' : undefined
  return { kind: 'field', field: `cpuManagerPolicyOptions.${given[2]!}`, value }
}
