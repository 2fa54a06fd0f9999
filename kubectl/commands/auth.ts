// Upstream: kubectl/pkg/cmd/auth
import type { UserInfo } from '../../api/authentication-v1.ts'
import { goSprint } from '../../apimachinery/go-print/json-values.ts'
import type { KubeObject } from '../../apimachinery/json.ts'
import { KubectlError, ServerError, SilentExit } from '../errors.ts'
import { operationPrinter } from '../printers/printer.ts'
import { TableWriter } from '../printers/tab-writer.ts'
import { findResource, type Resource } from '../resources/discovery.ts'
import type { Session } from '../session.ts'
import { commandDialect } from './dialect.ts'
import { compactRules, type Rule, ruleCells } from './policy-rules.ts'

const resourceVerbs = new Set([
  'get',
  'list',
  'watch',
  'create',
  'update',
  'patch',
  'delete',
  'deletecollection',
  'use',
  'bind',
  'impersonate',
  '*',
  'approve',
  'sign',
  'escalate',
  'attest',
])
const urlVerbs = new Set(['get', 'put', 'post', 'head', 'options', 'delete', 'patch', '*'])
/** Resources that only authorization knows. */
const unserved = new Set(['users', 'groups'])

/** @param apiVersion `authorization.k8s.io/v1` */
async function review<T>(session: Session, kind: string, apiVersion: string, spec: unknown): Promise<T> {
  const path = `/apis/${apiVersion}/${kind.toLowerCase()}s`
  const body = JSON.stringify({
    apiVersion,
    kind,
    metadata: {},
    ...(spec === undefined ? {} : { spec }),
  })
  return (await session.transport()).json<T>(path, { method: 'POST', body })
}

/**
 * `kubectl auth can-i`: asks for a SelfSubjectAccessReview, or with --list for all rules. Exit code 1 where access is
 * denied.
 */
export async function canI(session: Session, words: string[]): Promise<number> {
  const { flags } = session
  if (flags.bool('list')) return listAccess(session, words)
  if (words.length !== 2 && commandDialect(session.minor).takesNameByItself)
    throw new KubectlError(
      'you must specify two or three arguments: verb, resource, and optional resourceName',
    )
  if (words.length !== 2)
    throw new KubectlError(
      "you must specify two arguments: verb resource or verb resource/resourceName.\nSee 'kubectl auth can-i -h' for help and examples.",
    )
  const [verb = '', what = ''] = words
  const spec = what.startsWith('/')
    ? { nonResourceAttributes: nonResource(session, verb, what) }
    : { resourceAttributes: await resourceAttributes(session, verb, what) }
  if (flags.bool('no-headers')) throw new KubectlError('--no-headers cannot be set without --list specified')
  const { status } = await review<{
    status: { allowed: boolean; reason?: string; evaluationError?: string }
  }>(session, 'SelfSubjectAccessReview', 'authorization.k8s.io/v1', spec)
  if (!flags.bool('quiet')) {
    const more = [status.reason, status.evaluationError].filter((t) => (t ?? '') !== '')
    session.host.stdout(status.allowed ? 'yes\n' : `${['no', ...more].join(' - ')}\n`)
  }
  if (!status.allowed) throw new SilentExit(1)
  return 0
}

const warn = (session: Session, text: string): void =>
  session.host.stderr(`Warning: ${text}\n${commandDialect(session.minor).spacedWarnings ? '\n' : ''}`)

function nonResource(session: Session, verb: string, path: string): { verb: string; path: string } {
  if (session.flags.string('subresource') !== '')
    throw new KubectlError('--subresource can not be used with NonResourceURL')
  if (!urlVerbs.has(verb)) warn(session, `verb '${verb}' is not a known verb`)
  return { verb, path }
}

