// What sentences say in passing of how a gate stands: "Start 1.27; `X` is enabled by default", "…, since `X` is alpha there".
import { getOwn } from '../../apimachinery/json.ts'
import type { Claim, GateStandingTest } from './claim.ts'
import type { Sentence } from './sentence.ts'

/** A sentence without what it says in passing of gates; '' where that is all. */
export interface GateRemarks {
  claims: Extract<Claim, { kind: 'gate standing' }>[]
  left: string
}

const release = String.raw`\`?v?(?<R>1\.\d+(?:\.\d+)?)\`?`
/** "In 1.28, ", "With a kind cluster of 1.31 ", "Version 1.28: ". */
const inFront = `(?:(?:in|with|as of|on|since|from|at|under|using)\\s+(?:an?\\s+)?(?:kind\\s+|kubernetes\\s+|(?:kind\\s+)?cluster\\s+(?:of\\s+)?)?(?:version\\s+|release\\s+)?|(?:version|release|kubernetes)\\s+)${release.replace('<R>', '<before>')}(?:\\s+(?:cluster|release))?\\s*[:,]?\\s+|in\\s+(?:this|that)\\s+(?:release|version),?\\s+`
const joint = String.raw`(?:;|,|\s\(|\s[-—–]+|\.|,?\s(?:and|but)|(?<=1\.\d\d(?:\.\d{1,2})?)(?=\swhere\s))\s*(?:(?:and|but|so)\s+)?(?:(?:since|as|because|where|in\s+which|at\s+which|although|though|while|here|there|now|then)\s+)?`
const subject = String.raw`(?:(?:the\s+)?(?:(?:feature\s+)?gate\s+|feature\s+)?\`?(?<gate>(?!(?:the|it|its|gate|feature|which|this|that)\b)[A-Z][A-Za-z0-9]*[a-z0-9][A-Z][A-Za-z0-9]*)\`?(?:\s+(?:feature[\s-]+gate|feature\s+flag|feature|gate))?|(?<pronoun>it|the\s+(?:feature\s+)?gate|the\s+feature|which|this\s+(?:feature|gate)))`
const adverbs = String.raw`(?:(?:now|still|already|only|just|there|here|also|available\s+as|again)\s+)*`
const verb = `(?:is|was|has\\s+been|(?:went|goes|became|becomes|graduated|was\\s+promoted|graduates)(?:\\s+to)?)\\s+${adverbs}`
const stage = String.raw`(?:an?\s+|in\s+)?(?<stage>alpha|beta|GA|stable|deprecated)(?:\s+(?:feature\s+gate|gate|feature|stage|level))?`
const therefore = String.raw`(?:\s*,\s*|\s+)(?:and\s+|but\s+|\()?(?:therefore\s+|thus\s+|so\s+|hence\s+|iow\.?\s+|i\.e\.,?\s+|still\s+|already\s+)?(?:(?:it\s+)?(?:is|was)\s+)?`
const turned = '(?:turned\\s+|switched\\s+)?(?<on>on|off|enabled|disabled)'
const needs = String.raw`,?\s+so\s+(?:it|that|this)\s+(?<need>has to be|must be|needs to be|need not be|does not have to be|had to be)\s+(?:turned\s+|switched\s+|set\s+)?(?<to>on|off|enabled|disabled)(?:\s+explicitly)?`
/** "there", "in 1.31". @param group what the release is called among those of the pattern */
const where = (group: string): string =>
  `(?:\\s+(?:there|here|now|already|(?:since|from)\\s+then(?:\\s+on)?|in\\s+(?:that|this)\\s+(?:release|version)|(?:in|as of|since|from|starting\\s+(?:with|in))\\s+(?:kubernetes\\s+)?(?:version\\s+)?${release.replace('<R>', group)}(?:\\s+on(?:wards)?)?))?`
const standing = `(?:${stage}${where('<within>')}(?:${therefore}${turned}(?:\\s+by\\s+default|\\s*\\(default\\))?\\)?)?|${turned.replace('<on>', '<bare>')}\\s+by\\s+default|(?<locked>locked)(?:\\s+(?:to\\s+)?(?:on|true))?)`
const ends = String.raw`(?=\s*(?:[;:)]|[.,](?:\s|$)|$|,?\s(?:so|and|but|while|therefore)\b))`

