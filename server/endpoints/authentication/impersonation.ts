// Upstream: staging/src/k8s.io/apiserver/pkg/endpoints/filters/impersonation (legacy mode; constrained modes in their own file)
import type { IncomingMessage } from 'node:http'
import {
  type Attributes,
  type Authorizer,
  forbiddenError,
  resourceAttributes,
} from '../authorization/attributes.ts'
import {
  anonymousUser,
  authenticatedGroup,
  serviceAccountGroups,
  splitServiceAccountUser,
  type UserInfo,
  unauthenticatedGroup,
} from './user-info.ts'

/** The user that the Impersonate-* headers name. */
export interface WantedUser {
  readonly name: string
  readonly uid: string
  readonly groups: readonly string[]
  readonly extra: Readonly<Record<string, readonly string[]>>
}
const extraPrefix = 'impersonate-extra-'
/** Most headers end at their first letter. */
const isOfImpersonation = (text: string): boolean =>
  (text.charCodeAt(0) | 0x20) === 0x69 && /^impersonate-/i.test(text)

/** The request's Impersonate-* headers; undefined where there are none. A missing user leaves `name` empty. */
export function wantedUser(request: Pick<IncomingMessage, 'rawHeaders'>): WantedUser | undefined {
  if (!request.rawHeaders.some(isOfImpersonation)) return undefined
  const groups: string[] = []
  const extra = new Map<string, string[]>()
  let [name, uid]: [string | undefined, string | undefined] = [undefined, undefined]
  for (let i = 0; i + 1 < request.rawHeaders.length; i += 2) {
    const header = request.rawHeaders[i]!.toLowerCase()
    const value = request.rawHeaders[i + 1]!
    if (!header.startsWith('impersonate-')) continue
    if (header === 'impersonate-user') name ??= value
    else if (header === 'impersonate-uid') uid ??= value
    else if (header === 'impersonate-group') groups.push(value)
    else if (header.startsWith(extraPrefix)) {
      const key = unescapeKey(header.slice(extraPrefix.length))
      extra.set(key, [...(extra.get(key) ?? []), value])
    }
  }
  if (!name && !uid && groups.length === 0 && extra.size === 0) return undefined
  return { name: name ?? '', uid: uid ?? '', groups, extra: Object.fromEntries(extra) }
}

function unescapeKey(key: string): string {
  try {
    return decodeURIComponent(key)
  } catch {
    return key
  }
}

/** Everything that the requestor must be allowed to impersonate, in upstream's order of the checks. */
export function legacyChecks(
  requestor: UserInfo,
  wanted: WantedUser,
  order: 'headers' | 'modes',
): Attributes[] {
  const account = splitServiceAccountUser(wanted.name)
  const core = order === 'modes' ? { apiVersion: 'v1' } : {}
  const check = (resource: string, name: string, rest: Partial<Attributes> = core): Attributes =>
    resourceAttributes(requestor, 'impersonate', { resource, name, ...rest })
  const authentication = { apiGroup: 'authentication.k8s.io', apiVersion: 'v1' }
  const user =
    account === undefined
      ? check('users', wanted.name)
      : check('serviceaccounts', account.name, { ...core, namespace: account.namespace })
  const groups = wanted.groups.map((g) => check('groups', g))
  const extras = Object.entries(wanted.extra).flatMap(([key, values]) =>
    values.map((v) => check('userextras', v, { ...authentication, subresource: key })),
  )
  const uids = wanted.uid === '' ? [] : [check('uids', wanted.uid, authentication)]
  return order === 'headers' ? [user, ...groups, ...extras, ...uids] : [user, ...uids, ...groups, ...extras]
}

/** The user that the request goes on as. */
export function impersonatedUser(wanted: WantedUser): UserInfo {
  const account = splitServiceAccountUser(wanted.name)
  const groups =
    wanted.groups.length === 0 && account !== undefined
      ? serviceAccountGroups(account.namespace)
      : [...wanted.groups]
  return withFixedGroups({ ...wanted, groups })
}

/** Adds system:authenticated, or system:unauthenticated to the anonymous user. */
export function withFixedGroups(wanted: WantedUser): UserInfo {
  const groups = [...wanted.groups]
  if (wanted.name === anonymousUser.name) {
    if (!groups.includes(unauthenticatedGroup)) groups.push(unauthenticatedGroup)
  } else if (!groups.includes(authenticatedGroup) && !groups.includes(unauthenticatedGroup))
    groups.push(authenticatedGroup)
  return {
    name: wanted.name,
    groups,
    ...(wanted.uid === '' ? {} : { uid: wanted.uid }),
    ...(Object.keys(wanted.extra).length === 0 ? {} : { extra: wanted.extra }),
  }
}

/** Rejects with the 403 of the first thing that is not allowed. */
export async function requireAll(authorizer: Authorizer, checks: readonly Attributes[]): Promise<void> {
  for (const attributes of checks) {
    const answer = await authorizer.authorize(attributes)
    if (answer.decision !== 'allow') throw forbiddenError(attributes, answer.reason)
  }
}
