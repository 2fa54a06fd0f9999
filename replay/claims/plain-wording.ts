// What sentences say in more words than the grammar has, in the words that it has: tried where a sentence is not read as it stands.
/** Longer sentences are read as they stand, or not. */
const longest = 400

const code = '`[^`]{1,120}`'
const many = String.raw`(?:\d{1,4}|one|two|three|four|five|six|seven|eight|nine|ten)`
/** `[A-Z]`: the noun of a kind, in any spelling, with a name. */
const named = String.raw`(?:the|its|this|that|their|each|every|both|all)\s(?:[A-Za-z-]{2,40}\s){0,3}?(?:[A-Za-z-]{2,40}|${code})(?:\s${code})?`
/** The noun of a kind, with its article and its name, of which something is to be checked. */
const some = String.raw`(?:(?:check|verify|confirm|validate|ensure|make sure|observe|see)\s(?:that\s)?)?(?:(?:the|a|an|all|both|each|every|new|old|existing|that|this)\s){0,2}[A-Za-z-]{2,40}(?:\s${code})?`

/** The place of objects. */
const inNamespace = `(?:(?:the )?(?:[Nn]amespace )?${code})`
/** How many of a kind, or all of it. */
const counted = `(?:(?:exactly|at least|at most|only|all|both|the|no|none of the) )?(?:${many} |of )?(?:[a-z]{2,20} )?[A-Za-z]{2,40}s?`

