// What an author says ahead of all steps of what comes of them: "In short, three Pods run at the end."
import type { Claim } from './claims/claim.ts'
import { describeClaim } from './claims/describe-claim.ts'
import { isInert } from './claims/is-inert.ts'
import { readClaims } from './claims/read-claims.ts'
import type { Sentence } from './claims/sentence.ts'
import { statesAtAll } from './claims/states-something.ts'
import type { OpenSteps } from './open-steps.ts'
import type { Step } from './step.ts'

const steps = '(?:steps?|commands?|test|script|procedure|scenario)'
/** What begins one: what stands behind it is so at the end. */
const begins = new RegExp(
  String.raw`^\W*(?:(?:in short|in summary|in brief|to sum up|to summari[sz]e|summary|tl;?dr|in the end|at the end|at last|overall|eventually|(?:the )?(?:end |final )?(?:result|outcome)|when (?:all|everything) is done)\b(?: of (?:it|all|this|the ${steps}))?(?! of\b)[,:]?\s+|after (?:all )?(?:of )?(?:these|those|the|this|all)(?: (?:following|above))? ${steps},?\s+|after (?:all )?(?:this|that),\s+)(?:that\s+|is that\s+)?`,
  'i',
)
/** The same at its end. */
const ends =
  /,?\s+(?:in the end|at the end(?: of (?:it|all|this|the \w+))?|after (?:all )?(?:of )?(?:these|the) steps|when all is done)(?=\s*[.:!]?\s*$)/i
/** What is a summary only where it can be read. */
const shows = new RegExp(
  String.raw`^(?:this|the|that) (?:${steps} )?(?:below )?(?:shows|demonstrates|proves|confirms) that\s+`,
  'i',
)

/** What is said ahead of all steps of a section of their end. */
export class Summaries {
  private readonly claims: Claim[] = []

  /** The sentences without those that are summaries, where no step has begun. */
  taken(sentences: readonly Sentence[], open: OpenSteps): readonly Sentence[] {
    if (open.steps.length > 0) return sentences
    return sentences.filter((one) => {
      const claims = summaryIn(one)
      if (claims?.length === 0) {
        open.stateAbove({ kind: 'unread', what: 'statement', ...one })
        open.account({ ...one, as: 'not understood' })
      }
      this.claims.push(...(claims ?? []))
      return claims === undefined
    })
  }

  /** Their claims are held against what the last step leaves. */
  addTo(steps: readonly Step[]): void {
    const last = steps.at(-1)
    for (const claim of this.claims) {
      last?.actions.push({ kind: 'claim', claim })
      last?.accounts.push({ line: claim.line, text: claim.text, as: 'claim', detail: describeClaim(claim) })
    }
  }
}

/** What a summary claims of the end; none where it is not understood. Undefined: it is no summary, or says nothing. */
export function summaryIn({ text, line }: Sentence): Claim[] | undefined {
  const said = text.replace(begins, '').replace(ends, '').replace(shows, '')
  if (said === text || said === '') return undefined
  const reading = readClaims({ text: said, line })
  if (reading.kind === 'claims' && reading.rest === undefined)
    return reading.claims.map((claim) => ({ ...claim, text }))
  return shows.test(text) || isInert(said) || !statesAtAll(said) ? undefined : []
}
