// The clauses of a sentence, where each says something of its own.

/** Code, quotations and parentheses: nothing is split there. */
const spans = /`[^`]*`|"[^"]*"|“[^”]*”|\([^()]*\)/g
/** As long as the text: x in the place of each character of what is set apart. */
const maskedSpans = (text: string): string => text.replace(spans, (span) => 'x'.repeat(span.length))
const subject =
  '(?:the|its|it|their|they|there|no|none|both|all|each|every|this|that|these|an?|kube-[a-z-]+|kubelet|pods?|new|x+)\\b'
/** What goes on with a verb says something more of the same. */
const finite =
  'is|are|was|were|has|have|had|does|did|do|gets?|stays?|remains?|keeps?|becomes?|reports?|runs?|asks?|requests?|names?|refers?|carries|carry|uses?|shows?|lists?|points?|prefers?|survives?|survived|exists?|fails?'
const verbFirst = `(?:(?:${finite}|still|also|no longer)\\s)`
/** What tells why something is so, or more of what was named. */
const reasonFirst =
  '(?:as|since|because|which|so that|(?:one |some |none |both |all |two )?of (?:which|whom))\\s'
/** After a comma alone, what has a verb before the next one. */
const ownClause =
  '(?:its|their|the|no|there)\\s(?:[^,;:]{1,80}?\\s)?(?:is|are|was|were|has|have|stays?|remains?|requests?|runs?)\\s'
/** "the second one's did not": what, another clause says. */
const elliptic = '[^,;]{1,60}\\s(?:is|are|was|were|does|did|do|has|have) not\\W{0,3}$'
/** What comes before the comma is said of what comes after it. */
const subordinate =
  /^\W*(?:since|because|as|when|while|if|once|after|before|although|though|given|despite|until|unless)\b/i
const joint = new RegExp(
  `;\\s+|,\\s+(?=${ownClause})|:\\s+(?=${subject})|,?\\s+(?:and|but|whereas|so|hence|thus|therefore)\\s+(?=${subject})|,\\s+(?=${reasonFirst})|,?\\s+(?:although|though|even though|whilst)\\s+(?=${subject}|only\\b|one\\b|two\\b)|,\\s+while\\s+(?=${subject})(?!${elliptic})|,?\\s+(?:and|but)\\s+(?=${verbFirst})|,?\\s+(?:and|but)\\s+(?=(?:as|since|because|while)\\s[^,]{3,80},\\s)`,
  'gi',
)
const verb =
  /\b(?:is|are|was|were|has|have|had|does|did|do|gets?|stays?|remains?|keeps?|exists?|becomes?|fails?|succeeds?|works?|shows?|contains?|starts?|continues?|can|cannot|will|must|comes?|goes|runs?|reports?|asks?|requests?|names?|refers?|carries|carry|uses?|lists?|points?|prefers?|survives?|survived|equals?|allows?|demands?)\b/i

/** The clauses of a sentence with a verb in each; one where it has no others. */
export function clausesApart(whole: string): string[] {
  const { text, aside } = withoutRelative(whole)
  const masked = maskedSpans(text)
  const pieces: string[] = []
  let from = 0
  for (const found of masked.matchAll(joint)) {
    const [here, next] = [masked.slice(from, found.index), masked.slice(found.index + found[0].length)]
    if (!verb.test(here) || !verb.test(next)) continue
    if (/^,\s+$/.test(found[0]) && subordinate.test(here)) continue
    pieces.push(text.slice(from, found.index))
    from = found.index + found[0].length
  }
  return [...pieces, text.slice(from), ...aside].flatMap(reasonFirstApart).map((piece, at, all) => {
    if (at > 0 && goesOn.test(piece)) return withSubject(piece, all[0]!)
    return at > 0 && relative.test(piece) ? withAntecedent(piece, all[at - 1]!) : piece
  })
}

const middle = new RegExp(
  `^((?:(?:the|its|both|all|an?)\\s)[^,;:]{2,60}|x{3,}),\\s(?:which|that|who)\\s([^,;:]{3,90}),\\s(?=(?:(?:still|now|therefore|thus|then|not|no longer)\\s)*(?:${finite}|can|cannot|will)\\s)`,
  'i',
)
/** "The Pod, which asks for a GPU, is pending": the sentence without what it says beside, and that. */
function withoutRelative(text: string): { text: string; aside: string[] } {
  const found = middle.exec(maskedSpans(text))
  if (found === null) return { text, aside: [] }
  const named = text.slice(0, found[1]!.length)
  const at = found[0].lastIndexOf(found[2]!)
  return {
    text: `${named} ${text.slice(found[0].length)}`,
    aside: [`${named} ${text.slice(at, at + found[2]!.length)}.`],
  }
}

const ahead = new RegExp(`^((?:as|since|because|while)\\s[^,]{3,80}),\\s+(?=${subject}|x)`, 'i')
/** "as the feature is off, the field is dropped": why, and what. */
function reasonFirstApart(piece: string, at: number): string[] {
  const reason = ahead.exec(maskedSpans(piece))
  return reason === null || at === 0
    ? [piece]
    : [piece.slice(0, reason[1]!.length), piece.slice(reason[0].length)]
}

/** What something is, rather than what that shows. */
const relative =
  /^which\s(?:(?:still|now|also|then|no longer)\s)*(?!(?:shows?|means?|demonstrates?|proves?|indicates?|confirms?|says?|tells?|makes?|is (?:why|what|how|expected|fine|correct|intended|the default|because))\b)/i
const antecedent = /(?:\b(?:the|an?|its|one|a single|both|all)\s(?:[\w-]+\s){0,3}[\w-]+|(?<=\s)x{3,})$/i
/** "which has 2Gi", after "is bound to `disk-1`": "`disk-1` has 2Gi". */
function withAntecedent(piece: string, before: string): string {
  const masked = maskedSpans(before)
  const found = antecedent.exec(masked)
  if (found === null) return piece
  const named = before.slice(found.index).replace(/^(?:a single|an?|one)\s/i, 'the ')
  return `${named} ${piece.slice('which '.length)}`
}

const goesOn = new RegExp(`^${verbFirst}`, 'i')
/** "has the label", after "The Pod is running": "The Pod has the label". */
function withSubject(piece: string, first: string): string {
  const masked = maskedSpans(first)
  const [said = ''] =
    new RegExp(`^.*?(?=\\s(?:still |also |now |then )?(?:${finite})\\s)`, 'i').exec(masked) ?? []
  return said === '' ? piece : `${first.slice(0, said.length)} ${piece}`
}

const startsReason = new RegExp(`^${reasonFirst}`, 'i')
/** Whether a clause tells why another is so, or what that means. */
export const isReason = (clause: string): boolean => startsReason.test(clause)
