// Reasons and directions of a sentence that are against the rest of it, or against what stands above it.
import { componentsIn } from './instructions/components-in.ts'

/** "(since it persisted in etcd)", "because the field was dropped". */
const reason =
  /(?<=[\s(])(?:since|because|as)\s(?:it|they|the\s(?:field|fields|value|values|data|setting))\s(?:(?:was|were|is|are|has|have|had|been|got|already|still)\s){0,3}(not\s|never\s)?(?:(persist\w*|kept|stored|preserved|retained|saved)|(dropped|removed|lost|deleted|cleared|wiped|pruned|discarded))\b/i
const present =
  /\b(?:visible|present|there|set|kept|preserved|unchanged|still|again|back|survives?|survived|keeps?)\b/i
const absent =
  /\b(?:not|no|never|gone|absent|missing|unset|without|lost|dropped|removed|disappear\w*|empty|none|nothing|longer)\b|n['’]t\b/i

/** "The field is visible again (since it was dropped in etcd)": a reason for the contrary. */
export function reasonIsContrary(text: string): boolean {
  const found = reason.exec(text)
  if (found === null) return false
  const main = text.slice(0, found.index) + text.slice(found.index + found[0].length)
  const isAbsent = absent.test(main)
  if (!isAbsent && !present.test(main)) return false
  const isKept = (found[2] !== undefined) !== (found[1] !== undefined)
  return isKept === isAbsent
}

const ways: Readonly<Record<string, RegExp>> = {
  up: /\bupgrad/i,
  down: /\b(?:downgrad|roll(?:ed|ing)?[\s-]?back)/i,
  again: /\b(?:re-?start|reboot|bounce|re-?creat|deleted?\s+pods?)/i,
}
const wayOf = (verb: string): keyof typeof ways =>
  /^up/i.test(verb) ? 'up' : /^re/i.test(verb) ? 'again' : 'down'
/** "Although kube-proxy was downgraded": what became of a component. */
const became =
  /(?<=^|[\s(,])((?:the\s)?(?:kubelet|kube-[a-z-]{5,20}|api[- ]?server|(?:kube-)?controller[- ]manager|scheduler))\s(?:was|has been|is)\s(not\s|never\s)?(?:(?:then|now|also|just|already)\s)?(upgraded|downgraded|rolled back|restarted)\b/i
/** As many texts back it is looked for. */
const farthest = 300
/** All components at once. */
const all = /\b(?:cluster|nodes?|control[- ]plane|components?|everything|kubernetes)\b/i

/**
 * What a sentence says became of a component that nothing above it tells or does; undefined: it is told of, or nothing is said.
 * @param above gives what stands before it in its section
 */
export function untoldChange(text: string, above: () => readonly string[]): string | undefined {
  const found = became.exec(text.replace(/`/g, ''))
  if (found === null) return undefined
  const [said, component, not, verb] = found
  const [named] = componentsIn(component!)
  const way = ways[wayOf(verb!)]!
  if (named === undefined) return undefined
  const isTold = above()
    .slice(-farthest)
    .some((one) => way.test(one) && (all.test(one) || componentsIn(one).includes(named)))
  return isTold === (not === undefined) ? undefined : said
}

/** What a heading has its steps do with the cluster: "**Upgrade cluster (1.27.5 -> 1.28.1)**". */
const heading =
  /^\W*(?:(?:now|then|next|first)\s)?(?:(upgrad\w+)|downgrad\w+|roll(?:ing)?[\s-]?back)\s(?:the\s|of the\s)?(?:cluster|control[- ]plane|nodes?|components?)\b[^.]{0,80}$/i
const step =
  /^\W*(?:\d+[.)]\s*)?(?:(?:then|now|next|finally|also)\s)?(?:(?:perform|do|run|execute)\s)?(?:the\s)?(?:kubeadm|kubelet|kubectl|kube-[a-z-]{5,20})?\s?(?:(upgrade)|downgrade|roll\s?back)(?:\s(?:the\s)?(?:kubeadm|kubelet|kubectl|kube-[a-z-]{5,20}|packages?|it))?\W*$/i
/** How many texts back a heading stands that a step belongs to. */
const nearest = 30

/** "Perform kubeadm downgrade:" under a heading that has the cluster upgraded. @param above as {@link untoldChange} has it */
export function goesAgainstHeading(text: string, above: () => readonly string[]): boolean {
  const own = step.exec(text)
  if (own === null) return false
  const last = above()
    .slice(-nearest)
    .findLast((one) => heading.test(one))
  return last !== undefined && (heading.exec(last)![1] !== undefined) !== (own[1] !== undefined)
}

const adds = /^\W*(?:\d+[.)]\s*)?(?:then\s|now\s|next\s)?(?:add|mark|enable|turn on)\b/i
const removes = /^\W*(?:\d+[.)]\s*)?(?:then\s|now\s|next\s)?(?:remove|unset|unmark|disable|turn off)\b/i
const switches = /["']?:\s?\\?["']?(true|false)\b|=["']?(true|false)\b/g

const holds = /^\W*(?:\d+[.)]\s*)?(?:then\s|now\s|next\s)?(?:suspend|pause)\b/i
const resumes = /^\W*(?:\d+[.)]\s*)?(?:then\s|now\s|next\s)?(?:resume|unsuspend|unpause)\b/i
const held = /["']?\b(?:suspend|paused)\\?["']?:\s?\\?["']?(true|false)\b/g

/** "Resume the Job:" above a patch that suspends it. @param typed the commands below it */
export function holdsOtherwise(text: string, typed: readonly string[]): boolean {
  const isHeld = holds.test(text)
  if (isHeld === resumes.test(text)) return false
  const values = typed.flatMap((one) => [...one.slice(0, 3000).matchAll(held)].map(([, value]) => value))
  return values.length > 0 && values.every((one) => one === String(!isHeld))
}

/** "Remove the default again:" above a patch that turns it on. @param typed the commands below it */
export function switchesOtherwise(text: string, typed: readonly string[]): boolean {
  const isAdded = adds.test(text)
  if (isAdded === removes.test(text) || typed.length !== 1 || /\b(?:true|false)\b/.test(text)) return false
  if (!/\s(?:patch|annotate|label)\s/.test(typed[0]!.slice(0, 300))) return false
  const values = [...typed[0]!.slice(0, 3000).matchAll(switches)].map(([, one, other]) => one ?? other)
  return values.length > 0 && values.every((one) => one === String(!isAdded))
}
