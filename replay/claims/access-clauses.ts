// Clauses about what somebody may do, and in which mode kube-proxy runs.
import type { ClaimBody } from './claim.ts'
import { alt, filterMap, list, map, opt, type Parser, seq, table, token, words } from './combinators.ts'
import { adverbs, and, auxiliary, be, code, comma, negation, quantity } from './common-words.ts'
import { namedFieldIs } from './field-claims.ts'
import { kindNoun, objectOf, objectPhrase } from './object-phrases.ts'

type Who = Extract<ClaimBody, { kind: 'access' }>['who']
const name = filterMap(code, (text) => (/^[\w.:@/-]+$/.test(text) ? text : undefined))
const who: Parser<Who> = alt<Who>(
  map(seq(opt(words('the')), opt(words('user | user named')), name), ([, , user]) => ({ user })),
  map(
    seq(
      opt(words('the')),
      words('serviceaccount | service account | serviceaccount named | service account named'),
      name,
    ),
    ([, , account]) => ({ account }),
  ),
  map(seq(opt(words('the')), name, words('serviceaccount | service account')), ([, account]) => ({
    account,
  })),
  // The one that the document has made.
  map(
    words('the serviceaccount | the service account | that service account | this service account'),
    () => ({
      account: undefined,
    }),
  ),
  // "The reader": whoever has made an account of that name means it.
  map(
    seq(
      words('the'),
      token((one) => (one.kind === 'word' && /^[a-z][a-z0-9-]{2,}$/.test(one.text) ? one.text : undefined)),
    ),
    ([, account]) => ({ account }),
  ),
)
const may: Parser<boolean> = alt<boolean>(
  map(words('can not | can no longer | may not | could not'), () => true),
  map(words('can still | can | may | could'), () => false),
  map(seq(be, adverbs, words('allowed to | permitted to | able to | authorized to')), ([no]) => no),
  map(seq(words('has'), negation, words('permission to | the permission to | the right to')), ([, no]) => no),
)
const verbs = words('get | list | watch | create | update | patch | delete | deletecollection')
const resource: Parser<string> = alt(
  map(kindNoun, (kind) => kind.resource),
  filterMap(code, (text) => (/^[a-z][a-z.]*(?:\/[a-z]+)?$/.test(text) ? text : undefined)),
)
/** "The user `jane` can list pods", "the ServiceAccount `a` is not allowed to delete Secrets". */
const access: Parser<ClaimBody[]> = map(
  seq(
    who,
    may,
    adverbs,
    verbs,
    opt(words('the | any | all')),
    resource,
    opt(
      map(
        seq(words('in the namespace | in namespace | in the | in'), name, opt(words('namespace'))),
        ([, namespace]) => namespace,
      ),
    ),
    opt(
      map(
        seq(
          opt(comma),
          words('but not in | but not in the namespace | and not in | but also in | and also in'),
          name,
          opt(words('namespace')),
        ),
        ([, how, elsewhere]) => ({ elsewhere, differs: how.includes('not') }),
      ),
    ),
    opt(
      map(
        seq(opt(comma), words('but | and'), may, adverbs, verbs, words('them | it')),
        ([, , negated, , verb]) => ({ negated, verb }),
      ),
    ),
  ),
  ([subject, no, , verb, , what, namespace, beside, other]) =>
    [
      { negated: no, verb, namespace },
      ...(beside === undefined
        ? []
        : [{ negated: no !== beside.differs, verb, namespace: beside.elsewhere }]),
      ...(other === undefined ? [] : [{ ...other, namespace }]),
    ].map(({ namespace: where, ...one }) => ({
      kind: 'access' as const,
      who: subject,
      ...one,
      resource: what,
      ...(where === undefined ? {} : { namespace: where }),
    })),
)

const modes = { iptables: 'iptables', nftables: 'nftables', ipvs: 'ipvs' } as const
const mode = alt(
  table(modes),
  filterMap(code, (text) => (Object.hasOwn(modes, text) ? modes[text as keyof typeof modes] : undefined)),
)
/** "kube-proxy runs in iptables mode", "the proxy mode is `nftables`". */
const proxyMode: Parser<ClaimBody[]> = map(
  alt(
    map(
      seq(
        words('kube-proxy'),
        alt(
          map(words('runs in | runs in the | uses | uses the'), () => false),
          map(words('does not run in | does not use | does not use the'), () => true),
          map(seq(be, adverbs, words('running in | using | in | running in the')), ([no]) => no),
        ),
        mode,
        words('mode'),
      ),
      ([, no, found]) => ({ no, found }),
    ),
    map(
      seq(
        words(
          "the proxy mode | the mode of kube-proxy | kube-proxy 's mode | kube-proxy 's proxy mode | the proxy mode of kube-proxy",
        ),
        be,
        adverbs,
        mode,
      ),
      ([, no, , found]) => ({ no, found }),
    ),
  ),
  ({ no, found }) => [{ kind: 'proxy mode', mode: found, negated: no }],
)

