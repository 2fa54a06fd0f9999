// Which components, and which nodes, a text names.
import type { ChangedComponent, NodeChoice } from '../machine/cluster-change.ts'

/** Abbreviations that a document defines: "kube-apiserver (aka kas)". */
export type Terms = ReadonlyMap<string, ChangedComponent>

const controlPlane: ChangedComponent[] = ['kube-apiserver', 'kube-controller-manager', 'kube-scheduler']
const onNodes: ChangedComponent[] = ['kubelet', 'kube-proxy']

const names: readonly [RegExp, ChangedComponent[]][] = [
  [/\b(?:kube[- ]?)?api[- ]?servers?\b|\bkas\b/i, ['kube-apiserver']],
  [/\b(?:kube[- ]?)?contr\w{3,8}[- ]?man\w{2,6}(?![\w-]*\.io)\b|\bkcm\b/i, ['kube-controller-manager']],
  [/\b(?:kube[- ]?)?schedulers?\b/i, ['kube-scheduler']],
  [/\bkubelets?\b/i, ['kubelet']],
  [/\bkube[- ]?prox(?:y|ies)\b/i, ['kube-proxy']],
  [/\bcontrol[- ]?plane(?! nodes?\b)/i, controlPlane],
]

/** In the order of the components; none for "the cluster". */
export function componentsIn(text: string, terms: Terms = new Map()): ChangedComponent[] {
  const found = new Set<ChangedComponent>()
  for (const [name, components] of names) if (name.test(text)) for (const one of components) found.add(one)
  for (const [word] of text.matchAll(/[A-Za-z][\w-]*/g)) {
    const meant = terms.get(word.toLowerCase())
    if (meant !== undefined) found.add(meant)
  }
  if (found.size === 0 && /\b(?:the|upgraded|worker|all|both|each|every)\s+nodes?\b|^nodes?\b/i.test(text))
    return nodesIn(text) === 'control-plane' ? [] : onNodes
  return [...controlPlane, ...onNodes].filter((one) => found.has(one))
}

/** All, unless workers, the control plane or a node is named. */
export function nodesIn(text: string): NodeChoice {
  const named = /`([\w.-]*(?:-control-plane|-worker)\d*)`/.exec(text)?.[1]
  if (named !== undefined) return { name: named }
  if (/\bworkers?\b/i.test(text)) return 'workers'
  return /\bcontrol[- ]?plane nodes?\b/i.test(text) ? 'control-plane' : 'all'
}

const component =
  /\b(?:kube-[a-z-]{5,20}|kubelet)\b`?\s{0,3}\(\s{0,3}(?:aka|a\.k\.a\.|also known as|short|or)?:?\s{0,3}[`"]?([A-Za-z][\w-]{1,11})[`"]?\s{0,3}\)/g

/** The abbreviations that the lines of a document define. */
export function termsOf(source: readonly string[]): Terms {
  const terms = new Map<string, ChangedComponent>()
  for (const line of source)
    for (const [text, word] of line.matchAll(component)) {
      const [meant, ...others] = componentsIn(text.slice(0, text.indexOf('(')))
      if (meant !== undefined && others.length === 0) terms.set(word!.toLowerCase(), meant)
    }
  return terms
}