const remark = new RegExp(
  `(?<joint>^[\\s>*_-]*(?:(?:and|but|so|now|then|here|there),?\\s+){0,2}|${joint})(?:${inFront})?${subject}\\s*(?::\\s*)?${verb}${standing}${where('<after>')}(?:${needs})?\\)?${ends}`,
  'gi',
)
/** After "is alpha in 1.28": ", where it is off by default", "and beta in 1.29", ", GA since 1.31". */
const goesOn = new RegExp(
  `^(?:\\s*[,;(]\\s*(?:and\\s+|but\\s+)?|\\s+(?:and|but)\\s+)(?:(?:where|there|then|now|finally)\\s+)*(?:(?:it|which)\\s+)?(?:${verb})?${standing}${where('<after>')}\\)?${ends}`,
  'i',
)
/** Matches a name in the shape of a gate's. */
export const isGateName = /^[A-Z]\w*[a-z0-9][A-Z]/
const stages: Readonly<Record<string, string>> = {
  alpha: 'ALPHA',
  beta: 'BETA',
  ga: 'GA',
  stable: 'GA',
  deprecated: 'DEPRECATED',
}
/** The stage that a word of a document stands for, as gates have it: `BETA`. Undefined of other words. */
export const stageCalled = (word: string): string | undefined => getOwn(stages, word.toLowerCase())
const sinceRelease = /\b(?:since|from|starting\s+(?:with|in))\s+(?:kubernetes\s+)?(?:version\s+)?`?v?1\.\d/i
const isOn = (word: string | undefined): boolean | undefined =>
  word === undefined ? undefined : /^(?:on|enabled)$/i.test(word)

/** The release that was named last: what is said then is said of it. */
const lastRelease = (text: string): string | undefined =>
  [...text.matchAll(/(?<![\w.])v?(1\.\d+(?:\.\d+)?)(?![\w.]*\d)/g)].at(-1)?.[1]

const noun = String.raw`(?:the\s+)?(?<noun>feature\s+gate|feature|gate)`
/** "(feature off by default)", "the gate left at its default (off)", "the gate defaults to true". */
const short: readonly (readonly [RegExp, string])[] = [
  [
    new RegExp(String.raw`\s*\(${noun}\s+(?:is\s+)?(?<on>on|off|enabled|disabled)\s+by\s+default\)`, 'gi'),
    '; the $<noun> is $<on> by default',
  ],
  [
    new RegExp(
      String.raw`\b(?:with\s+)?${noun}\s+(?:is\s+)?(?:left\s+|being\s+)?at\s+its\s+default\s*(?:\(|,\s*|of\s+)(?<on>on|off|enabled|disabled)\)?`,
      'gi',
    ),
    '; the $<noun> is $<on> by default',
  ],
  // "`X` left at its default, which is off (alpha)"
  [
    /\b(?:with\s+)?(?:the\s+)?`(?<gate>[A-Z]\w*)`(?:\s+(?:feature\s+)?gate)?\s+(?:left\s+|being\s+)?at\s+its\s+default(?:\s*\(|,\s*(?:which\s+is\s+)?|\s+of\s+)(?<on>on|off|enabled|disabled)\)?\s*\((?<stage>alpha|beta|GA|stable)\)/gi,
    '; `$<gate>` is $<stage> and $<on> by default',
  ],
  [
    /\b(?:with\s+)?(?:the\s+)?`(?<gate>[A-Z]\w*)`(?:\s+(?:feature\s+)?gate)?\s+(?:left\s+|being\s+)?at\s+its\s+default(?:\s*\(|,\s*(?:which\s+is\s+)?|\s+of\s+)(?<on>on|off|enabled|disabled)\)?/gi,
    '; `$<gate>` is $<on> by default',
  ],
  // "enabled by default (beta)"
  [
    /\b(?<on>on|off|enabled|disabled)\s+by\s+default\s*\((?<stage>alpha|beta|GA|stable)\)/gi,
    '$<stage> and $<on> by default',
  ],
  // "with the `X` feature gate (beta, off by default)"
  [
    /(?<said>`(?<gate>[A-Z]\w*)`(?:\s+feature)?\s+gate)\s*\((?<stage>alpha|beta|GA|stable),?\s+(?:and\s+|but\s+)?(?<on>on|off|enabled|disabled)(?:\s+by\s+default)?\)/gi,
    '$<said>; `$<gate>` is $<stage> and $<on> by default;',
  ],
  // "Kubernetes 1.28 has `X` as an alpha feature"
  [
    /\b(?:kubernetes|release|version)\s+v?(?<release>1\.\d+(?:\.\d+)?)\s+(?:has|ships|comes\s+with|introduces)\s+(?:the\s+)?(?:(?:feature\s+)?gate\s+)?`(?<gate>[A-Z]\w*)`\s+(?:as|in)\s+(?:an?\s+)?(?<stage>alpha|beta|GA|stable)(?:\s+(?:feature|gate))?/gi,
    'In $<release> `$<gate>` is $<stage>',
  ],
  [
    /\b(?<stage>GA|stable),?\s+and\s+(?:it\s+)?(?:cannot|can\s+not|can\s+no\s+longer)\s+be\s+(?:turned|switched)?\s*(?:off|disabled)(?:\s+any\s?more)?/gi,
    '$<stage> and locked to true',
  ],
  [/\b(?:(?:still|now|already|only|also)\s+)?default(?:s|ed)\s+to\s+`?true`?/gi, 'is on by default'],
  [/\b(?:(?:still|now|already|only|also)\s+)?default(?:s|ed)\s+to\s+`?false`?/gi, 'is off by default'],
  // "1.30 (which has the `X` feature gate disabled by default)"
  [
    /\s*\((?:which|that)\s+has\s+(?:the\s+)?(?<said>`[A-Z]\w*`(?:\s+feature)?[\s-]gate)\s+(?<on>on|off|enabled|disabled)\s+by\s+default\)/gi,
    '; the $<said> is $<on> by default',
  ],
  ...[true, false].flatMap(setInTitle),
]

/** "`X=false` (default value)", "`FEATURE_GATES=X=true` (not the default)". */
function setInTitle(value: boolean): [RegExp, string][] {
  const set = `(?<said>\`(?:FEATURE_GATES=)?(?<gate>[A-Z]\\w*)=${value}\`)\\s*`
  const told = (on: boolean): string => `$<said>; \`$<gate>\` is ${on ? 'on' : 'off'} by default;`
  return [
    [new RegExp(String.raw`${set}\((?:the\s+|its\s+)?default(?:\s+value)?\)`, 'gi'), told(value)],
    [
      new RegExp(String.raw`${set}\((?:not\s+(?:the\s+|its\s+)?|non-)default(?:\s+value)?\)`, 'gi'),
      told(!value),
    ],
  ]
}

