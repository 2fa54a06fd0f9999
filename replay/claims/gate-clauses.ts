// Clauses about feature gates: what they are in the components that run, and how they stand in a release.
import type { ClaimBody, GateStandingTest } from './claim.ts'
import { alt, filterMap, many, map, opt, type Parser, seq, table, token, words } from './combinators.ts'
import { adverbs, be, code, comma, release } from './common-words.ts'
import { components } from './component-clauses.ts'

const gateNoun = words('feature gate | feature-gate | gate | featuregate | feature | feature flag')
const gateName: Parser<string> = alt(
  filterMap(code, (text) => (/^[A-Z][A-Za-z0-9]+$/.test(text) ? text : undefined)),
  token((one) =>
    one.kind === 'word' && /^[A-Z][A-Za-z]*[a-z][A-Z][A-Za-z0-9]*$/.test(one.text) ? one.text : undefined,
  ),
)
const truth: Parser<boolean> = filterMap(
  alt(
    code,
    token((one) => one.lower),
  ),
  (text) => (text === 'true' ? true : text === 'false' ? false : undefined),
)
const on: Parser<boolean> = alt<boolean>(
  map(words('enabled | on | turned on | active'), () => true),
  map(words('disabled | off | turned off | inactive'), () => false),
)
const turned: Parser<boolean> = alt<boolean>(
  on,
  map(seq(words('set to'), truth), ([, value]) => value),
)
const namedGate: Parser<string> = map(
  seq(
    opt(words('the')),
    alt<string>(
      map(seq(gateName, gateNoun), ([name]) => name),
      map(seq(gateNoun, gateName), ([, name]) => name),
    ),
  ),
  ([, name]) => name,
)
const unnamedGate: Parser<undefined> = map(
  seq(opt(words('the')), words('feature gate | feature-gate | feature gates | gate')),
  () => undefined,
)

const turnedGate: Parser<ClaimBody[]> = map(
  seq(
    alt<string | undefined>(namedGate, unnamedGate),
    be,
    adverbs,
    turned,
    opt(seq(words('in | on | for'), components)),
  ),
  ([name, no, , value, where]) => [
    {
      kind: 'gate',
      ...(name === undefined ? {} : { gate: name }),
      enabled: value !== no,
      components: where?.[1] ?? [],
    },
  ],
)

/** "in 1.31"; "since 1.32", "from v1.29 on": and not before. */
const inRelease: Parser<{ release: string; since?: true }> = alt<{ release: string; since?: true }>(
  map(
    seq(words('in | as of'), opt(words('kubernetes')), opt(words('version | release')), release),
    ([, , , found]) => ({ release: found }),
  ),
  map(
    seq(
      words('since | from'),
      opt(words('kubernetes')),
      opt(words('version | release')),
      release,
      opt(words('on | onwards | onward')),
    ),
    ([, , , found]) => ({ release: found, since: true }),
  ),
)

const stages = { alpha: 'ALPHA', beta: 'BETA', ga: 'GA', stable: 'GA', deprecated: 'DEPRECATED' }

const lockedTo: Parser<boolean | undefined> = map(
  seq(
    words('to'),
    alt<boolean | undefined>(
      truth,
      map(words('its default | the default | default'), () => undefined),
    ),
  ),
  ([, value]) => value,
)

/** "is on by default", "is locked to true", "is beta". */
const stands: Parser<GateStandingTest> = alt<GateStandingTest>(
  map(seq(be, adverbs, on, words('by default')), ([no, , value]) => ({ default: value !== no })),
  map(seq(adverbs, words('defaults to'), truth), ([, , value]) => ({ default: value })),
  // "not locked to true" may be locked to false.
  filterMap(seq(be, adverbs, words('locked'), opt(lockedTo)), ([no, , , value]) => {
    if (value === undefined) return { locked: !no }
    return no ? undefined : { locked: true, default: value }
  }),
  filterMap(seq(be, adverbs, opt(words('in')), table(stages)), ([no, , , stage]) =>
    no ? undefined : { stage },
  ),
)

/** After "is alpha in 1.28 and": without a verb of its own. */
const standsToo: Parser<GateStandingTest> = alt<GateStandingTest>(
  stands,
  map(seq(on, words('by default')), ([value]) => ({ default: value })),
  map(table(stages), (stage) => ({ stage })),
)
const standing: Parser<ClaimBody[]> = map(
  seq(
    namedGate,
    stands,
    opt(inRelease),
    many(seq(alt<unknown>(seq(comma, opt(words('and'))), words('and | but')), standsToo, opt(inRelease))),
  ),
  ([gate, test, where, more]) =>
    [[test, where] as const, ...more.map(([, other, there]) => [other, there ?? where] as const)].map(
      ([said, there = {}]) => ({ kind: 'gate standing' as const, gate, test: said, ...there }),
    ),
)

/** "The gate cannot be turned off any more". */
const cannotTurn: Parser<ClaimBody[]> = map(
  seq(
    alt<string | undefined>(namedGate, unnamedGate),
    words('can not be | can no longer be'),
    adverbs,
    alt(
      map(words('turned off | switched off | disabled'), () => true),
      map(words('turned on | switched on | enabled'), () => false),
    ),
    opt(words('any more | anymore | any longer')),
  ),
  ([gate, , , value]) => [
    {
      kind: 'gate standing',
      ...(gate === undefined ? {} : { gate }),
      test: { locked: true, default: value },
    },
  ],
)

/** A claim about a feature gate. */
export const gateClause: Parser<ClaimBody[]> = alt<ClaimBody[]>(turnedGate, standing, cannotTurn)
