// Whether the commands beside a sentence have the names, numbers and values that it speaks of.
import { withoutSize } from '../claims/conditions.ts'
import { digitsOf } from '../claims/lexicon.ts'
import { statesOnItsOwn } from '../claims/states-something.ts'
import { isTelling } from '../claims/telling.ts'
import { type Token, tokensOf } from '../claims/tokens.ts'
import { titleClaims } from '../title.ts'
import { type Clause, clausesOf } from './clauses.ts'
import { termsOf } from './components-in.ts'
import { otherThanChanged } from './does-other.ts'
import type { StartInstruction } from './instruction.ts'
import { leftOutKind, startsCommand } from './introduces.ts'
import { nodeCountIn } from './node-count.ts'
import { printsOther, unshownDependence } from './other-things.ts'
import { unshownAttribute, unshownPredicate } from './predicates-shown.ts'
import { otherQuality } from './qualities.ts'
import { startIn } from './read-start.ts'
import { unshownReference } from './references.ts'
import { unshownThing } from './things-shown.ts'
import { otherWord } from './told-words.ts'
import { otherNumber, outcomeOfOther } from './unit-values.ts'
import { onlyAsks, verbAt } from './verbs.ts'
import { unshownWord } from './words-shown.ts'

/** What a sentence stands before: what is typed and the files that it uses, and what that prints. */
export interface Beside {
  done: readonly string[]
  shown: readonly string[]
  /** Those of both up to the next sentence; undefined: all of them. */
  nearest?: readonly string[]
  /** What stands before the sentence in its section. */
  before?: readonly string[]
  /** Steps below say again, each for itself, what the sentence does. */
  told?: true
}

const file = /^[\w./-]*\.(?:ya?ml|json|sh|go|md|conf|txt|toml|config)$/
const place =
  /^(?:steps?|scenarios?|phases?|cases?|tests?|sections?|parts?|points?|items?|section|releases?|versions?)$/
const links = /\[[^\]]*\]\([^)]*\)|<?https?:\/\/[^\s)>]+[)>]?|<\/?[a-z]+>/g
const positive = /^(?:enabled?|on|true|enabling)$/
const negative = /^(?:disabled?|off|false|disabling)$/
const failing =
  /^(?:fail\w*|errors?|rejected|denied|refused|forbidden|invalid|not|cannot|allowed|unavailable)$/
/** "Remove it, whereupon the object is there", "…, so that the pod restarts": what comes of it, no command below it need show. */
const comesAfter =
  /,\s(whereupon|(?:up)?on which|after which|at which point)\s|,\s(so that)\s(?:the|its|both|all|no|none)\s(?![^.:]{0,200}\b(?:can|may|will|could|would)\b)[^.:]{0,200}|,\s(where|in which)\s[^.:]*?\s(?:is|are|was|were)\s/i
const letThrough = /^(?:accepted|admitted|allowed)$/
/** What says how much more or how like another, of what is done. */
const vague = /^(?:more|less|same|all|only|different)$/
const failure = /\berror\b|\bfail|\brefus|\binvalid\b|cannot|denied|forbidden|not found|unknown/i

/** Of what is typed, each word; versions, addresses and times are one word each. */
function wordsOf(texts: readonly string[]): Set<string> {
  const text = texts.join('\n').toLowerCase()
  const whole = text.match(/[a-z0-9_-]+(?:[.:/][a-z0-9_-]+)+/g) ?? []
  const parts = text.replace(/\bv?\d+(?:[.:]\d+)+/g, ' ').match(/[a-z0-9]+(?:[_-][a-z0-9]+)*/g) ?? []
  const pieces = parts.flatMap((part) => part.split(/[_-]/))
  // `schedulingGates` is about gates, and one of them is a gate.
  const humps = (texts.join('\n').match(/\b[a-z]+(?:[A-Z][a-z]+)+\b/g) ?? [])
    .flatMap((name) => name.split(/(?=[A-Z])/))
    .flatMap((hump) => [hump.toLowerCase(), hump.toLowerCase().replace(/s$/, '')])
  return new Set([...whole, ...parts, ...pieces, ...humps])
}