const wordings: readonly (readonly [RegExp, string | ((...found: string[]) => string)])[] = [
  // "No Job has been created yet": so far is now.
  [
    /^((?:[A-Za-z]{1,20},?\s){0,3}?(?:no|none|neither)\b.{3,200}?)\s(?:yet|so far|as yet)(?=\s*[.:]?$)/i,
    '$1',
  ],
  // "The value that was stored stays": which one is meant, no other is.
  [
    /\b(the (?:old |previous )?(?:value|field)s?)\s(?:that|which)\s(?:was|were|is|are|had been|has been)\s(?:already\s|once\s)?(?:stored|set|persisted|written|saved)(?:\s(?:before|earlier|there|then|in (?:the )?etcd|in step \d{1,2}))?\s(?=[a-z])/i,
    'the field ',
  ],
  // "The Job succeeded once": how many of its pods did.
  [
    /^(the job(?: `[^`]{1,80}`)?) (?:has )?(succeeded|failed) (once|twice)(?=\s*[.:,;]|$)/i,
    (_all, job = '', how = '', times = '') =>
      `\`.status.${how.toLowerCase()}\` of ${job} is ${times === 'once' ? 1 : 2}`,
  ],
  // "The kubelet actuates the resize: …": what comes of it is said behind it.
  [/^the kubelet (?:actuates|carries out|performs|applies) the (?:resize|change|update)\s?[:;]\s(?=\S)/i, ''],
  [/\b(remains|survives)(?=\s*(?:[.:,;]|$)|\s(?:and|but)\s)/gi, 'still exists'],
  [/\b(remain|survive)(?=\s*(?:[.:,;]|$)|\s(?:and|but)\s)/gi, 'still exist'],
  [/\b(is|are)\s(?:still\s|left\s)?(?:intact|untouched|left alone)\b/gi, '$1 unchanged'],
  // "The role is not found"
  [/\b(is|are)\s(?:now\s|again\s|still\s)?(?:not|no longer)\sfound(?=\s*[.:,;]?$)/i, '$1 gone'],
  [
    /^((?:now|then|again|here),?\s)?(no\s(?:[\w-]{1,40}\s){1,4}?)(?:is|are|was|were)\s(?:now\s|any longer\s)?found(?=\s*[.:]?$)/i,
    (_all, when = '', what = '') => `${when}there are ${what.trim()}`,
  ],
  // "After the second upgrade": as after any.
  [
    /^(after (?:the|this) )(?:first|second|third|last|next|final|repeated)\s((?:re-?)?(?:upgrade|downgrade|rollback|restart|update|change)),?\s/i,
    '$1$2, ',
  ],
  // "targets the Deployment `a`, with at least one and at most ten replicas"
  [
    new RegExp(
      String.raw`^((?:the|its|this)\s[\w-]{2,40}(?:\s${code})?)(\s.{3,160}?)?(?:,?\swith|,?\sand\shas|\shas)\sat least\s(${many})\sand at most\s(${many})\s(replicas|pods)(?=\s*[.:]?$)`,
      'i',
    ),
    (_all, who = '', what = '', least = '', most = '', noun = '') =>
      `${what === '' ? '' : `${who}${what} and `}${who} has a minimum of ${least} and a maximum of ${most} ${noun}`,
  ],
  // "can get Secrets, but it cannot delete them"
  [
    new RegExp(
      String.raw`^(the [a-z ]{2,30}${code}|${code}) (can|cannot|may|may not) ([a-z]+) (\w+)(,? (?:in|of) [^,.]{2,60})?,? (?:but|and) (?:it )?(can|cannot|can not|can also|may|may not|may also) ([a-z]+) them(?=\s*[.:]?$)`,
      'i',
    ),
    '$1 $2 $3 $4$5 and $1 $6 $7 $4$5',
  ],
  [
    /^(?:the )?(?:role ?binding|binding) (?:refers to|references|points to|names) the role (`[^`]{1,120}`)/i,
    '`.roleRef.name` of the RoleBinding is $1',
  ],
  [
    /^(?:the )?(?:cluster ?role ?binding|binding) (?:refers to|references|points to|names) the cluster ?role (`[^`]{1,120}`)/i,
    '`.roleRef.name` of the ClusterRoleBinding is $1',
  ],
  [
    /^(?:the )?(?:policy )?binding (?:refers to|references|points to|names) the (?:admission )?policy (`[^`]{1,120}`)/i,
    '`.spec.policyName` of the ValidatingAdmissionPolicyBinding is $1',
  ],
  [
    /^(`[a-z][\w.-]{0,80}`) ((?:still |now )?allows (?:no|\d{1,3}|one|two|three) (?:disruptions?|evictions?))/i,
    'the PodDisruptionBudget $1 $2',
  ],
  // "two Pods are running in the namespace `a`": the place stands with what is there.
  [
    new RegExp(
      String.raw`^(${counted}) ((?:is|are|was|were) (?:still |now |again |not )?[a-z]{3,20}) in (${inNamespace})(?=\s*[.:;,]?$|,?\s(?:and|but)\s)`,
      'i',
    ),
    '$1 in $3 $2',
  ],
  [
    new RegExp(
      String.raw`^(no (?:other )?[A-Za-z]{2,40}s) (?:remain|exist|are left|are there) in (${inNamespace})(?=\s*[.:;,]?$|,?\s(?:and|but)\s)`,
      'i',
    ),
    'there are $1 in $2',
  ],
  // "No other Pod runs in `a`"
  [
    new RegExp(
      String.raw`^no other (pod|container|job) (?:runs|is running)(?: in (${inNamespace}))?(?=\s*[.:;,]?$)`,
      'i',
    ),
    (_all, kind = '', where?: string) =>
      `there are no other running ${kind}s${where === undefined ? '' : ` in ${where}`}`,
  ],
  // "The only node is Ready": it is, and it is the only one.
  [
    /^the only (node|pod|job|service|deployment|replicaset|container) (is|was|has|had) /i,
    'there is one $1 and the $1 $2 ',
  ],
  [/\b(?:does|did|do) not (allow) any (?=disruptions?\b|evictions?\b)/gi, '$1s no '],
  [
    new RegExp(
      String.raw`\b(has|have|had) ((?:${many}|${code}) [a-z ]{2,40}?) as before(?=\s*[.:;,]?$)`,
      'i',
    ),
    'still $1 $2',
  ],
  [
    /\b(?:becomes|became|turns|turned) (?:again )?(?=[A-Z][a-z]+\b|available\b|ready\b|pending\b|bound\b)/g,
    'is ',
  ],
  [
    /^(?:the )?(?:api )?server (?:now |again )?(?:reports|shows|is at|is of) (?:(?:the )?version )?(?=`?v?1\.\d)/i,
    'the server version is ',
  ],
  // "the metric `m` with the label `a="b"`"
  [
    /\bmetric `([a-z_]\w{2,120})` (?:with|of|for) (?:the )?labels? `([a-z_]\w{0,60}="[^"`{}]{0,120}")`/gi,
    'metric `$1{$2}`',
  ],
  // "`a` is unschedulable, but not `b`"
  [
    new RegExp(
      String.raw`^the (pod|node|job|service|deployment) (${code}) (is|was) ([a-z]{3,20}),? but not (?:the \1 )?(${code})(?=\s*[.:]?$)`,
      'i',
    ),
    'the $1 $2 $3 $4 and the $1 $5 $3 not $4',
  ],
  [
    new RegExp(
      String.raw`^the (pod|node|job|service|deployment) (${code}) (is|was) ([a-z]{3,20}),? and so \3 (?:the \1 )?(${code})(?=\s*[.:]?$)`,
      'i',
    ),
    'the $1 $2 $3 $4 and the $1 $5 $3 $4',
  ],
  // "Services set `spec.internalTrafficPolicy`": they have it.
  [
    new RegExp(String.raw`^(${some}) (?:sets|defines|specifies) (?=${code}(?: field)?\s*[.:]?$)`, 'i'),
    '$1 has ',
  ],
  [
    new RegExp(
      String.raw`^(${some.replace('[A-Za-z-]{2,40}', '[A-Za-z-]{2,40}s')}) (?:set|define|specify) (?=${code}(?: field)?\s*[.:]?$)`,
      'i',
    ),
    '$1 have ',
  ],
  [
    new RegExp(
      String.raw`^(${some}) (does|do) not (?:set|define|specify) (?=${code}(?: field)?\s*[.:]?$)`,
      'i',
    ),
    '$1 $2 not have ',
  ],
  // "by the field", "on create": it is the write that the sentence stands above.
  [
    /\b((?:is|are|was|were) (?:silently )?(?:dropped|removed|cleared|ignored|persisted|kept|preserved|stored|retained))\s(?:on|upon|during|by|at) (?:create|creation|write|update|the write|the update|the creation|validation)(?=\s*[.:,]?$)/i,
    '$1',
  ],
]

