// "Disable the gate in kube-apiserver", "Downgrade the cluster to 1.30", "remove `--feature-gates=X=false`", "restart the kubelet
// with the feature enabled".
import type { Clause } from './clauses.ts'
import { componentsIn, nodesIn, type Terms } from './components-in.ts'
import { fieldsRemoved, fieldsSet } from './fields-in.ts'
import {
  gateEdits,
  gatesBeside,
  gatesNamed,
  releaseIn,
  releaseTo,
  removedEdits,
  startsWithout,
  writtenEdits,
} from './gates-in.ts'
import type { ChangeInstruction, RestartInstruction, Sentence, WantedEdit } from './instruction.ts'
import { verbAt } from './verbs.ts'

const enabling = /^(?:enable|turn on|activate)$/
const disabling = /^(?:disable|turn off)$/
const setting = /^(?:set|pass|add|append|specify|use|apply|include|flip|allow)$/
const removing = /^(?:remove|delete|drop|unset|clear|clean)$/
const editing = /^(?:edit|modify|update|change|patch|reconfigure|switch|toggle|configure|open)$/
const moving =
  /^(?:upgrade|downgrade|roll back|revert|bump|lower|move|switch|promote|update|change|roll out|restart|start)$/
const acting =
  /^(?:simulate|perform|test|trigger|do|roll back|upgrade|downgrade|start|emulate|simulated|validate)$/

/** "By enabling and disabling it": told of, not asked for. */
const bothWays =
  /\b(?:en|dis)abl\w+(?:,| and| or|\/)\s*(?:then )?(?:re-?)?(?:en|dis)abl|\bon\s?(?:\/|and|or)\s?off\b|\btoggl(?:ing|ed)\b/i

/** What a clause changes; undefined where it changes nothing that the machine has. */
export function changeIn(
  clause: Clause,
  sentence: Sentence,
  terms: Terms,
): ChangeInstruction | RestartInstruction | undefined {
  if (bothWays.test(clause.text)) return undefined
  const inner = howClause(clause)
  if (inner !== undefined) {
    const how = changeIn(inner, sentence, terms)
    return how === undefined ? undefined : withComponents(how, clause.rest, terms)
  }
  const edits = unique(editsOf(clause))
  const said = { text: sentence.text, line: sentence.line }
  const components = componentsIn(clause.rest, terms)
  const nodes = nodesIn(clause.rest)
  if (edits.length > 0) {
    const fields = edits.every(({ kind }) => kind === 'field-removed' || kind === 'fields-below')
    return {
      kind: 'change',
      edits,
      components: fields && components.length !== 1 ? ['kubelet'] : components,
      nodes,
      ...said,
    }
  }
  const mode = proxyMode(clause, components)
  if (mode !== undefined) return { kind: 'change', edits: [mode], components, nodes, ...said }
  if (
    /^(?:restart|reload|reboot)$/.test(clause.verb) &&
    (components.length > 0 || /^(?:both|it|them|all components)\b/i.test(clause.rest)) &&
    // Without what, it does not say.
    !/\bwithout\s+(?:it|them|this|that|these|those)\b/i.test(clause.rest)
  )
    return { kind: 'restart', components, nodes, ...said }
  if (
    /^(?:stop|kill|terminate|bring down)$/.test(clause.verb) &&
    components.length > 0 &&
    !/\bpods?\b/i.test(clause.rest)
  )
    return { kind: 'stop', components, nodes, ...said }
  return undefined
}

