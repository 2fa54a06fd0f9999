// Upstream: the web services of discovery, /version and the service account issuer
import { upperFirst } from '../../../component-base/first-letter.ts'
import { groupTag, type Operation } from './operations.ts'
import { path } from './parameters.ts'

const meta = 'io.k8s.apimachinery.pkg.apis.meta.v1'
const plain = { method: 'get', parameters: [], bodyRequired: false, codes: [200], streams: false } as const

const core: Operation = {
  ...plain,
  path: '/api/',
  id: 'getCoreAPIVersions',
  tag: 'core',
  answer: `${meta}.APIVersions`,
}
const apis: Operation = {
  ...plain,
  path: '/apis/',
  id: 'getAPIVersions',
  tag: 'apis',
  answer: `${meta}.APIGroupList`,
}
const version: Operation = {
  ...plain,
  path: '/version/',
  id: 'getCodeVersion',
  tag: 'version',
  answer: 'io.k8s.apimachinery.pkg.version.Info',
  produces: ['application/json'],
}
const issuer: Operation = {
  ...plain,
  path: '/.well-known/openid-configuration/',
  id: 'getServiceAccountIssuerOpenIDConfiguration',
  tag: 'WellKnown',
  answer: undefined,
  produces: ['application/json'],
}
const keys: Operation = {
  ...plain,
  path: '/openid/v1/jwks/',
  id: 'getServiceAccountIssuerOpenIDKeyset',
  tag: 'openid',
  answer: undefined,
  produces: ['application/jwk-set+json'],
}
const log = { ...plain, codes: [], tag: 'logs', answer: undefined } as const
const logs: readonly Operation[] = [
  { ...log, path: '/logs/', id: 'logFileListHandler' },
  { ...log, path: '/logs/{logpath}', id: 'logFileHandler', parameters: [path('logpath')] },
]

/**
 * Operations of paths that belong to no group version, by the name of their document (`api`, `apis/apps`).
 * @param paths what the release serves beside resources
 */
export function rootOperations(
  groups: readonly string[],
  paths: readonly string[],
): ReadonlyMap<string, readonly Operation[]> {
  const out = new Map<string, readonly Operation[]>([['.well-known/openid-configuration', [issuer]]])
  if (groups.includes('')) out.set('api', [core])
  out.set('apis', [apis])
  for (const group of groups) {
    if (group === '') continue
    const tag = groupTag(group)
    out.set(`apis/${group}`, [
      {
        ...plain,
        path: `/apis/${group}/`,
        id: `get${upperFirst(tag)}APIGroup`,
        tag,
        answer: `${meta}.APIGroup`,
      },
    ])
  }
  if (paths.includes('/logs')) out.set('logs', logs)
  return out.set('openid/v1/jwks', [keys]).set('version', [version])
}
