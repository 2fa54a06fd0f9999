// Upstream: staging/src/k8s.io/apiserver/pkg/endpoints/filters/impersonation/{constrained_impersonation,mode}.go (KEP-5284)
import { goType } from '../../../apimachinery/go-print/go-type.ts'
import { goSyntax } from '../../../apimachinery/go-print/syntax.ts'
import {
  type Attributes,
  type Authorizer,
  allows,
  forbiddenError,
  resourceAttributes,
} from '../authorization/attributes.ts'
import {
  impersonatedUser,
  legacyChecks,
  requireAll,
  type WantedUser,
  withFixedGroups,
} from './impersonation.ts'
import {
  mastersGroup,
  nodeOfUser,
  nodesGroup,
  serviceAccountGroups,
  splitServiceAccountUser,
  type UserInfo,
} from './user-info.ts'

const authentication = { apiGroup: 'authentication.k8s.io', apiVersion: 'v1' }
const many = 4
const onlyName = (w: WantedUser): boolean =>
  w.uid === '' && w.groups.length === 0 && Object.keys(w.extra).length === 0

interface Mode {
  readonly name: string
  applies(wanted: WantedUser, requestor: UserInfo): boolean
}
const modes: readonly Mode[] = [
  {
    name: 'associated-node',
    applies: (w, r) =>
      onlyName(w) &&
      splitServiceAccountUser(r.name) !== undefined &&
      nodeOfUser(w.name) !== undefined &&
      soleExtra(r, 'authentication.kubernetes.io/node-name') === nodeOfUser(w.name),
  },
  { name: 'arbitrary-node', applies: (w) => onlyName(w) && nodeOfUser(w.name) !== undefined },
  { name: 'serviceaccount', applies: (w) => onlyName(w) && splitServiceAccountUser(w.name) !== undefined },
  {
    name: 'user-info',
    applies: (w) => nodeOfUser(w.name) === undefined && splitServiceAccountUser(w.name) === undefined,
  },
]
const soleExtra = (user: UserInfo, key: string): string | undefined =>
  user.extra?.[key]?.length === 1 ? user.extra[key][0] : undefined

/** The user to go on as, by the first mode that allows it; rejects with the error of the first mode that was tried. */
export async function constrainedImpersonation(
  authorizer: Authorizer,
  wanted: WantedUser,
  request: Attributes,
): Promise<UserInfo> {
  let first: unknown
  const attempts: (() => Promise<UserInfo>)[] = modes
    .filter((m) => m.applies(wanted, request.user))
    .map((m) => () => inMode(m.name, authorizer, wanted, request))
  attempts.push(async () => {
    await requireAll(authorizer, legacyChecks(request.user, wanted, 'modes'))
    return impersonatedUser(wanted)
  })
  for (const attempt of attempts) {
    try {
      return await attempt()
    } catch (error) {
      first ??= error
    }
  }
  throw first
}

async function inMode(
  mode: string,
  authorizer: Authorizer,
  wanted: WantedUser,
  request: Attributes,
): Promise<UserInfo> {
  const requestor = mode === 'associated-node' ? associated(request.user) : request.user
  await requireAll(authorizer, [
    { ...request, user: requestor, verb: `impersonate-on:${mode}:${request.verb}` },
  ])
  const check = (resource: string, name: string, rest: Partial<Attributes> = {}): Attributes =>
    resourceAttributes(requestor, `impersonate:${mode}`, { ...authentication, resource, name, ...rest })
  const groups = await requireName(mode, authorizer, wanted, check)
  if (wanted.uid !== '') await requireAll(authorizer, [check('uids', wanted.uid)])
  await requireGroups(authorizer, wanted, check)
  await requireExtra(authorizer, wanted, check)
  return withFixedGroups({ ...wanted, groups })
}

type Check = (resource: string, name: string, rest?: Partial<Attributes>) => Attributes

async function requireName(
  mode: string,
  authorizer: Authorizer,
  wanted: WantedUser,
  check: Check,
): Promise<readonly string[]> {
  const node = nodeOfUser(wanted.name)
  const account = splitServiceAccountUser(wanted.name)
  if (node !== undefined)
    await requireAll(authorizer, [check('nodes', mode === 'associated-node' ? '*' : node)])
  else if (account !== undefined)
    await requireAll(authorizer, [check('serviceaccounts', account.name, { namespace: account.namespace })])
  else await requireAll(authorizer, [check('users', wanted.name)])
  if (node !== undefined) return [nodesGroup]
  return account === undefined ? wanted.groups : serviceAccountGroups(account.namespace)
}

async function requireGroups(authorizer: Authorizer, wanted: WantedUser, check: Check): Promise<void> {
  if (wanted.groups.includes(''))
    throw forbiddenError(check('groups', ''), 'impersonating the empty string group is not allowed')
  if (wanted.groups.includes(mastersGroup))
    throw forbiddenError(
      check('groups', mastersGroup),
      'impersonating the system:masters group is not allowed',
    )
  if (wanted.groups.length >= many && (await allows(authorizer, check('groups', '*')))) return
  await requireAll(
    authorizer,
    wanted.groups.map((g) => check('groups', g)),
  )
}

async function requireExtra(authorizer: Authorizer, wanted: WantedUser, check: Check): Promise<void> {
  const entries = Object.entries(wanted.extra)
  for (const [key, values] of entries) {
    const why = extraTrouble(key, values)
    if (why !== undefined) throw forbiddenError(check('userextras', ''), why)
  }
  const count = entries.reduce((n, [, values]) => n + values.length, 0)
  if (count >= many && (await allows(authorizer, check('userextras', '*', { subresource: '*' })))) return
  await requireAll(
    authorizer,
    entries.flatMap(([key, values]) => values.map((v) => check('userextras', v, { subresource: key }))),
  )
}

function extraTrouble(key: string, values: readonly string[]): string | undefined {
  if (key === '') return 'impersonating the empty string key in extra is not allowed'
  if (!/^[a-z0-9.-]+\/.+$/.test(key))
    return `impersonating an invalid key in extra is not allowed: extra.key: Invalid value: ${JSON.stringify(key)}: must be a domain-prefixed path (such as "acme.io/foo")`
  if (values.includes('')) return 'impersonating the empty string value in extra is not allowed'
  return undefined
}

/** The requestor as the authorizer sees it in the associated-node mode: the keys of its extra only. */
function associated(user: UserInfo): UserInfo {
  return {
    ...user,
    extra: { 'authentication.kubernetes.io/associated-node-keys': Object.keys(user.extra ?? {}).sort() },
  }
}

/** The user of a request that names no user, as Go prints it: for the 400 of newer releases. */
export function goUserText({ name, uid, groups, extra }: WantedUser, minor: number): string {
  const orNone = <T extends object>(value: T): T | null => (Object.keys(value).length === 0 ? null : value)
  const user = { Name: name, UID: uid, Groups: orNone(groups), Extra: orNone(extra) }
  return goSyntax(user, goType('*user.DefaultInfo', minor))
}