/** "Start kube-proxy in `nftables` mode". */
function proxyMode({ verb, rest }: Clause, components: readonly string[]): WantedEdit | undefined {
  if (
    !/^(?:start|restart|run|switch|change|set|configure|move)$/.test(verb) ||
    !components.includes('kube-proxy')
  )
    return undefined
  const value =
    /`?\b(iptables|nftables|ipvs)\b`?\s+(?:mode|backend)\b|\b(?:mode|backend)\b[^.;]{0,20}\b`?(iptables|nftables|ipvs)\b/i.exec(
      rest,
    )
  return value === null
    ? undefined
    : { kind: 'field', field: 'mode', value: (value[1] ?? value[2])!.toLowerCase() }
}

function withComponents<T extends ChangeInstruction | RestartInstruction>(
  change: T,
  text: string,
  terms: Terms,
): T {
  return change.components.length > 0 ? change : { ...change, components: componentsIn(text, terms) }
}

/** "Simulate a downgrade by disabling the gate": the disabling. "…modified to enable the gate": the enabling. */
function howClause({ verb, rest }: Clause): Clause | undefined {
  const by = acting.test(verb) ? /\bby\s+(?:manually\s+|first\s+)?(.*)$/i.exec(rest)?.[1] : undefined
  const to =
    editing.test(verb) || verb === 'restart'
      ? /\bto\s+(?:also\s+)?((?:re-?)?(?:en|dis)able\b.*|turn\b.*|(?:remove|add|set|unset|pass|append)\b.*)$/i.exec(
          rest,
        )?.[1]
      : undefined
  const adding = editing.test(verb)
    ? /\bby\s+(?:[\w-]{2,20}ing\b[^.;]{0,60}?\sand\s+)?((?:adding|removing|setting|passing|appending|turning|enabling|disabling|changing|modifying)\b.*)$/i.exec(
        rest,
      )?.[1]
    : undefined
  const text = by ?? to ?? adding
  if (text === undefined) return undefined
  const found = verbAt(text)
  if (found === undefined) return undefined
  const before = rest.slice(0, rest.length - text.length)
  // What is named before it says where: "modify the kubelet's configuration to enable it".
  return { ...found, rest: `${found.rest} (${before.replace(/[()]/g, '')})`, text }
}

function editsOf(clause: Clause): WantedEdit[] {
  const { verb, rest } = clause
  if (removing.test(verb)) return removals(rest)
  const api = betaApi(rest)
  if (enabling.test(verb) || disabling.test(verb)) return turned(rest, enabling.test(verb), api)
  const way = /^(?:toggle|flip|switch)$/.test(verb)
    ? /\b(on|off)\b(?!\s+(?:the|an?|all|each|both|`|kube|worker|control))/i.exec(rest)?.[1]?.toLowerCase()
    : undefined
  if (way !== undefined) return turned(rest, way === 'on', api)
  const written = writtenEdits(rest)
  const release = releaseEdits(clause)
  if (setting.test(verb) && written.length > 0) return [...written, ...release]
  if (setting.test(verb)) {
    const fields = fieldsSet(rest)
    if (fields.length > 0) return fields
  }
  if (setting.test(verb) && !moving.test(verb)) {
    const set = setTo(rest)
    return set.length > 0 || !/^(?:the\s+|an?\s+)?(?:`\w+`\s+|\w+\s+)?feature[- ]?(?:flag|gate)/i.test(rest)
      ? set
      : gateEdits(rest, true)
  }
  if (editing.test(verb) || moving.test(verb)) {
    if (startsWithout(rest)) return [...release, ...gatesBeside(rest)]
    const beside = written.length > 0 ? written : [...setTo(rest), ...gatesBeside(rest)]
    return [...release, ...beside]
  }
  return []
}

