// Titles that say of the cluster of a step which release it is of and how a gate stands there: "**v1.28, gate off.**", "1.30, feature disabled:".
import type { Claim, ClaimBody } from './claims/claim.ts'
import { gateInTitle, stageCalled } from './claims/gate-remarks.ts'
import type { Sentence } from './claims/sentence.ts'
import { componentsIn } from './instructions/components-in.ts'
import { startsCommand } from './instructions/introduces.ts'
import type { Action, Step } from './step.ts'

const release = String.raw`(?:(?:an?|the|kubernetes|k8s|release|version|cluster(?:\s+version)?)\s+){0,3}v?(?<release>1\.\d\d(?:\.\d+)?)(?:\s+(?:cluster|release))?(?:\s+(?:again|once\s+more|once\s+again))?`
const joint = String.raw`(?:\s*[,:;–—-]\s*(?:with\s+)?|\s+with\s+|\s*\(\s*)`
const noun = String.raw`(?:feature[\s-]+gates?|gates?|feature)`
const gate = String.raw`(?:the\s+)?(?:${noun}(?:\s+\`(?<behind>[A-Z]\w+)\`)?|\`(?<before>[A-Z]\w+)\`(?:\s+${noun})?)`
const stands = String.raw`${gate}\s+(?:is\s+|are\s+|left\s+|turned\s+|switched\s+)?(?<on>on|off|enabled|disabled)(?:\s+again)?(?<byDefault>\s+by\s+default)?(?:\s*\((?:(?<default>(?:the\s+|by\s+)?default)|(?<stage>alpha|beta|GA|stable))\))?`
const knows = String.raw`which\s+(?:(?<lacks>does\s+not\s+(?:know|have)|lacks)|knows|has)\s+${gate.replace('<behind>', '<known>').replace('<before>', '<knownToo>')}`
const title = new RegExp(`^${release}${joint}(?:${stands}|${knows})\\)?$`, 'i')
const label =
  /^(?:(?:step|phase|stage|part)\s+)?(?:\d{1,2}|[a-h])[.:)]\s+|^(?:step|phase|stage|part)\s+\d{1,2}\s*[:–—-]\s*/i
const longest = 160

/**
 * What a title says of the release that runs and of a gate, each of which can be false; undefined of any other text, and of one that
 * has its reader upgrade.
 */
export function stateTitle({ text, line }: Sentence): Claim[] | undefined {
  if (text.length > longest || !/(?<![\w.])v?1\.\d\d/.test(text)) return undefined
  const plain = text
    .replace(/[*_]{2}/g, '')
    .trim()
    .replace(/[.:\s]+$/, '')
    .replace(label, '')
  const groups = title.exec(plain)?.groups
  if (groups === undefined) return undefined
  const name = groups['behind'] ?? groups['before'] ?? groups['known'] ?? groups['knownToo']
  const named = name === undefined ? {} : { gate: name }
  const bodies: ClaimBody[] = [
    { kind: 'component', component: 'kube-apiserver', running: true, release: groups['release']! },
  ]
  const enabled = groups['on'] === undefined ? undefined : /^(?:on|enabled)$/i.test(groups['on'])
  if (enabled === undefined)
    bodies.push({ kind: 'gate standing', ...named, test: { known: groups['lacks'] === undefined } })
  else bodies.push({ kind: 'gate', ...named, enabled, components: [] })
  const stage = stageCalled(groups['stage'] ?? '')
  const isDefault = (groups['byDefault'] ?? groups['default']) !== undefined
  if (isDefault || stage !== undefined)
    bodies.push({
      kind: 'gate standing',
      ...named,
      test: { ...(isDefault ? { default: enabled! } : {}), ...(stage === undefined ? {} : { stage }) },
    })
  return bodies.map((body) => ({ ...body, text, line }))
}

/** What a heading says of the cluster, be it all that it says or in parentheses: "**Downgrade** (feature off)". */
export function titleStates(sentence: Sentence): Claim[] {
  const states = stateTitle(sentence)
  if (states !== undefined) return states
  const enabled = gateInTitle(sentence.text)
  return enabled === undefined ? [] : [{ kind: 'gate', enabled, components: [], ...sentence }]
}

const leaves = /(?<![\w.])v?(?<from>1\.\d\d)(?:\.\d{1,3})?\s{0,3}(?:->|-->|=>|→)\s{0,3}v?1\.\d\d/

/**
 * What a heading says ran until now, without its patch: "**Upgrade cluster (1.27.5 -> 1.28.1)**". The commands under it tell only where they go to; where
 * they start a cluster, or nothing came before, nothing ran.
 * @param steps those that were read already
 */
export function releaseLeft(
  { text, line }: Sentence,
  commands: readonly string[],
  steps: readonly Step[],
): Action[] {
  const release = leaves.exec(text)?.groups?.['from']
  const nothingRan = steps.length === 0 || commands.some((command) => startsCommand.test(command))
  if (release === undefined || nothingRan || componentsIn(text).length > 0) return []
  const claim: Claim = {
    kind: 'component',
    component: 'kube-apiserver',
    running: true,
    release,
    text,
    line,
  }
  return [{ kind: 'claim', claim }]
}
