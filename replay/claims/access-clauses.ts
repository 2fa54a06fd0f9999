// Clauses about what somebody may do, and in which mode kube-proxy runs.
import type { ClaimBody } from './claim.ts'
import { alt, filterMap, map, opt, type Parser, seq, table, words } from './combinators.ts'
import { adverbs, be, code, negation } from './common-words.ts'
import { kindNoun } from './object-phrases.ts'

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
        seq(words('in the namespace | in namespace | in the'), name, opt(words('namespace'))),
        ([, namespace]) => namespace,
      ),
    ),
  ),
  ([subject, no, , verb, , what, namespace]) => [
    {
      kind: 'access',
      who: subject,
      verb,
      resource: what,
      ...(namespace === undefined ? {} : { namespace }),
      negated: no,
    },
  ],
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

/** A claim about what somebody may do, or how kube-proxy runs. */
export const accessClause: Parser<ClaimBody[]> = alt(access, proxyMode)
