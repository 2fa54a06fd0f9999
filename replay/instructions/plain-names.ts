// Names of objects that prose writes as plain words: "the deployment web", "in namespace x".
import { kindAt } from '../claims/kinds.ts'
import { kindOf, kindsIn } from './objects-in.ts'

/** Behind a name, or where a sentence's part ends. */
const calledSo =
  /\b([A-Za-z]{2,25})\s+([a-z][a-z0-9]{1,40})(?=\s*(?:$|[.,;:]|'s\b|(?:image|to|like|with|and|from|in|again)\b))/g
/** What stands behind a kind and is no name: links, what objects are made of, when and how it is done. */
const noName =
  /^(?:to|with|from|in|on|of|at|and|or|by|is|was|are|were|as|if|so|for|that|which|like|using|when|once|after|before|again|too|also|now|then|back|down|up|away|apart|around|off|out|over|together|only|itself|first|last|twice|once|there|here|anew|alone|next|above|below|manifest|yaml|file|spec|template|status|object|resource|definition|controller|selector|strategy|image|replicas|label|annotation|name|namespace|size|type|policy|field|version|set|one|two|three|each|such|afterwards|instead|[a-z]+(?:ly|ed|ing|s|able|ible))$/

/** A name behind a word for a kind. */
export interface PlainName {
  /** kubectl's name of it. */
  kind: string
  name: string
}

/** "The deployment web": what stands behind a kind and may be a name. Code is passed over. */
export const namesBehindKinds = (text: string): PlainName[] =>
  [...text.replace(/`[^`]*`/g, '``').matchAll(calledSo)].flatMap(([, word, name]) => {
    const kind = kindOf(word!)
    return kind === undefined || kindOf(name!) !== undefined || noName.test(name!)
      ? []
      : [{ kind, name: name! }]
  })

/** Nouns of what objects have, do and go through: "the Deployment rollout". */
const noun =
  /^(?:rollout|roll-?back|history|network|queue|pool|count|port|address|ip|log|event|list|table|output|info|overview|phase|condition|age|uid|hash|revision|owner|token|secret|volume|claim|config|configuration|group|zone|capacity|usage|security|account|class|key|value|data|content|description|view|check|update|upgrade|downgrade|deletion|creation|restart|start|startup|failure|success|state|health|priority|budget|quota|limit|request|affinity|taint|toleration|topology|traffic|connectivity|access|behaviou?r|side|level|resize|eviction|replacement|replica|lifecycle|termination|shutdown|readiness|liveness|probe|hook|cidr|range|subnet|family|mode|timeout|duration|deadline|schedule|suspension|completion|parallelism|pattern|index|ordinal|identity|storage|drain|reboot|role|runtime|os|agent|machine|host|side|selection|assignment|placement|scheduling|setup|example|test|case|code|map|api|server|gate|feature|plan|change|result|detail|layout|itself|alike|too|yet|still|anew|[a-z]+(?:tion|ment|ness|ity|ance|ence))$/
/** Whether a word behind a kind is one of what objects have, do and go through. */
export const isNoun = (word: string): boolean => noun.test(word)
/** "In the x namespace". */
const inNamespace =
  /\b(?:in|from|of|for)\s+(?:(?:the|an?|our|its)\s+)?(?:namespace\s+`?([a-z0-9][a-z0-9-]*)`?(?=\s*(?:$|[.,;:()]|\w))|`?([a-z0-9][a-z0-9-]*)`?\s+namespace\b)/gi
const calledNamespace = /\bnamespace\s+(?:called|named)\s+`?([a-z0-9][a-z0-9-]*)/i
const anyNamespace =
  /^(?:the|an?|our|its|same|other|default|own|new|test|given|current|whole|another|first|second|third|last|user|users|system|target|source|right|wrong|correct|respective|corresponding|dedicated|separate|different|app|application|that|this|each|every|one|only|old|all|any|single|pod|job|service|deployment|object|and|or|is|was|has|where|which|with|without|to|as|selector|[a-z]+(?:ed|ing|ly))$/i
/** Behind the word. */
const linksOn =
  /^(?:is|are|was|were|has|have|where|which|that|with|without|to|as|and|or|if|so|for|from|in|on|of|by|after|before|again|now|scope|level|selector|labels?|itself|default|called|named)$/
/** "The db deployment". */
const beforeKind = /(?<![\w`-])([a-z][a-z0-9]*(?:-[a-z0-9]+)*)\s+([A-Za-z]{2,25})\b/g
/** "Look at db:". */
const lookedAt =
  /^\W*(?:(?:then|now|next)\b,?\s+)?(?:look at|check|show|get|describe|inspect|see|list|watch|print)\s+([a-z][a-z0-9]*(?:-[a-z0-9]+)*)\s*:\s*$/i

/** Pods are called after what owns them. */
const isOther = (kind: string, kinds: readonly string[]): boolean =>
  !kinds.includes(kind) && kind !== 'pod' && kind !== 'namespace' && kind !== 'node' && kind !== 'replicaset'
const has = (text: string, name: string): boolean => text.includes(name.toLowerCase())

/**
 * The name of an object or a namespace that a title gives as a plain word and that nothing beside it has. @param text what is typed and
 * shown beside it, in lower case @param before what stands before it in its section
 */
export function otherPlainName(title: string, text: string, before: readonly string[]): string | undefined {
  const called = calledNamespace.exec(title)?.[1]
  if (called !== undefined && !has(text, called)) return called
  for (const [, behind, ahead] of title.matchAll(inNamespace)) {
    const name = (behind ?? ahead)!
    const isAny = behind === undefined ? anyNamespace : linksOn
    if (!isAny.test(name) && !has(text, name)) return name
  }
  const behind = namesBehindKinds(title).find(
    ({ kind, name }) => kind !== 'namespace' && !noun.test(name) && !has(text, name),
  )
  if (behind !== undefined) return behind.name
  // Of another kind than the object of that name: "The Service web:" beside a Deployment.
  const kinds = kindsIn(text)
  const alike = namesBehindKinds(title).find(
    ({ kind, name }) => has(text, name) && kinds.length > 0 && isOther(kind, kinds) && !noun.test(name),
  )
  if (alike !== undefined) return alike.kind
  // What is no adjective: another object of the document is called so.
  return [...title.replace(/`[^`]*`/g, '``').matchAll(beforeKind)]
    .filter((found) => kindAt([found[2]!.toLowerCase()]) !== undefined)
    .map(([, name]) => name!)
    .concat(lookedAt.exec(title)?.[1] ?? [])
    .filter((name) => !noName.test(name) && !has(text, name))
    .find((name) => before.some((one) => isNamed(name, one)))
}

const isNamed = (name: string, text: string): boolean =>
  text.includes(name) &&
  new RegExp(
    String.raw`(?:\bname: ?"?|\b(?:run|deployment|deploy|pods?|job|service|svc|statefulset|sts|daemonset|ds|configmap|cm|secret|replicaset|rs)[ /])${name}(?![\w.-])`,
    'i',
  ).test(text)
