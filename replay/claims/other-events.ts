// Whether what a sentence says it is after is an event of its own, rather than what the document did: "after two restarts".
import { numberWords } from './lexicon.ts'

const happening =
  /^(?:restarts?|evictions?|crash(?:es)?|failures?|preemptions?|reboots?|retry|retries|attempts?|drains?|try|tries|oom-?kills?|kills?|time-?outs?|expiry|expiration|back-?offs?)$/
/** What whoever tells of it does. */
const done = /^(?:creation|update|change|edit|patch|upgrade|downgrade|deployment|submission|start)$/
const counts = /^(?:\d+|several|multiple|many|another|second|third|fourth|fifth|last)$/
const passing = /^(?:exceeding|reaching|hitting)$/

/** @param articles "its", "a", "the" before the words, in lower case */
export function isOtherEvent(articles: readonly string[], said: readonly string[]): boolean {
  const [first = '', second = ''] = said
    .map((one) => one.toLowerCase())
    .join(' ')
    .replace(/^(?:at least|at most|more than|exactly|only|about) /, '')
    .split(' ')
  if (articles.includes('its')) return !done.test(first)
  if (passing.test(first)) return true
  if (counts.test(first) || Object.hasOwn(numberWords, first)) return happening.test(second)
  return articles.includes('a') && happening.test(first) && second !== 'of'
}