/** "`kindest/node:v1.28.0` (feature is alpha, off by default) and v1.29 (beta)". */
const behindRelease =
  /(?<release>v?1\.\d+)(?:\.\d+)?`?\s*\((?:(?:the\s+)?(?:feature\s+gate|feature|gate)\s+(?:is\s+)?)?(?<stage>alpha|beta|GA|stable)(?:,?\s+(?:and\s+|but\s+)?(?<on>on|off|enabled|disabled)(?:\s+by\s+default)?)?\)/gi
function inFull(text: string): string {
  const full = short.reduce((said, [shape, full]) => said.replace(shape, full), text)
  return /\b(?:feature|gate)\b/i.test(full)
    ? full.replace(behindRelease, (...found) => {
        const { release: of = '', stage: at, on } = found.at(-1) as Record<string, string | undefined>
        const value = on === undefined ? '' : `, ${on} by default`
        return `${found[0].slice(0, found[0].indexOf('(')).trimEnd()}; in ${of} the feature is ${at}${value};`
      })
    : full
}

const standsStill =
  /^\W*(?:(?:and|but|so)\s+)?(?:(?:it\s+)?is\s+)?(?:on|off|enabled|disabled|alpha|beta|GA)\b/i

const saysDefault =
  /\b(?:is|are|it|gate|feature|still|now)\s+(?:still\s+|now\s+)?(?:(?:is|are|be)\s+)?(?:on|off|enabled|disabled)\s+by\s+default\b|\bdefaults?\s+to\s+`?(?:true|false|on|off)\b/i
/** The one gate that a text calls so, in code: "the gate `X`", "the gate is `X`", "the `X` feature gate", "`--feature-gates=X=true`". */
function gateNamedIn(text: string): string | undefined {
  const named = [
    ...text.matchAll(
      /\bgate\s+(?:(?:is|was)\s+(?:called\s+|named\s+)?)?`([A-Z]\w*)`|`([A-Z]\w*)`\s+(?:feature[\s-]+)?(?:gate|feature)\b|\b([A-Z]\w*)=(?:true|false)\b/gi,
    ),
  ].flatMap(([, after, before, set]) => after ?? before ?? set ?? [])
  const [name, ...others] = new Set(named.filter((one) => isGateName.test(one)))
  return others.length === 0 ? name : undefined
}

