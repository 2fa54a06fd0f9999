// Names of programs that look like kinds: "CoreDNS serves the records", "WordPress uses MySQL".
import { isKindLike } from './claims/plain-statement.ts'
import type { Sentence } from './claims/sentence.ts'
import type { Terms } from './instructions/components-in.ts'
import { withOwnWords } from './own-words.ts'
import { type Read, readSentence } from './read-sentence.ts'

/** `kind: CronTab`, in YAML and in JSON. */
const given = /\bkind["']?\s{0,4}[:=]\s{0,4}["']?([A-Za-z]{2,80})/g
/** `kubectl get crontabs,widgets.example.com`. */
const asked =
  /\b(?:kubectl|k|kc|oc)\s(?:[^|;&]{0,200}?\s)?(?:get|describe|create|delete|edit|patch|label|annotate|wait|explain|scale|watch)\s+(?:-\S+\s+){0,6}([a-zA-Z][\w.,-]{1,200})/g
const singular = (word: string): string => word.replace(/s$/, '')

const documents = new WeakMap<readonly string[], ReadonlySet<string>>()
/** The kinds that a document's commands and files name, in lower case and without a last "s". */
function kindsNamed(source: readonly string[]): ReadonlySet<string> {
  const known = documents.get(source)
  if (known !== undefined) return known
  const named = new Set<string>()
  for (const line of source) {
    const text = line.slice(0, 3000)
    for (const [, kind] of text.matchAll(given)) named.add(singular(kind!.toLowerCase()))
    for (const [, kinds] of text.matchAll(asked))
      for (const kind of kinds!.split(',')) named.add(singular(kind.split('.')[0]!.toLowerCase()))
  }
  documents.set(source, named)
  return named
}

/**
 * "CoreDNS serves": who does something goes by its name, without an article. What is or stays something may be a kind of which the
 * sentence tells, or a value ("NodePort is its type").
 */
const doer =
  /^([A-Z][A-Za-z]{2,80}) (?!(?:is|was|has|does|stays|remains|keeps|becomes|exists|appears|runs|lets)\b)[a-z]*[a-rt-z]s\b/

/**
 * A text that begins with the name of a program has no words of kinds but those that the document has: `MySQL` as "Mysql".
 * @param source its lines
 */
export function withProperNames(text: string, source: readonly string[]): string {
  const name = doer.exec(text)?.[1]
  if (name === undefined || !isKindLike(name) || kindsNamed(source).has(singular(name.toLowerCase())))
    return text
  const parts = text.split(/(`[^`]*`)/)
  return parts
    .map((part) =>
      part.startsWith('`')
        ? part
        : part.replace(/(?<![\w./-])[A-Za-z]{3,80}(?![\w/-])/g, (word) =>
            isKindLike(word) && !kindsNamed(source).has(singular(word.toLowerCase()))
              ? word[0]! + word.slice(1).toLowerCase()
              : word,
          ),
    )
    .join('')
}

/** {@link readSentence}, with the words of the document's own where it says nothing, or is not understood, without them. */
function readOwn(sentence: Sentence, terms: Terms, source: readonly string[]): Read {
  const read = readSentence(sentence, terms)
  const isRead = read.claims.length + read.instructions.length > 0 && !read.unread
  if (isRead || read.imperative) return read
  const text = withOwnWords(sentence.text, source)
  if (text === sentence.text) return read
  const other = readSentence({ ...sentence, text }, terms)
  if (other.instructions.length > 0 || other.imperative || other.claims.length < read.claims.length)
    return read
  const claims = other.claims.map((claim) => ({ ...claim, text: sentence.text }))
  return { ...other, ...sentence, claims, unread: other.unread || (read.unread && claims.length === 0) }
}

/** {@link readSentence}, with what is no kind of the document read as the name that it is. */
export function readNaming(sentence: Sentence, terms: Terms, source: readonly string[]): Read {
  const read = readOwn(sentence, terms, source)
  if (!read.unread || read.claims.length + read.instructions.length > 0) return read
  const text = withProperNames(sentence.text, source)
  const other = text === sentence.text ? read : readSentence({ ...sentence, text }, terms)
  return other.unread || other.claims.length + other.instructions.length > 0
    ? read
    : { ...other, ...sentence }
}
