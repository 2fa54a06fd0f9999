// Where packets are said to come from, to go to and what they go through: "from the pod `box`", "on port 8080", "over UDP".
import { literalPattern } from '../../component-base/literal-pattern.ts'
import type { Way } from './claim.ts'
import { alt, type Input, many, map, type Parser, seq, words } from './combinators.ts'
import { adverb, other } from './common-words.ts'
import { numberWords } from './lexicon.ts'
import type { Token } from './tokens.ts'
import type { ClaimResult, SeenCommand } from './world.ts'
import { unknown } from './world.ts'

/** Of several, of none, of elsewhere: what one answer does not tell. */
const untold =
  /^(?:both|all|each|every|only|no|none|neither|nobody|several|many|multiple|another|other|others|different|same|remote|local|outside|external|externally|nodeport|nodeports|loadbalancer|loadbalancers|balancer|anywhere|everywhere|random|randomly|evenly|equally)$/
const protocol = /^(?:udp|sctp|https|tls|ipv6|icmp)$/
const release = /^v?\d+\.\d+(?:\.\d+)?\S*$/

/** Reads the way from the words of a sentence that tell it. */
function wayOf(tokens: readonly Token[]): Way {
  const way: Way = { names: [], ports: [] }
  const leave = (word: string): void => {
    way.untold ??= word
  }
  tokens.forEach(({ kind, text, lower }, i) => {
    const before = tokens[i - 1]?.lower
    if (before === 'port' && /^\d+$/.test(text)) way.ports.push(Number(text))
    else if (release.test(text)) return
    else if (kind === 'code' || protocol.test(lower)) way.names.push(text)
    else if (before === 'node' && /^(?:port|ports)$/.test(lower)) leave('node port')
    else if (untold.test(lower) || (Object.hasOwn(numberWords, lower) && lower !== 'one') || /^\d/.test(text))
      leave(text)
  })
  return way
}

/** @returns the parser of the same words that gives the way which they tell instead of what it read */
export const wayIn =
  (parser: Parser<unknown>): Parser<Way> =>
  (input: Input, at: number) =>
    parser(input, at).map(([, after]) => [wayOf(input.tokens.slice(at, after)), after])

/** "from the client Pod", "on v1.31", "anymore". */
export const way: Parser<Way> = wayIn(
  many(
    alt<unknown>(
      seq(
        words('from | on | in | at | via | through | by | to | within | over | using'),
        many(other(',', ';', '.', 'and', 'but', ':'), 1),
      ),
      map(words('as before | like before'), () => undefined),
      adverb,
    ),
  ),
)

/** What several parts of a sentence tell of one way. */
export function joinWays(...ways: Way[]): Way {
  const left = ways.find(({ untold: word }) => word !== undefined)?.untold
  return {
    names: ways.flatMap(({ names }) => names),
    ports: ways.flatMap(({ ports }) => ports),
    ...(left === undefined ? {} : { untold: left }),
  }
}

/**
 * Whether commands went the way that a claim tells.
 * @param commands of the step, up to the one that sent the packets
 * @returns why it cannot be told; undefined where they did
 */
export function wayUnseen(
  { names, ports, untold }: Way,
  commands: readonly SeenCommand[],
): ClaimResult | undefined {
  if (untold !== undefined) return unknown(`one answer does not tell whether "${untold}" is so`)
  const typed = commands.map(({ text }) => text).join('\n')
  const name = names.find((one) => !hasWord(typed, one))
  if (name !== undefined) return unknown(`the commands that send packets do not name ${name}`)
  const port = ports.find((one) => !hasPort(typed, one))
  return port === undefined ? undefined : unknown(`the commands that send packets do not name port ${port}`)
}

const hasWord = (text: string, word: string): boolean =>
  new RegExp(`(?<![\\w-])${literalPattern(word)}(?![\\w-])`, 'i').test(text)
/** 80 where an address names none. */
const hasPort = (text: string, port: number): boolean =>
  new RegExp(`(?:[:\\s/]|-p\\s?)${port}(?!\\d)`).test(text) || (port === 80 && !/:\d/.test(text))
