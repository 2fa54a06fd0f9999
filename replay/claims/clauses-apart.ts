// The clauses of a sentence, where each says something of its own.

/** Code, quotations and parentheses: nothing is split there. */
const spans = /`[^`]*`|"[^"]*"|“[^”]*”|\([^()]*\)/g
const subject =
  '(?:the|its|it|their|they|there|no|none|both|all|each|every|this|that|these|an?|kube-[a-z-]+|kubelet|pods?|x)\\b'
const joint = new RegExp(
  `;\\s+|:\\s+(?=${subject})|,?\\s+(?:and|but|whereas|so)\\s+(?=${subject})|,\\s+(?=(?:as|since|because|which|so that)\\s)`,
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
  return [...pieces, text.slice(from)]
}

/** Whether a clause tells why another is so, or what that means. */
export const isReason = (clause: string): boolean => /^(?:as|since|because|which|so that)\s/i.test(clause)