function removals(rest: string): WantedEdit[] {
  const written = removedEdits(rest)
  if (written.length > 0) return written
  if (
    !/^(?:[\w'-]+\s|`[^`]{1,60}`\s|and\s|,\s){0,5}?(?:feature[- ]?(?:gates?|flags?)|gates?|flags?)\b/i.test(
      rest,
    )
  )
    return fieldsRemoved(rest)
  return gateEdits(rest, undefined)
}

function turned(rest: string, value: boolean, api: boolean): WantedEdit[] {
  if (/^an?\s/i.test(rest) && gatesNamed(rest).names.length === 0) return []
  const flags = writtenEdits(rest).filter(({ kind }) => kind === 'flag')
  const gates = gateEdits(rest.replace(/\bbeta\s+APIs?\b/gi, ''), value)
  const pronoun = /^(?:it|them)\b(?!\s+(?:to|with))/i.test(rest) && !api
  const own: WantedEdit[] = pronoun ? [{ kind: 'gate', gate: undefined, value }] : []
  return [
    ...(gates.length > 0 ? gates : own),
    ...flags,
    ...(api ? [{ kind: 'beta-api' as const, on: value }] : []),
  ]
}

const betaApi = (rest: string): boolean =>
  /\b(?:beta|alpha)\s+APIs?\b|\bAPI\s+(?:group|version)s?\b/i.test(rest)

/** "Set the gate to true", "set `X` to `false`". */
function setTo(rest: string): WantedEdit[] {
  const value = /\b(?:to|=|as)\s*`?"?(true|false|enabled|disabled|on|off)\b/i.exec(rest)?.[1]
  if (value === undefined) return []
  const names = gatesNamed(rest)
  if (names.names.length === 0 && !names.own) return []
  return gateEdits(rest, /^(?:true|enabled|on)$/i.test(value))
}

function releaseEdits({ verb, rest }: Clause): WantedEdit[] {
  if (!moving.test(verb)) return []
  const moves = /^(?:upgrade|downgrade|roll back|revert|bump|lower|move|roll out|promote)$/.test(verb)
  const image = /\bimages?\b|\bversion\b|\brelease\b/i.test(rest)
  const target = moves || image || verb === 'switch' || verb === 'update' ? releaseTo(rest) : undefined
  const release =
    target ?? (moves || /\b(?:version|at|with)\s+`?v?1\.\d/i.test(rest) ? releaseIn(rest) : undefined)
  if (release !== undefined) return [{ kind: 'release', release }]
  if (!moves || !namesWhat(rest)) return []
  const back = /\b(?:prior|previous|older|old|original|earlier|before)\b/i.test(rest)
  const older = verb === 'downgrade' || verb === 'roll back' || verb === 'revert' || back
  return [{ kind: 'release', release: undefined, direction: older ? 'older' : 'newer' }]
}

/** What has a release of its own: nothing, the cluster, a component, a node. */
const namesWhat = (rest: string): boolean =>
  rest === '' ||
  /^(?:again|back)\b/i.test(rest) ||
  /^(?:(?:the|a|an|to|all|both|each|whole|entire|kind|local|test|old|previous|prior|newer|new|upgraded|worker|control[- ]plane)\s+)*(?:clusters?|k8s|kubernetes|nodes?|versions?|releases?)\b/i.test(
    rest,
  ) ||
  (/^(?:(?:the|a|an|all|both|whole)\s+)*`?(?:kube|api|control|kas|kcm|scheduler)/i.test(rest) &&
    componentsIn(rest).length > 0 &&
    !/\b(?:feature|gate|flag)/i.test(rest))

const unique = (edits: readonly WantedEdit[]): WantedEdit[] =>
  edits.filter((edit, at) => edits.findIndex((one) => JSON.stringify(one) === JSON.stringify(edit)) === at)

/** "Check out the `release-1.34` branch, tag it `v1.34.2`, rebuild and run the kubelet": the tag, else the branch. */
export function checkoutIn(text: string, sentence: Sentence, terms: Terms): ChangeInstruction | undefined {
  const runs = /\b(?:run|running|ran|restart|restarting|restarted|start|starting|started)\b/i.test(text)
  if (!runs) return undefined
  const release =
    /\bv(1\.\d{1,2}\.\d{1,2})\b/.exec(text)?.[1] ??
    /\brelease-(1\.\d{1,2})\b/.exec(text)?.[1] ??
    (/\bmaster\b/.test(text) ? 'master' : undefined)
  if (release === undefined) return undefined
  return {
    kind: 'change',
    edits: [{ kind: 'release', release }, ...gatesBeside(text)],
    components: componentsIn(text, terms),
    nodes: nodesIn(text),
    text: sentence.text,
    line: sentence.line,
  }
}
