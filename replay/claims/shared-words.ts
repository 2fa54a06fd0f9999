// Sentences in which a word stands once for several clauses, with that word in each: tried where a sentence is not read as it stands.

/** Longer sentences are read as they stand, or not. */
const longest = 400

const code = '`[^`]{1,120}`'
const count = String.raw`(?:\d{1,6}|no|one|two|three|four|five|six|seven|eight|nine|ten|both)`
const begin = `(?:an?|the|its|no|only|exactly|at least|at most|${count}|${code})`

/** "its type is `A`, its session affinity `B`": the verb of the first. */
const gapped = new RegExp(
  String.raw`\b((?:its|the) [a-z][a-zA-Z -]{1,40}?(?: of [^,;]{2,60}?)? is [^,;]{1,60}), ((?:and )?(?:its|the) (?!.{0,60} is )[a-z][a-zA-Z -]{1,40}?) (${code}|[A-Z][A-Za-z0-9]*|\d+(?:\.\d+)?)(?=\s*[.:;,]?$|,)`,
)
/** "has 4 available replicas and 0 unavailable": the noun of the first. */
const shortCount = new RegExp(
  String.raw`\b(${count}) ([a-z]{3,20}) (replicas?|pods?|endpoints?|containers?|nodes?|jobs?)(,? (?:and|but) )(${count}) ([a-z]{3,20}(?:able|ed|ing|ready|y)(?: ones?)?)(?=\s*[.:;,]?$)`,
  'i',
)
const having =
  /^(.{2,100}?) ((?:(?:still|now|also|then|again) )?(?:has|have|had|requests?|lists?)) (.{4,200})$/i
const listed = new RegExp(`,? and (?=${begin}\\s)|, (?=${begin}\\s)`, 'i')
const determined = new RegExp(`^${begin}\\s`, 'i')

/** "Running but not ready", "still there and complete". */
const states =
  /^(.{2,100}?) (is|are) ((?:still |now |again )?)([A-Za-z]{3,20}),? (?:and|but) ((?:still |also |therefore |not |not yet )?)([A-Za-z]{3,20})(?=\s*[.:]?$)/
const counted = new RegExp(
  String.raw`^(${count} [A-Za-z]{2,40}s?) (?:are|is|exists?|remains?) (?:there )?(in (?:the namespace )?${code})(?=\s*[.:]?$)`,
  'i',
)
/** Wordings of one clause, in those that the grammar has. */
const clauses: readonly (readonly [RegExp, string])[] = [
  [/\b(?:gets|got|receives|received|carries|carried) the condition\b/gi, 'has the condition'],
  [
    /\b(has (?:an?|the) condition) ([A-Z][A-Za-z]{2,40})(,? (?:with|has|of) (?:the )?status) (True|False|Unknown)\b/g,
    '$1 `$2`$3 `$4`',
  ],
  [/\b(has|have) a condition (?=`)/gi, '$1 the condition '],
  [/(`[A-Z][a-z]+`,?) (?:and|with|for) (?:the )?reason ([A-Z][A-Za-z]{2,60})\b/g, '$1 and reason `$2`'],
  [
    /\b(fails?|failed|is rejected|is refused|are rejected|are refused|was rejected|was refused|ends) with (?:an? )?([A-Z][a-z]+[A-Z]\w*|Forbidden|Invalid|Conflict)(?: error)?(?=\s*[.:;,]|$)/g,
    '$1 with `$2`',
  ],
  [
    /\b(the|its) address type ((?:of the [a-z]{2,20}(?: `[^`]{1,80}`)? )?is) (IPv4|IPv6|FQDN)\b/gi,
    '$1 `addressType` $2 `$3`',
  ],
  [
    /^(it|they|the (?:endpoint ?)?slices?(?: `[^`]{1,80}`)?) (?:is|are) managed by (?:the )?(`endpointslice[^`]{2,60}`)/i,
    'the label `endpointslice.kubernetes.io/managed-by` of the EndpointSlice is $2',
  ],
  [/\b(is|was|were|are) restarted never\b/gi, '$1 never restarted'],
  [
    new RegExp(
      String.raw`^(?:only |just |exactly )?(${count}) of (?:its|the|their) pods (?:has |have )?(succeeded|failed)(?=\s*[.:;,]?$)`,
      'i',
    ),
    'it has exactly $1 $2 pod',
  ],
  [/^(there (?:is|are) [^,;]{3,80}), with (?=(?:an?|no|one|two|three|\d)\s)/i, '$1, and it has '],
  [counted, 'there are $1 $2'],
]

/** The text in which each clause has words of its own; the same where they share none that is known. */
export function withoutSharing(text: string): string {
  if (text.length > longest) return text
  let told = text.replace(gapped, '$1, $2 is $3').replace(shortCount, '$1 $2 $3$4$5 $6 $3')
  for (const [shape, words] of clauses) told = told.replace(shape, words)
  return inEach(told.replace(states, '$1 $2 $3$4 and $1 $2 $5$6'))
}

/** "has two endpoints and a cluster IP": "has two endpoints and … has a cluster IP". */
function inEach(text: string): string {
  const [, who = '', verb = '', what = ''] = having.exec(text) ?? []
  const parts = what.split(listed)
  return parts.length < 2 ||
    /[,;:]|\b(?:not|never|no|none|neither)\b|n't\b/i.test(who) ||
    !parts.every((part) => determined.test(part))
    ? text
    : parts.map((part) => `${who} ${verb} ${part}`).join(' and ')
}
