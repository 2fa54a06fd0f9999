// Upstream: kubectl/pkg/cmd/create/create_{role,clusterrole,rolebinding,clusterrolebinding}.go
import type { PolicyRule } from '../../../api/rbac-v1.ts'
import type { KubeObject } from '../../../apimachinery/json.ts'
import { KubectlError, PlainError } from '../../errors.ts'
import { findResource } from '../../resources/discovery.ts'
import type { Session } from '../../session.ts'
import type { Generator } from './generator.ts'
import { clusterMeta, objectMeta } from './typed.ts'

const unique = (list: readonly string[]): string[] => [...new Set(list)]

function verbsOf(session: Session): string[] {
  const verbs = unique(session.flags.strings('verb'))
  if (verbs.length === 0) throw new KubectlError('at least one verb must be specified')
  return verbs.includes('*') ? ['*'] : verbs
}

const standardVerbs = new Set(
  'get delete list create update patch watch proxy deletecollection use bind escalate impersonate approve sign attest'.split(
    ' ',
  ),
)
const urlVerbs = new Set(['get', 'post', 'put', 'delete', 'patch', 'head', 'options'])

function warnOfVerbs(session: Session, verbs: readonly string[]): void {
  for (const verb of verbs)
    if (verb !== '*' && !standardVerbs.has(verb))
      session.host.stderr(`Warning: '${verb}' is not a standard resource verb\n`)
}

function checkUrls(urls: readonly string[], verbs: readonly string[]): void {
  for (const url of urls) {
    if (url === '*') continue
    if (url === '' || !url.startsWith('/')) throw new KubectlError('nonResourceURL should start with /')
    if (/\*./.test(url))
      throw new KubectlError(
        `nonResourceURL only supports wildcard matches when they are at the end of the URL`,
      )
  }
  const wrong = urls.length === 0 ? undefined : verbs.find((verb) => verb !== '*' && !urlVerbs.has(verb))
  if (wrong !== undefined) throw new KubectlError(`invalid verb: '${wrong}' for nonResourceURL`)
}

/** One rule for each group, in the order of the groups' first resources. */
async function resourceRules(session: Session, verbs: string[]): Promise<PolicyRule[]> {
  const resourceNames = unique(session.flags.strings('resource-name'))
  const groups = new Map<string, string[]>()
  for (const text of unique(session.flags.strings('resource'))) {
    const [type = '', ...sub] = text.split('/')
    if (type === '') throw new KubectlError('resource must be specified if apiGroup/subresource specified')
    const found = /^\*(?:\.|$)/.test(type)
      ? undefined
      : findResource(await session.resources(), type, (text) => new PlainError(text))
    const group = found?.group ?? type.slice(2)
    const name = [found?.name ?? '*', ...sub].join('/')
    groups.set(group, [...(groups.get(group) ?? []), name])
  }
  return [...groups]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([group, resources]) => ({
      apiGroups: [group],
      ...(resourceNames.length === 0 ? {} : { resourceNames }),
      resources,
      verbs,
    }))
}

async function role(session: Session, name: string): Promise<KubeObject> {
  const verbs = verbsOf(session)
  if (session.flags.strings('resource').length === 0)
    throw new KubectlError('at least one resource must be specified')
  warnOfVerbs(session, verbs)
  return {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'Role',
    metadata: await objectMeta(session, { name }),
    rules: await resourceRules(session, verbs),
  }
}

async function clusterRole(session: Session, name: string): Promise<KubeObject> {
  const { flags } = session
  const base = { apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'ClusterRole' }
  const metadata = clusterMeta(session, { name })
  const aggregation = flags.map('aggregation-rule')
  const urls = unique(flags.strings('non-resource-url'))
  if (aggregation.size > 0) {
    if (urls.length + flags.strings('verb').length + flags.strings('resource').length > 0)
      throw new KubectlError(
        'aggregation rule must be specified without nonResourceURLs, verbs, resources or resourceNames',
      )
    const selector = { matchLabels: Object.fromEntries(aggregation) }
    return { ...base, metadata, aggregationRule: { clusterRoleSelectors: [selector] }, rules: null }
  }
  const verbs = verbsOf(session)
  if (flags.strings('resource').length === 0 && urls.length === 0)
    throw new KubectlError('one of resource or nonResourceURL must be specified')
  if (flags.strings('resource').length > 0) warnOfVerbs(session, verbs)
  checkUrls(urls, verbs)
  const urlRules = urls.length === 0 ? [] : [{ nonResourceURLs: urls, verbs }]
  return { ...base, metadata, rules: [...(await resourceRules(session, verbs)), ...urlRules] }
}

function subjectsOf(session: Session): object[] {
  const { flags } = session
  const apiGroup = 'rbac.authorization.k8s.io'
  const accounts = flags.strings('serviceaccount').map((text) => {
    const [namespace = '', name = '', ...rest] = text.split(':')
    if (namespace === '' || name === '' || rest.length > 0)
      throw new KubectlError('serviceaccount must be <namespace>:<name>')
    return { kind: 'ServiceAccount', name, namespace }
  })
  return [
    ...flags.strings('user').map((name) => ({ apiGroup, kind: 'User', name })),
    ...flags.strings('group').map((name) => ({ apiGroup, kind: 'Group', name })),
    ...accounts,
  ]
}

function binding(
  session: Session,
  kind: string,
  metadata: KubeObject['metadata'],
  roleKind: string,
  roleName: string,
): KubeObject {
  const subjects = subjectsOf(session)
  return {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind,
    metadata,
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: roleKind, name: roleName },
    ...(subjects.length === 0 ? {} : { subjects }),
  }
}

async function roleBinding(session: Session, name: string): Promise<KubeObject> {
  const [cluster, own] = [session.flags.string('clusterrole'), session.flags.string('role')]
  if ((cluster === '') === (own === ''))
    throw new KubectlError('exactly one of clusterrole or role must be specified')
  const metadata = await objectMeta(session, { name })
  return cluster === ''
    ? binding(session, 'RoleBinding', metadata, 'Role', own)
    : binding(session, 'RoleBinding', metadata, 'ClusterRole', cluster)
}

function clusterRoleBinding(session: Session, name: string): KubeObject {
  const metadata = clusterMeta(session, { name })
  return binding(session, 'ClusterRoleBinding', metadata, 'ClusterRole', session.flags.string('clusterrole'))
}

/** Generators of roles and their bindings, by the words after `create`. */
export const rbacGenerators: Readonly<Record<string, Generator>> = {
  role: { build: role },
  clusterrole: { build: clusterRole },
  rolebinding: { build: roleBinding, failure: 'failed to create rolebinding:' },
  clusterrolebinding: { build: clusterRoleBinding, failure: 'failed to create clusterrolebinding:' },
}
