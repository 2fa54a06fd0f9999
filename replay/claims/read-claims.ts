// What a sentence claims, if it claims anything.
import type { Claim, ClaimBody } from './claim.ts'
import { clause } from './clauses.ts'
import { alt, type Input, list, many, map, OutOfFuel, opt, type Parser, seq, words } from './combinators.ts'
import { adverbs, comma, end, mark, other } from './common-words.ts'
import type { Sentence } from './sentence.ts'
import { statesSomething } from './states-something.ts'
import { tokensOf } from './tokens.ts'

export type Reading =
  /** Read whole; `rest` is a part that is not a claim: an instruction to carry out. */
  | { kind: 'claims'; claims: Claim[]; rest?: string }
  /** It says what is, was or must be seen, and the grammar does not read it. */
  | { kind: 'unread' }
  /** It says nothing that could be checked. */
  | { kind: 'none' }

const steps = 60_000
const longest = 150

/** "verify", "we can see", "it should be noted": what introduces a claim. */
const looks =
  words(`verify | verified | verifying | confirm | confirmed | check | checked | notice | note | noticed
  | ensure | make sure | observe | observed | see | saw | validate | validated | assert | expect
  | expected | double check | find | found | verifies`)
const people = words(`we | you | i | one | users | the user`)
const may = words(`can | should | will | must | could | would | have to | need to | 'll | may`)
const connective =
  words(`then | next | now | finally | also | afterwards | and | again | please | but | first | second
  | here | this time | this time around | at this point | note | additionally | similarly | however
  | expected | result | expected result | once more | so | additionally | in addition | moreover
  | meanwhile | as a result | as expected`)
const connectives = many(alt<unknown>(connective, comma, mark(':')))
const introduced = alt<unknown>(
  seq(
    opt(
      alt<unknown>(
        seq(people, opt(may), adverbs),
        words('to'),
        words('let us'),
        seq(words('it should be', 'it can be', 'it must be'), opt(words('also'))),
      ),
    ),
    looks,
    opt(words(`that | if | whether | again that | as`)),
    opt(mark(':')),
    opt(words('that')),
  ),
  seq(
    words('wait', 'await', 'waiting', 'awaiting'),
    opt(words(`for | until | till | so that | until all | while`)),
  ),
  words('waiting', 'wait until'),
)
const opener: Parser<unknown> = seq(connectives, opt(introduced), connectives)
const joint: Parser<unknown> = alt<unknown>(
  seq(
    opt(comma),
    words(`and | but | and then | then | while | whereas | and also | and that | or | and if
      | as well as`),
  ),
  comma,
  mark(';', '.', ':', '—', '–', '--'),
)

const verbs =
  words(`delete | create | repeat | scale | apply | deploy | restart | run | execute | exec | update
  | edit | patch | change | start | stop | trigger | add | remove | set | enable | disable
  | re-enable | upgrade | downgrade | rollback | roll | install | re-create | recreate | submit
  | modify | label | annotate | taint | drain | cordon | get | list | inspect | look | describe
  | redeploy | release | turn | try | attempt | use | deleting | make | send | perform | simulate
  | follow | launch | check | observe | see | examine | retrieve | configure | test | expose | bring`)
/** "delete the 0-indexed pod", up to where a claim may begin. */
const instruction: Parser<string> = (input, at) =>
  seq(connectives, verbs, many(other(';')))(input, at).length === 0 ? [] : instructionEnds(input, at)

function instructionEnds(input: Input, at: number): [string, number][] {
  const ends: [string, number][] = []
  for (let here = at + 1; here <= input.tokens.length; here++) {
    const next = input.tokens[here]
    if (next === undefined || /^(?:and|,|;|then|to|but|\.)$/.test(next.lower))
      ends.push([
        input.tokens
          .slice(at, here)
          .map((one) => one.text)
          .join(' '),
        here,
      ])
  }
  return ends
}

interface Part {
  bodies: ClaimBody[]
  rest?: string
}

const claimPart: Parser<Part> = map(seq(opener, clause), ([, bodies]) => ({ bodies }))
const restPart: Parser<Part> = map(instruction, (rest) => ({ bodies: [], rest }))
const sentence: Parser<Part[]> = map(
  seq(list(alt(claimPart, restPart), joint), many(end)),
  ([parts]) => parts,
)

/** Words that make a sentence a condition, a plan or a question. */
const hypothetical =
  /^(?:if|unless|whether|in case|suppose|assuming|why|what|how|when would|could|would|is it|are there|does|do)\b/i
/** "Once the API server is back, check …": what comes before the claim. */
const preamble =
  /^(?:(?:and|then|now)\s+)?(?:once|after|when|with|before|while|during|because|since|although|though|even though|despite|given|for|in|on|at|as|to|by)\b[^,:]*[,:]\s+(?=\S)/i
const plan =
  /\b(?:in|for|by|during|before|until)\s+(?:the\s+)?(?:alpha|beta|ga|stable|future|next release|v?1\.\d+)\b/i

/** Reads a sentence; text that takes too long to read is not read. */
export function readClaims(from: Sentence): Reading {
  const text = from.text.trim()
  if (text === '' || text.endsWith('?') || /^<!--/.test(text)) return { kind: 'none' }
  if (hypothetical.test(text)) return { kind: 'none' }
  const found = read(text) ?? readAfterPreamble(text)
  if (found?.some(({ bodies }) => bodies.length > 0) && !isPlan(text)) return claimsOf(found, from)
  return { kind: statesSomething(text) ? 'unread' : 'none' }
}

const isPlan = (text: string): boolean => /\bwill\b|\bplan/i.test(text) && plan.test(text)

function readAfterPreamble(text: string): Part[] | undefined {
  const before = preamble.exec(text)?.[0]
  return before === undefined ? undefined : read(text.slice(before.length))
}

function read(text: string): Part[] | undefined {
  const tokens = tokensOf(text)
  if (tokens.length > longest) return undefined
  const input = { tokens, fuel: steps }
  try {
    const whole = sentence(input, 0).filter(([, after]) => after === tokens.length)
    return best(whole.map(([parts]) => parts))
  } catch (error) {
    if (error instanceof OutOfFuel) return undefined
    throw error
  }
}

/** The reading with the fewest words left to instructions, then that which guesses least. */
function best(readings: Part[][]): Part[] | undefined {
  const cost = (parts: Part[]): number =>
    parts.reduce(
      (sum, { bodies, rest }) =>
        sum + (rest?.length ?? 0) * 10 + bodies.reduce((n, body) => n + guess(body), 1),
      0,
    )
  return readings.reduce<Part[] | undefined>(
    (least, one) => (least === undefined || cost(one) < cost(least) ? one : least),
    undefined,
  )
}

function guess(body: ClaimBody): number {
  const plain = 'field' in body && body.field.plain === true ? 5 : 0
  const unsaid = 'subject' in body && body.subject !== undefined ? 0 : 1
  return plain + unsaid + (body.kind === 'output' ? 1 : 0)
}

function claimsOf(parts: Part[], { text, line }: Sentence): Reading {
  const claims: Claim[] = parts.flatMap(({ bodies }) => bodies.map((body) => ({ ...body, text, line })))
  const rest = parts.flatMap((part) => part.rest ?? []).join('; ')
  return rest === '' ? { kind: 'claims', claims } : { kind: 'claims', claims, rest }
}
