// The clauses of a sentence, where each says something of its own.

/** Code, quotations and parentheses: nothing is split there. */
const spans = /`[^`]*`|"[^"]*"|“[^”]*”|\([^()]*\)/g
const subject =
  '(?:the|its|it|their|they|there|no|none|both|all|each|every|this|that|these|an?|kube-[a-z-]+|kubelet|pods?|x)\\b'
/** What goes on with a verb says something more of the same. */
const verbFirst = '(?:(?:is|are|has|have|does|still|also|keeps?|stays?)\\s)'
/** What tells why something is so, or more of what was named. */
const reasonFirst =
  '(?:as|since|because|which|so that|(?:one |some |none |both |all |two )?of (?:which|whom))\\s'
const joint = new RegExp(
  `;\\s+|:\\s+(?=${subject})|,?\\s+(?:and|but|whereas|so)\\s+(?=${subject})|,\\s+(?=${reasonFirst})|,?\\s+(?:and|but)\\s+(?=${verbFirst})`,
  'gi',
)
const verb =
  /\b(?:is|are|was|were|has|have|had|does|did|do|gets?|stays?|remains?|keeps?|exists?|becomes?|fails?|succeeds?|works?|shows?|contains?|starts?|continues?|can|cannot|will|must|comes?|goes|runs?)\b/i

/** The clauses of a sentence with a verb in each; one where it has no others. */
export function clausesApart(text: string): string[] {
  const masked = text.replace(spans, (span) => 'x'.repeat(span.length))
  const pieces: string[] = []
  let from = 0
  for (const found of masked.matchAll(joint)) {
    const [here, next] = [masked.slice(from, found.index), masked.slice(found.index + found[0].length)]
    if (!verb.test(here) || !verb.test(next)) continue
    pieces.push(text.slice(from, found.index))
    from = found.index + found[0].length
  }
  return [...pieces, text.slice(from)].map((piece, at, all) =>
    at > 0 && goesOn.test(piece) ? withSubject(piece, all[0]!) : piece,
  )
}

const goesOn = new RegExp(`^${verbFirst}`, 'i')
/** "has the label", after "The Pod is running": "The Pod has the label". */
function withSubject(piece: string, first: string): string {
  const masked = first.replace(spans, (span) => 'x'.repeat(span.length))
  const [said = ''] =
    /^.*?(?=\s(?:still |also |now |then )?(?:is|are|was|were|has|have|does|keeps?|stays?)\s)/i.exec(masked) ??
    []
  return said === '' ? piece : `${first.slice(0, said.length)} ${piece}`
}

const startsReason = new RegExp(`^${reasonFirst}`, 'i')
/** Whether a clause tells why another is so, or what that means. */
export const isReason = (clause: string): boolean => startsReason.test(clause)
