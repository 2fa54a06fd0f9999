// What is done to nodes: "Add a taint to node1 like `a=b:NoSchedule`", "cordon one of the nodes", "call these nodes left and right".
import type { Clause } from './clauses.ts'
import type { NodeInstruction, Sentence } from './instruction.ts'

const taint = /`([\w./-]{1,120}(?:=[\w.-]{0,63})?:(?:NoSchedule|PreferNoSchedule|NoExecute))-?`/g
const label = /`([\w.-]{1,120}\/?[\w.-]{0,63}=[\w.-]{0,63})`/g
const labelKey = /`([\w-]{1,60}(?:\.[\w-]{1,60}){0,5}\/[\w.-]{1,63})`/g
const nodeWord = /\bnodes?\b|\bworkers?\b|\bcontrol[- ]plane\b/i
const ownName = '[a-z][a-z0-9-]{0,40}'
/** A name beside "node", in backticks, or of the shape `node1`. */
const named = [
  new RegExp(`\\bnodes?\\s+\`(${ownName})\``, 'gi'),
  /(?<![\w/`-])`?((?:node|worker)(?:-[a-z0-9]{1,3}|\d{1,2}|[a-eA-E]))`?(?![\w/=:])/g,
]

/** Undefined where a clause does nothing to nodes that is understood. */
export function nodeActIn({ verb, rest }: Clause, sentence: Sentence): NodeInstruction | undefined {
  const found = whatIn(verb, rest)
  if (found === undefined) return undefined
  const nodes = namesIn(rest)
  if (nodes.length === 0 && !nodeWord.test(rest)) return undefined
  return {
    kind: 'node',
    ...found,
    nodes,
    all: /\b(?:all|both|every|each)\b|\bthe nodes\b/i.test(rest),
    text: sentence.text,
    line: sentence.line,
  }
}

type What = Pick<NodeInstruction, 'does' | 'values'>

function whatIn(verb: string, rest: string): What | undefined {
  const taints = allOf(taint, rest)
  const labels = allOf(label, rest)
  if (
    /^(?:add|set|apply|put|taint)$/.test(verb) &&
    taints.length > 0 &&
    (verb === 'taint' || /\btaints?\b/i.test(rest))
  )
    return { does: 'taint', values: taints }
  if (/^(?:remove|delete|untaint|drop|clear)$/.test(verb) && taints.length > 0)
    return { does: 'untaint', values: taints }
  if (
    /^(?:add|set|apply|put|label)$/.test(verb) &&
    labels.length > 0 &&
    (verb === 'label' || /\blabels?\b/i.test(rest))
  )
    return { does: 'label', values: labels }
  if (/^(?:cordon|uncordon)$/.test(verb)) return { does: verb as 'cordon' | 'uncordon', values: [] }
  return /^(?:name|call)$/.test(verb) ? { does: 'name', values: allOf(labelKey, rest) } : undefined
}

const allOf = (shape: RegExp, text: string): string[] => [...text.matchAll(shape)].map(([, value]) => value!)

const namesIn = (rest: string): string[] => [...new Set(named.flatMap((shape) => allOf(shape, rest)))]