async function resourceAttributes(session: Session, verb: string, what: string): Promise<unknown> {
  const { flags } = session
  const [type = '', ...rest] = what.split('/')
  const found = type === '*' ? undefined : await served(session, type)
  const all = flags.bool('all-namespaces')
  if (found !== undefined && !all) {
    if (!found.namespaced)
      warn(
        session,
        `resource '${found.name}' is not namespace scoped${found.group === '' ? '' : ` in group '${found.group}'`}`,
      )
  }
  if (!all && !resourceVerbs.has(verb)) warn(session, `verb '${verb}' is not a known verb`)
  return {
    ...(all ? {} : { namespace: await session.namespace() }),
    verb,
    ...(found === undefined || found.group === '' ? {} : { group: found.group }),
    resource: found?.name ?? type,
    ...(flags.string('subresource') === '' ? {} : { subresource: flags.string('subresource') }),
    ...(rest.length === 0 ? {} : { name: rest.join('/') }),
  }
}

async function served(session: Session, type: string): Promise<Resource | undefined> {
  // What is wrong with the configuration is no lack of the resource.
  await session.transport()
  try {
    return findResource(await session.resources(), type)
  } catch (error) {
    if (error instanceof ServerError) throw error
    const [name = '', ...group] = type.split('.')
    if (!unserved.has(type))
      warn(
        session,
        `the server doesn't have a resource type '${name}'${group.length === 0 ? '' : ` in group '${group.join('.')}'`}`,
      )
    return undefined
  }
}

async function listAccess(session: Session, words: readonly string[]): Promise<number> {
  const { flags, host } = session
  if (words.length > 0) throw new KubectlError('list option must be specified with no arguments')
  if (flags.bool('quiet') || flags.bool('all-namespaces') || flags.string('subresource') !== '')
    throw new KubectlError(
      "list option can't be specified with neither quiet, all-namespaces nor subresource options",
    )
  const { status } = await review<{
    status: { resourceRules: Rule[]; nonResourceRules: Rule[]; incomplete: boolean; evaluationError?: string }
  }>(session, 'SelfSubjectRulesReview', 'authorization.k8s.io/v1', { namespace: await session.namespace() })
  if (status.incomplete) host.stderr(`Warning: the list may be incomplete: ${status.evaluationError ?? ''}\n`)
  const rows = compactRules([...status.resourceRules, ...status.nonResourceRules]).map(ruleCells)
  const head = ['Resources', 'Non-Resource URLs', 'Resource Names', 'Verbs']
  host.stdout(new TableWriter().write(flags.bool('no-headers') ? rows : [head, ...rows]))
  return 0
}

interface SelfSubjectReview extends KubeObject {
  status: { userInfo: UserInfo }
}

/** Of the first of these versions that the server has. */
async function selfReview(
  session: Session,
  [version, ...older]: readonly string[],
): Promise<SelfSubjectReview> {
  try {
    return await review(session, 'SelfSubjectReview', `authentication.k8s.io/${version}`, undefined)
  } catch (error) {
    const absent = 'the selfsubjectreviews API is not enabled in the cluster'
    const reason = error instanceof ServerError ? error.reason : ''
    if (reason === 'NotFound' && older.length > 0) return selfReview(session, older)
    if (reason === 'NotFound')
      throw new KubectlError(
        `${absent}\nenable APISelfSubjectReview feature gate and authentication.k8s.io/v1alpha1 or authentication.k8s.io/v1beta1 API`,
      )
    if (reason === 'Forbidden') throw new KubectlError(`${absent} or you do not have permission to call it`)
    throw error
  }
}

/** `kubectl auth whoami`: the user of the request, by a SelfSubjectReview. */
export async function whoami(session: Session): Promise<number> {
  const { flags, host } = session
  const print = flags.string('output') === '' ? undefined : await operationPrinter(session, 'none', true)
  const answer = await selfReview(session, commandDialect(session.minor).selfReviewVersions)
  if (print !== undefined) {
    print(answer, '')
    return 0
  }
  const { username = '', uid = '', groups = [], extra = {} } = answer.status.userInfo
  const rows = [
    ['ATTRIBUTE', 'VALUE'],
    ...(username === '' ? [] : [['Username', username]]),
    ...(uid === '' ? [] : [['UID', uid]]),
    ...(groups.length === 0 ? [] : [['Groups', goSprint(groups)]]),
    ...Object.keys(extra)
      .sort()
      .map((key) => [`Extra: ${key}`, goSprint(extra[key])]),
  ]
  host.stdout(new TableWriter().write(rows))
  return 0
}