const pair = new RegExp(
  String.raw`^the (?:fields |values of )?(${code}) and (${code})(?: fields)?(?: of (${named}))? are (?:set to |respectively )?(${code}|true|false|\d{1,9}) and (${code}|true|false|\d{1,9})(?:,? respectively)?(?=\s*[.:]?$)`,
  'i',
)
/** "The fields `a` and `b` of the Secret are `x` and `y`": of each its own. */
export const inPairs = (text: string): string =>
  text.length > longest
    ? text
    : text.replace(
        pair,
        (_all, one: string, other: string, of: string | undefined, value: string, its: string) => {
          const whose = of === undefined ? '' : ` of ${of}`
          return `${one}${whose} is ${value} and ${other}${whose} is ${its}`
        },
      )

const existing = new RegExp(
  String.raw`^(the [A-Za-z]{2,40}(?: ${code})?) ((?:still |also )?exists?) in (${inNamespace})(?=\s*[.:;,]?$|,?\s(?:and|but)\s)`,
  'i',
)
/** "The Deployment `a` still exists in the namespace `b`": the one in it does. */
export const placedFirst = (text: string): string =>
  text.length > longest ? text : text.replace(existing, '$1 in $3 $2')

/** "reports three and allows one": what the second verb is said of. */
const verbs =
  'allows|reports|has|keeps|targets|owns|selects|uses|refers to|needs|requires|tolerates|is|shows|runs|exists'
const shared = new RegExp(
  String.raw`^((?:(?:eventually|now|then|finally|again|also|afterwards),?\s)?)((?:the|its|this)\s(?:[\w-]{2,40}|${code})(?:\s${code})?)\s((?:still\s)?(?:${verbs})(?:\s.{3,200}?)?),?\s(?:and|but)\s(?=(?:still |now |also )?(?:${verbs})\s)`,
  'i',
)

/** Other words for the same, each to be read instead of the text where that is not read; none where there are no plainer ones. */
export function plainWordings(text: string): string[] {
  if (text.length > longest) return []
  let plain = text
  for (const [shape, words] of wordings)
    plain = typeof words === 'string' ? plain.replace(shape, words) : plain.replace(shape, words)
  const full = plain.replace(
    shared,
    (_all, when: string, who: string, what: string) => `${when}${who} ${what} and ${who} `,
  )
  return [...new Set([plain, full])].filter((one) => one !== text)
}
