// Names of objects that prose writes as plain words: "the deployment web", "in namespace x".
import { kindAt } from '../claims/kinds.ts'
import { kindOf, kindsIn } from './objects-in.ts'

/** Behind a name, or where a sentence's part ends. */
const calledSo =
  /\b([A-Za-z]{2,25})\s+(a(?=\s*[.,;:]?$)|[b-z]|[a-z][a-z0-9]{1,40})(?=\s*(?:$|[.,;:]|'s\b|(?:image|to|like|with|and|from|in|again)\b))/g
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

/** Nouns of what objects have, do and go through, beside those that are no name anyway: "the Deployment rollout". */
const noun =
  /^(?:rollout|roll-?back|history|network|queue|pool|count|port|ip|log|event|list|output|info|overview|phase|age|uid|hash|revision|owner|token|secret|volume|claim|config|group|zone|usage|account|key|value|data|content|view|check|update|upgrade|downgrade|restart|start|startup|failure|state|health|budget|quota|limit|request|taint|topology|traffic|behaviou?r|side|level|resize|replica|lifecycle|shutdown|probe|hook|cidr|range|subnet|mode|timeout|deadline|schedule|suspension|parallelism|pattern|index|ordinal|storage|drain|reboot|role|runtime|agent|machine|host|setup|example|test|case|code|map|api|server|gate|feature|plan|change|result|detail|layout|alike|yet|still|[a-z]+(?:tion|ment|ness|ity|ance|ence))$/
/** Whether a word behind a kind is one of what objects have, do and go through. */
export const isNoun = (word: string): boolean => noun.test(word)
/** "In the x namespace". */
const inNamespace =
  /\b(?:in|from|of|for)\s+(?:(?:the|an?|our|its)\s+)?(?:namespace\s+`?([a-z0-9][a-z0-9-]*)`?(?=\s*(?:$|[.,;:()]|\w))|`?([a-z0-9][a-z0-9-]*)`?\s+namespace\b)/gi
const calledNamespace = /\bnamespace\s+(?:called|named)\s+`?([a-z0-9][a-z0-9-]*)/i
const anyNamespace =
  /^(?:the|an?|our|its|same|other|default|own|new|test|given|current|whole|another|first|second|third|last|user|users|system|target|source|right|wrong|correct|respective|separate|different|app|application|that|this|each|every|one|only|old|all|any|single|pod|job|service|deployment|object|and|or|is|was|has|where|which|with|without|to|as|selector|[a-z]+(?:ed|ing|ly))$/i
/** Behind the word. */
const linksOn =
  /^(?:is|are|was|were|has|have|where|which|that|with|without|to|as|and|or|if|so|for|from|in|on|of|by|after|before|again|now|scope|level|selector|labels?|itself|default|called|named)$/
/** "The db deployment". */
const beforeKind = /(?<![\w`-])([a-z][a-z0-9]*(?:-[a-z0-9]+)*)\s+([A-Za-z]{2,25})\b/g
const article = /^(?:an?|the|its?|this|that|each|every|any|all|both|no|our)$/
/** "Look at db:". */
const lookedAt =
  /^\W*(?:(?:then|now|next)\b,?\s+)?(?:look at|check|show|get|describe|inspect|see|list|watch|print)\s+([a-z][a-z0-9]*(?:-[a-z0-9]+)*)\s*:\s*$/i

/** Pods are called after what owns them. */
const isOther = (kind: string, kinds: readonly string[]): boolean =>
  !kinds.includes(kind) && kind !== 'pod' && kind !== 'namespace' && kind !== 'node' && kind !== 'replicaset'
/** Whether a text in lower case has a name; one that other words may have in them stands there as a word. */
export const hasName = (text: string, name: string): boolean =>
  name.length > 3
    ? text.includes(name.toLowerCase())
    : new RegExp(`(?<![a-z0-9]|/)${name.toLowerCase()}(?![a-z0-9])`).test(text)

/**
 * The name of an object or a namespace that a title gives as a plain word and that nothing beside it has. @param text what is typed and
 * shown beside it, in lower case @param before what stands before it in its section
 */
export function otherPlainName(title: string, text: string, before: readonly string[]): string | undefined {
  const called = calledNamespace.exec(title)?.[1]
  if (called !== undefined && !hasName(text, called)) return called
  for (const [, behind, ahead] of title.matchAll(inNamespace)) {
    const name = (behind ?? ahead)!
    const isAny = behind === undefined ? anyNamespace : linksOn
    if (!isAny.test(name) && !hasName(text, name)) return name
  }
  const behind = namesBehindKinds(title).filter(({ name }) => !noun.test(name))
  const strange = behind.find(({ kind, name }) => kind !== 'namespace' && !hasName(text, name))
  if (strange !== undefined) return strange.name
  // Of another kind than the object of that name: "The Service web:" beside a Deployment.
  const known = behind.filter(({ name }) => hasName(text, name))
  const kinds = known.length === 0 ? [] : kindsIn(text)
  const alike = kinds.length === 0 ? undefined : known.find(({ kind }) => isOther(kind, kinds))
  if (alike !== undefined) return alike.kind
  // What is no adjective: another object of the document is called so.
  return [...title.replace(/`[^`]*`/g, '``').matchAll(beforeKind)]
    .filter((found) => kindAt([found[2]!.toLowerCase()]) !== undefined)
    .map(([, name]) => name!)
    .concat(lookedAt.exec(title)?.[1] ?? [])
    .filter((name) => !noName.test(name) && !article.test(name) && !hasName(text, name))
    .find((name) => isNamedIn(name, before))
}

function isNamedIn(name: string, texts: readonly string[]): boolean {
  const named = new RegExp(
    String.raw`(?:\bname: ?"?|\b(?:run|deployment|deploy|pods?|job|service|svc|statefulset|sts|daemonset|ds|configmap|cm|secret|replicaset|rs)[ /])${name}(?![\w.-])`,
    'i',
  )
  return texts.some((text) => text.includes(name) && named.test(text))
}
