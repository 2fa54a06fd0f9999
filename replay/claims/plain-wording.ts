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
  [/\b(remains|remained)(?=\s*(?:[.:,;]|$)|\s(?:and|but)\s)/gi, 'still exists'],
  [/\b(remain)(?=\s*(?:[.:,;]|$)|\s(?:and|but)\s)/gi, 'still exist'],
  // "The ConfigMap `a` has two keys, `b` and `c`"
  [
    new RegExp(
      String.raw`^(the (?:configmap|secret) ${code}) has (?:just |only |exactly )?(?:${many}) keys?[,:] (${code}(?:(?:, | and |, and )${code}){0,8})(?=\s*[.:]?$)`,
      'i',
    ),
    '$1 has the keys $2',
  ],
  // "is gone, and so are its Pods"
  [
    /\b(is|are) (gone|deleted|ready|running|suspended|complete|unchanged|there),? and so (is|are) ((?:its|their|the) [a-z]{2,40}(?: `[^`]{1,80}`)?)(?=\s*[.:]?$)/gi,
    '$1 $2 and $4 $3 $2',
  ],
  // "The test is this script, which exits with 0": the last that was run.
  [
    /^[^`.:;]{0,60}\bscript(?: (?:below|above|here))?,? (?:which |that |and (?:it )?)?((?:exits|exited|ends|ended|finishes|finished|fails|failed) with (?:exit )?(?:code |status )?\d{1,3})(?=\s*[.:]?$)/i,
    'it $1',
  ],
  // "completed with 1 succeeded Pod"
  [
    new RegExp(
      String.raw`^((?:the|its|this|that) job(?: ${code})?) (completed|succeeded|failed) with (?=(?:${many}|no) (?:succeeded|failed) pods?\b)`,
      'i',
    ),
    (_all, job = '', how = '') => `${job} ${how} and has `,
  ],
  // "its kubelet is v1.31.0", "both kubelets are still v1.31": what the nodes tell of them.
  [/\b(?:its|the node's) kubelet (?=(?:is|was|runs|has)\b)/gi, 'the kubelet of the node '],
  [
    /\b(both|all|the) kubelets (?:are|were|run|ran) ((?:still |now |again |already )?)(?:at |on )?(?=`?v?1\.\d)/gi,
    '$1 nodes $2run ',
  ],
  // "the gate `A` of the kubelet is off", "the kubelet's gate `A` is off"
  [
    /\bthe (?:(?:feature )?gate (`[A-Z]\w{2,80}`) of (?:the )?(kubelet|kube-[a-z-]{3,20})|(kubelet|kube-[a-z-]{3,20})['’]s (?:(?:feature )?gate )?(`[A-Z]\w{2,80}`)(?: (?:feature )?gate)?) (is (?:still |now |again |turned )?(?:on|off|enabled|disabled))\b/gi,
    (_all, gate?: string, component?: string, owner?: string, its?: string, is = '') =>
      `the gate ${gate ?? its} ${is} in ${component ?? owner}`,
  ],
  // "the allocatable pods of `a`": of a node, which alone has some.
  [
    /\bthe (allocatable|capacity of) (pods|cpu|memory|ephemeral storage)(?: of (?:the (?:node )?)?(`[^`]{1,80}`))? (?:is|are) /gi,
    (_all, part = '', what = '', of?: string) =>
      `\`.status.${part.startsWith('a') ? 'allocatable' : 'capacity'}.${what.replace(' ', '-').toLowerCase()}\` of the node${of === undefined ? '' : ` ${of}`} is `,
  ],
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

/** "is rejected since the field is immutable": what the message says of it. */
const refusedSince = new RegExp(
  String.raw`\b((?:is|are|was|were|gets|got) (?:rejected|refused|denied)),? (?:since|because|as) (?:(?:the|this|that) (?:field|value|object|${code})|it) (?:is (?:now |still )?((?:im)?mutable)|(already exists|exists already)|(?:does not exist|is not there))(?=\s*[.:]?$)`,
  'i',
)
/** "The Pod `a` or `b` is running": one of them is, or both are. */
const either = new RegExp(
  String.raw`^(?:either )?the (pod|node|job|service|deployment) (${code}) or (?:the \1 )?(${code}) (?=(?:is|was|has|had)\b)`,
  'i',
)
/** "The metric is 1, but its label `stage` is `BETA`": that of the metric, and of no object. */
const itsLabel =
  /^((?:the metric(?: (`[^`]{1,120}`))?\s)[^;:]{0,200}?,? (?:and|but|while) )its (?:label )?(`[a-z_]\w{0,60}`|[a-z_]{2,20}) (?:label )?is (?:now |still )?(`[^`]{1,80}`)(?: now| again)?(?=\s*[.:]?$)/i
/** "The Pods survived the drain": what is there has not come in their place. */
const survived =
  /^((?:(?:now|then|again|still|also|and|but),?\s)*(?!no\b|none\b|neither\b|nothing\b)[^.;:]{2,120}?)(?<!\b(?:not|n't|never|no longer))\s(?:survive|survives|survived)(?:\s(?:the|this|that|an?|both|all) (?:[a-z]{2,20} )?[a-z-]{3,20})?(?=\s*(?:[.:,;]|$)|\s(?:and|but)\s)/i
/** What words that the grammar knows would be read as, and do not say: told in full before it is asked. */
export const saidInFull = (text: string): string =>
  text.length > longest
    ? text
    : text
        .replace(
          refusedSince,
          (_all, is: string, mutable?: string, exists?: string) =>
            `${is} with \`${mutable ?? (exists === undefined ? 'not found' : 'already exists')}\``,
        )
        .replace(
          itsLabel,
          (_all, before: string, name: string | undefined, label: string, value: string) =>
            `${before}the label ${label} of the metric${name === undefined ? '' : ` ${name}`} is ${value}`,
        )
        .replace(survived, (_all, who: string) =>
          /\b(?:all|both|they|these|those|[a-z]+s)\b/i.test(who.replace(/`[^`]*`/g, ''))
            ? `${who} still exist and were not recreated`
            : `${who} still exists and was not recreated`,
        )
        .replace(either, 'at least one of the $1s $2 and $3 ')

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