/** The remarks on gates in a sentence; undefined where it has none, or asks, supposes or denies. */
export function gateRemarks({ text, line }: Sentence): GateRemarks | undefined {
  if (/^\W*(?:if|when|whenever|once|unless|whether|until|suppose|assuming|after|before)\b|\?\s*$/i.test(text))
    return undefined
  const claims: GateRemarks['claims'] = []
  const full = inFull(text)
  let left = ''
  let from = 0
  for (const found of full.matchAll(remark)) {
    if (found.index < from) continue
    const groups = found.groups!
    const test = testOf(groups)
    const told =
      groups['before'] ?? groups['within'] ?? groups['after'] ?? lastRelease(full.slice(0, found.index))
    const spoken = claims.at(-1)?.gate ?? gateNamedIn(full.slice(0, found.index))
    const gate =
      groups['gate'] ?? (/^(?:it|which|the\s.*)$/i.test(groups['pronoun'] ?? '') ? spoken : undefined)
    // "is enabled by default" of whatever is spoken of is no gate for sure.
    const named =
      gate === undefined
        ? test?.stage !== undefined || /gate|feature/i.test(groups['pronoun'] ?? '')
        : isGateName.test(gate)
    if (test === undefined || !named) continue
    const claim = (test: GateStandingTest, told: string | undefined, isSince: boolean): void => {
      claims.push({
        kind: 'gate standing',
        ...(gate === undefined ? {} : { gate }),
        test,
        ...(told === undefined ? {} : { release: told }),
        // From then on, and not before.
        ...(told !== undefined && isSince ? { since: true as const } : {}),
        text,
        line,
      })
    }
    for (const one of inReleases(found[0], groups, test, told)) claim(one.test, one.told, one.isSince)
    left += full.slice(from, found.index)
    const isAside = /^,/.test(found[0])
    from = found.index + found[0].length
    let last = told
    for (;;) {
      const more = goesOn.exec(full.slice(from))
      const other = more === null ? undefined : testOf(more.groups!)
      if (more === null || other === undefined) break
      for (const one of inReleases(more[0], more.groups!, other, last)) {
        last = one.told
        claim(one.test, one.told, one.isSince)
      }
      from += more[0].length
    }
    // "…, where it is beta and `x` is served": that stands beside the sentence then.
    if (isAside && /^\s(?:and|but)\s/.test(full.slice(from, from + 5))) left += ','
  }
  left += full.slice(from)
  // What is left may say more of a gate than was read.
  if (claims.length === 0 || standsStill.test(left) || saysDefault.test(left)) return undefined
  const rest = left.replace(
    /^[\s,;:.)(-]+(?:(?:so|and|but|since|as|because|where)\s+)?|[\s,;(]+(?=[.:]?$)/g,
    '',
  )
  return { claims, left: /\w/.test(rest) ? rest : '' }
}

/** What is said of each release: "alpha in 1.28 and enabled by default since 1.29" is said of two. @param told before it */
function inReleases(
  said: string,
  { within, after, before }: Record<string, string | undefined>,
  test: GateStandingTest,
  told: string | undefined,
): { test: GateStandingTest; told: string | undefined; isSince: boolean }[] {
  const { stage, default: value, ...rest } = test
  const isTwo = within !== undefined && after !== undefined && stage !== undefined && value !== undefined
  if (!isTwo) return [{ test, told: before ?? within ?? after ?? told, isSince: sinceRelease.test(said) }]
  const end = said.indexOf(within) + within.length
  return [
    { test: { stage, ...rest }, told: within, isSince: sinceRelease.test(said.slice(0, end)) },
    { test: { default: value }, told: after, isSince: sinceRelease.test(said.slice(end)) },
  ]
}

function testOf(groups: Record<string, string | undefined>): GateStandingTest | undefined {
  const stageOf = stageCalled(groups['stage'] ?? '')
  const own = isOn(groups['on'] ?? groups['bare'])
  const needed = groups['need'] === undefined ? undefined : isOn(groups['to']) === /not/.test(groups['need'])
  if (own !== undefined && needed !== undefined && own !== needed) return undefined
  const value = own ?? needed
  return {
    ...(stageOf === undefined ? {} : { stage: stageOf }),
    ...(value === undefined ? {} : { default: value }),
    ...(groups['locked'] === undefined ? {} : { locked: true }),
  }
}

/** "**Downgrade** (feature off)": whether a title says that the document's gate is on; undefined: it says nothing of it. */
export function gateInTitle(title: string): boolean | undefined {
  const said =
    /\((?:with\s+)?(?:the\s+)?(?:feature(?:[\s-]+gate)?|gate)\s+(?:is\s+)?(?:now\s+|turned\s+)?(on|off|enabled|disabled)(?:\s+again)?\)/i.exec(
      title,
    )?.[1]
  return isOn(said)
}

const defaultInBrackets =
  /`([A-Z]\w{2,80})`(?:\sfeature)?(?:\sgate)?\s\((?:which\s)?(?:default(?:s|ed|ing)?\sto|by default|default:?)\s`?(true|false|on|off|enabled|disabled)`?\)/g

/** "`X` (default to false)": what is so of a gate whatever the sentence says, supposes or asks. */
export const bracketDefaults = ({ text, line }: Sentence): GateRemarks['claims'] =>
  [...text.matchAll(defaultInBrackets)].flatMap(({ 1: gate, 2: value, index }) => {
    const told = lastRelease(text.slice(0, index))
    const test = { default: /^(?:true|on|enabled)$/.test(value!) }
    const release = told === undefined ? {} : { release: told }
    return isGateName.test(gate!)
      ? [{ kind: 'gate standing' as const, gate: gate!, test, ...release, text, line }]
      : []
  })
