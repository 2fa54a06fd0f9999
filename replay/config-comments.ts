// Comments in what a document shows of configuration that say something else than the line they stand at: `replicas: 3  # two replicas`.
import { digitsOf, numberWords } from './claims/lexicon.ts'
import type { Sentence } from './claims/sentence.ts'
import type { CodeText } from './code-text.ts'

/** A key with its value, and what is remarked behind it. */
const setting =
  /^\s{0,60}(?:-\s)?["']?([A-Za-z][\w.-]{0,80})["']?\s?:\s{0,8}["']?([\w.-]{1,40})["']?,?(?:\s{1,40}#+\s{0,4}(.{1,200}))?$/
const remark = /^\s{0,60}#+\s{1,4}(.{1,200})$/
const number = `\\d{1,6}|${Object.keys(numberWords).join('|')}`
/** "Three replicas", "3": a number, and of what. */
const counts = new RegExp(
  String.raw`^(?:(?:now|still|only|exactly|just|with|use|have|run)\s)?(${number})(?:\s([a-z]{3,30}))?\W*$`,
  'i',
)
const copies = /^(?:replicas?|pods?|copies|instances?)$/
const numberOf = (word: string): string => digitsOf(word.toLowerCase()) ?? String(Number(word))

/** "Disabled", "the gate is off", "turn it on". */
const states =
  /^(?:(?:it|this|that|the (?:feature ?)?(?:gate|flag)|the feature|feature(?: gate)?|gate)\s(?:is\s)?)?(?:(?:now|still|is|explicitly|to|be)\s)*(?:(enabled?|enables|on|(?:turn|switch)(?:ed)?(?: it| the gate)? on|active)|(disabled?|disables|off|(?:turn|switch)(?:ed)?(?: it| the gate)? off|inactive))(?:\s(?:it|the feature|the gate|the feature gate|this|that|now|here|again|(?:for|in) (?:this|the) [a-z]+))*\W*$/i
/** True is off where it is called so. */
const inverse = /disable|legacy|skip|^no[A-Z]/i

function isOther(key: string, value: string, said: string): boolean {
  const [, count, noun] = counts.exec(said) ?? []
  if (count !== undefined && /^\d+$/.test(value)) {
    const isOfKey =
      noun === undefined ||
      key.toLowerCase().startsWith(noun.toLowerCase().replace(/s$/, '')) ||
      (copies.test(noun) && /^(?:replicas|completions|parallelism)$/.test(key))
    return isOfKey && numberOf(count) !== String(Number(value))
  }
  const [, on, off] = states.exec(said) ?? []
  if (!/^(?:true|false)$/.test(value) || inverse.test(key) || (on ?? off) === undefined) return false
  return (value === 'true') !== (on !== undefined)
}

const role = /^\s{0,40}-?\s?role:\s{0,4}["']?(control-plane|worker)\b/
const ofNodes = new RegExp(
  String.raw`(?<![\w.-])(${number})[\s-](?:(worker|control[- ]plane|agent)\s)?(nodes?|workers?|control[- ]planes?|agents?)\b`,
  'gi',
)
/** A number of nodes that the configuration of a cluster does not have. */
function otherNodes(said: string, roles: readonly string[]): boolean {
  const workers = roles.filter((one) => one === 'worker').length
  return [...said.matchAll(ofNodes)].some(([, count, which = '', noun]) => {
    const what = which || noun!
    const fits = /^(?:worker|agent)/i.test(what)
      ? [workers]
      : /^control/i.test(what)
        ? [roles.length - workers]
        : [roles.length, workers]
    return !fits.includes(Number(numberOf(count!)))
  })
}

/** The comments of a block that say another number, state or number of nodes than what they stand behind or above, in their order. */
export function falseComments({ lines, line }: Pick<CodeText, 'lines' | 'line'>): Sentence[] {
  const roles = lines.flatMap((one) => role.exec(one)?.[1] ?? [])
  return lines.flatMap((text, at) => {
    const [, key, value, behind] = setting.exec(text) ?? []
    const alone = remark.exec(text)?.[1]
    const [, nextKey, nextValue] = alone === undefined ? [] : (setting.exec(lines[at + 1] ?? '') ?? [])
    const isFalse =
      (behind !== undefined && isOther(key!, value!, behind)) ||
      (nextKey !== undefined && isOther(nextKey, nextValue!, alone!)) ||
      (alone !== undefined && roles.length > 0 && otherNodes(alone, roles))
    return isFalse ? [{ text: text.trim(), line: line + at }] : []
  })
}