const role = objectOf('Role', 'ClusterRole')
const verbNames = filterMap(code, (text) => (/^[a-z]+$|^\*$/.test(text) ? text : undefined))
const resourceWord = map(resource, (name) => name.split('.')[0]!)
/** "The Role allows to list pods", "grants the verbs `get` and `list`", "grants access to Secrets". */
const grants: Parser<ClaimBody[]> = alt<ClaimBody[]>(
  map(
    seq(
      role,
      auxiliary,
      words('allows to | allow to | permits to | grants to | lets'),
      verbs,
      opt(words('the | all')),
      resourceWord,
    ),
    ([subject, negated, , verb, , found]) => [{ kind: 'grant', subject, verb, resource: found, negated }],
  ),
  filterMap(
    seq(
      role,
      auxiliary,
      words('grants | grant | has | have | allows | allow'),
      words('the verb | the verbs'),
      list(verbNames, and),
      opt(map(seq(words('on | for'), resourceWord), ([, found]) => found)),
    ),
    ([subject, negated, , , found, on]) =>
      negated && found.length > 1
        ? undefined
        : found.map((verb) => ({
            kind: 'grant',
            subject,
            verb,
            ...(on === undefined ? {} : { resource: on }),
            negated,
          })),
  ),
  map(
    seq(role, auxiliary, words('grants access to | grant access to | allows access to'), resourceWord),
    ([subject, negated, , found]) => [{ kind: 'grant', subject, resource: found, negated }],
  ),
)
const roleBinding = objectOf('RoleBinding', 'ClusterRoleBinding')
/** "The RoleBinding refers to the Role `a`", "the subject of the RoleBinding is the user `b`". */
const binding: Parser<ClaimBody[]> = alt<ClaimBody[]>(
  filterMap(
    seq(roleBinding, auxiliary, words('refers to | refer to | binds'), objectPhrase),
    ([subject, no, , found]) =>
      found.names?.length === 1 ? namedFieldIs(subject, '.roleRef.name', found.names[0]!, no) : undefined,
  ),
  map(
    seq(
      words('the subject of | a subject of'),
      roleBinding,
      be,
      adverbs,
      opt(words('the')),
      opt(words('user | group | serviceaccount | service account')),
      name,
    ),
    ([, subject, no, , , , found]) => [
      { kind: 'element', field: { name: '.subjects' }, subject, value: found, present: !no },
    ],
  ),
)

const groupVersion = filterMap(code, (text) =>
  /^(?:[a-z][a-z0-9.-]*\/)?v\d+(?:(?:alpha|beta)\d+)?$/.test(text) ? text : undefined,
)
/** `v1`, of which group is not said. */
const bareVersion = token((one) =>
  /^v\d+(?:(?:alpha|beta)\d+)?$/.test(one.text) && one.kind !== 'number' ? one.text : undefined,
)
const inVersion = opt(
  map(seq(words('in | by | as part of'), alt(groupVersion, bareVersion)), ([, version]) => version),
)
const served: Parser<ClaimBody[]> = alt<ClaimBody[]>(
  // "`apps/v1` has five resources"
  map(
    seq(
      opt(words('the group version | the api version | the version')),
      groupVersion,
      words('has | serves | offers | lists'),
      quantity,
      words('resources | resource'),
    ),
    ([, version, , much]) => [{ kind: 'resources', version, ...much }],
  ),
  // "The kind `CronJob` is served", "the resource `jobs` is not served in `batch/v1`"
  map(
    seq(
      words('the kind | the resource | the api kind | kind | resource'),
      filterMap(code, (text) => (/^[A-Za-z]+$/.test(text) ? text : undefined)),
      be,
      adverbs,
      words('served | known | available'),
      inVersion,
    ),
    ([, found, no, , , version]) => [
      { kind: 'known', name: found, ...(version === undefined ? {} : { version }), negated: no },
    ],
  ),
  // "LeaseCandidates are not served"
  filterMap(
    seq(kindNoun, words('are | is | are still | is still'), negation, adverbs, words('served'), inVersion),
    ([{ kind }, , no, , , version]) =>
      kind === undefined
        ? undefined
        : [{ kind: 'known', name: kind, ...(version === undefined ? {} : { version }), negated: no }],
  ),
  // "The API server knows the kind `CronJob`"
  map(
    seq(
      words('the api server | the apiserver | kube-apiserver | the server'),
      auxiliary,
      words('knows | know | serves | serve'),
      words('the kind | the resource'),
      filterMap(code, (text) => (/^[A-Za-z]+$/.test(text) ? text : undefined)),
      inVersion,
    ),
    ([, no, , , found, version]) => [
      { kind: 'known', name: found, ...(version === undefined ? {} : { version }), negated: no },
    ],
  ),
)

/** A claim about what somebody may do, what roles allow and servers serve, or how kube-proxy runs. */
export const accessClause: Parser<ClaimBody[]> = alt(access, grants, binding, served, proxyMode)