/** Sorts of values that are told by a sign, or by what is said of them: "a negative value", "one that does not exist". */
function withoutSorts(text: string, done: readonly string[], shown: readonly string[]): string {
  const isNegative = done.some((command) => /(?:^|[\s:="'])-\d/.test(command))
  const isUnknown = shown.some((line) =>
    /\b(?:unsupported value|unknown|not found|unrecognized|no such)\b/i.test(line),
  )
  const plain = isNegative ? text.replace(/\bnegative\s+/gi, '') : text
  return isUnknown
    ? plain.replace(
        /\s+(?:that|which)\s+(?:does|do)\s+not\s+exist\b|\b(?:unknown|unsupported)\s+(?=\w)/gi,
        ' ',
      )
    : plain
}

/** The first word of a sentence that nothing beside it shows; undefined: all that it names is there. */
export function unshownIn(said: string, { done, shown, nearest, before, told }: Beside): string | undefined {
  const text = withoutSize(withoutSorts(said, done, shown))
  const clauses = clausesOf(text)
  const asks = clauses.some(({ verb }) => onlyAsks(verb)) || clauses.length === 0
  const material = asks ? [...done, ...shown] : done
  const other = printsOther(text, nearest ?? [...done, ...shown])
  if (other !== undefined) return other
  const quality =
    otherQuality(text, clauses, done, asks) ??
    leftOutKind(clauses, done, shown) ??
    otherThanChanged(clauses, done) ??
    unshownDependence(text, [...done, ...shown]) ??
    otherNumber(text, done) ??
    otherWord(text, done) ??
    outcomeOfOther(text, shown) ??
    comesAfter.exec(text)?.[0]
  if (quality !== undefined) return quality
  const tokens = tokensOf(text.replace(links, ' ')).filter(
    (token, i, all) => !file.test(token.text) && !place.test(all[i - 1]?.lower ?? ''),
  )
  const starts = done.some((command) => startsCommand.test(command))
  const world: Material = {
    words: wordsOf(material),
    text: material.join('\n').toLowerCase(),
    asks,
    starts,
    nodes: starts ? nodesCounted(text, clauses) : undefined,
    fails: asks && shown.some((line) => failure.test(line)),
    prints: shown.length > 0,
    title: titleClaims(text),
  }
  const predicate = clauses.length > 0 ? undefined : unshownPredicate(text, world.text)
  if (predicate !== undefined) return predicate
  const states =
    clauses.length === 0 || clauses.some(({ rest }) => statesOnItsOwn(rest.replace(/^that\s/i, '')))
  const word = asks && states && told !== true ? unshownWord(text, world.text) : undefined
  if (word !== undefined) return word
  const attribute =
    asks && before !== undefined
      ? unshownAttribute(text, world.text, before.join('\n').toLowerCase())
      : undefined
  if (attribute !== undefined) return attribute
  const unknown =
    clauses.length === 0 && before !== undefined ? unshownThing(text, world.text, before) : undefined
  if (unknown !== undefined) return unknown
  const reference = asks && before !== undefined ? unshownReference(text, world.text, before) : undefined
  if (reference !== undefined) return reference
  return tokens.find(
    (token, i) =>
      ((isTelling(token) && !isVerbOf(clauses, token)) || countsNodes(token)) &&
      (excludes(token, tokens[i - 1]) || !isShown(token, tokens.slice(i + 1), world)),
  )?.text
}

/** "We created it": whether that is done is another matter than which word it is told with. */
const isVerbOf = (clauses: readonly Clause[], { kind, text }: Token): boolean =>
  kind === 'word' && clauses.some(({ verb }) => verb === verbAt(text)?.verb)

/** "`v1` only": that nothing else is. */
const excludes = ({ lower }: Token, before: Token | undefined): boolean =>
  lower === 'only' && before?.kind === 'code'

interface Material {
  /** The sentence has its reader look, rather than do something. */
  asks: boolean
  words: ReadonlySet<string>
  text: string
  starts: boolean
  /** The number of nodes that what is started is held against. */
  nodes: number | undefined
  fails: boolean
  /** Something is printed. */
  prints: boolean
  title: ReturnType<typeof titleClaims>
}

function isShown(token: Token, after: readonly Token[], material: Material): boolean {
  const { kind, text, lower } = token
  const { words, asks, nodes, fails, prints } = material
  if (kind === 'code') return isCodeShown(text, material)
  const number =
    /^(\d+)(?:-(?:indexed|nodes?|workers?))?$/.exec(lower)?.[1] ?? digitsOf(lower.replace(perNode, ''))
  if (lower.endsWith('-indexed') && number !== undefined) {
    const indexes = [...material.text.matchAll(/index["']?\s?[:=]{1,2}\s?["']?(\d+)/g)].map(
      ([, index]) => index,
    )
    if (indexes.length > 0) return indexes.includes(number)
  }
  // Nodes of what is started are counted when it has been, where the count is read.
  if (number !== undefined) return words.has(number) || (nodes === Number(number) && isOfNodes(token, after))
  // What is started is held against the title.
  if (/^v?1\.\d+/.test(lower)) return isReleaseShown(lower.replace(/^v/, '').replace(/\+$/, ''), material)
  if (positive.test(lower) || negative.test(lower)) return agreesInValue(positive.test(lower), material)
  if (/^(?:without|no)$/.test(lower)) return (!asks || tellsAll.test(material.text)) && lacks(after, words)
  if (fails && failing.test(lower)) return true
  // That it is not so {@link outcomeOfOther} sees.
  if (asks && prints && !fails && letThrough.test(lower)) return true
  if (!asks && vague.test(lower)) return true
  if (!asks && lower === 'both') return namesTwo(material.text)
  if (
    lower === 'available' &&
    after.slice(0, 2).some((one) => /^(?:versions?|releases?|packages?)$/.test(one.lower))
  )
    return true
  return words.has(lower) || words.has(lower.replace(/(?:ed|ing|s)$/, ''))
}

/** What is started is held against its title by the minor; a patch release is the one that is typed. */
const isReleaseShown = (release: string, { text, starts, title }: Material): boolean =>
  text.includes(release) ||
  (starts &&
    title.version !== undefined &&
    !(/^1\.\d+\.\d+$/.test(release) && text.includes(release.replace(/\.\d+$/, '.'))))

/** What a start in the sentence is held against; undefined where nobody counts. */
function nodesCounted(text: string, clauses: readonly Clause[]): number | undefined {
  const start = clauses.map((clause) => startIn(clause, { text, line: 0 }, termsOf([]))).find(isCounted)
  const found = nodeCountIn(text)
  return start !== undefined && start.count === found?.count ? found?.said : undefined
}
const isCounted = (start: StartInstruction | undefined): boolean => start?.count !== undefined

/** Whether a command is given two names: `kubectl delete job a b`, `sed -i … /etc/a.yaml /etc/b.yaml`. */
const namesTwo = (text: string): boolean =>
  text
    .split('\n')
    .some((line) => new Set(line.match(/(?<=\s)\/(?:[\w.-]+\/)+[\w.-]+\.ya?ml\b/g)).size === 2) ||
  [...text.matchAll(/\bkubectl\s+(?:delete|label|annotate|cordon|drain|uncordon|scale)\s+([^|;&\n]*)/g)].some(
    ([, rest]) => {
      const [first = '', ...names] = rest!.split(/\s+/).filter((word) => word !== '' && !/^-|=/.test(word))
      return (first.includes('/') ? names.length + 1 : names.length) === 2
    },
  )

const perNode = /-(?:nodes?|workers?)$/
/** "A six-node cluster". */
const countsNodes = ({ lower }: Token): boolean =>
  perNode.test(lower) &&
  (/^(?:\d|\w+ty\b|hundred|thousand|dozen)/.test(lower) || digitsOf(lower.replace(perNode, '')) !== undefined)

const isOfNodes = (token: Token, after: readonly Token[]): boolean =>
  perNode.test(token.lower) || areNodes(after)
const areNodes = ([first, second]: readonly Token[]): boolean =>
  /^(?:nodes?|workers?)$/.test(
    (/^(?:worker|agent)$/.test(first?.lower ?? '') && second ? second : first)?.lower ?? '',
  )

function isCodeShown(text: string, { words, text: all, starts, title }: Material): boolean {
  if (/\s/.test(text) && all.replace(/\s+/g, ' ').includes(text.toLowerCase().replace(/\s+/g, ' ')))
    return true
  // Gates of a title are held against what was started.
  if (starts && Object.keys(title.gates).some((gate) => text.includes(gate))) return true
  const parts = text.toLowerCase().match(/[a-z0-9]+(?:[_-][a-z0-9]+)*(?:\.\d+)*/g) ?? []
  return (
    parts.length > 0 &&
    parts.every(
      (part) =>
        aliases[part]?.some((one) => all.includes(one)) ??
        (words.has(part) || (all.includes(part) && part.length > 3)),
    )
  )
}
const aliases: Readonly<Record<string, readonly string[]>> = {
  kas: ['apiserver', 'api-server'],
  kcm: ['controller-manager'],
  kind: ['kind'],
}

/** Some switch beside it has that value, or none is to be seen. */
function agreesInValue(on: boolean, { text }: Material): boolean {
  const values = [...text.matchAll(/\b\w+["']?\s{0,2}[:=]\s{0,2}["']?(true|false)\b/g)].map(
    ([, value]) => value,
  )
  return values.length === 0 || values.includes(String(on))
}

/** Objects as a whole: what is not there, they do not have. Of a table or a field that says nothing. */
const tellsAll =
  /(?:\s-o|--output)[= ]?["']?(?:yaml|json)(?![\w-])|\bdescribe\b|^\s*"?kind"?:\s|\b(?:cat|iptables(?:-save)?|nft|grep|ipvsadm|curl|journalctl|logs|etcdctl)\b/m

/** "without hints": nothing of that name. */
function lacks(after: readonly Token[], words: ReadonlySet<string>): boolean {
  const next = after.find(({ lower }) => !/^(?:any|the|a|an)$/.test(lower))
  const name = (next?.lower || next?.text)?.toLowerCase()
  return name !== undefined && !words.has(name) && !words.has(name.replace(/s$/, ''))
}
