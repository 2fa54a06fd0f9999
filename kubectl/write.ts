// create, apply, replace, delete, label, annotate, patch, scale, taint, cordon.
import { parse } from 'yaml'
import type { KubeObject } from '../server/apimachinery/json.ts'
import { readManifests } from './manifests.ts'
import { formatter } from './print.ts'
import { pathOf, type Resource, resourceOfKind, shownName } from './resources.ts'
import type { Session } from './session.ts'
import { targetsOf } from './targets.ts'
import { threeWayMerge } from './three-way.ts'
import { KubectlError, ServerError } from './usage-error.ts'

const lastApplied = 'kubectl.kubernetes.io/last-applied-configuration'
const mergePatch = 'application/merge-patch+json'

async function located(
  session: Session,
  object: KubeObject,
): Promise<{ resource: Resource; namespace: string }> {
  const resource = resourceOfKind(await session.resources(), object.apiVersion, object.kind)
  if (resource === undefined) {
    throw new KubectlError(
      `resource mapping not found for name: "${object.metadata?.name ?? ''}" namespace: "${object.metadata?.namespace ?? ''}" from "${session.line.get('filename') ?? 'STDIN'}": no matches for kind "${object.kind}" in version "${object.apiVersion}"\nensure CRDs are installed first`,
    )
  }
  return { resource, namespace: object.metadata?.namespace ?? (await session.namespace()) }
}

function params(session: Session, extra: Record<string, string> = {}): string {
  const dry: Record<string, string> = session.line.get('dry-run') === 'server' ? { dryRun: 'All' } : {}
  return `?${new URLSearchParams({ fieldManager: session.line.get('field-manager') ?? 'kubectl', ...dry, ...extra })}`
}

const dryNote = (session: Session): string =>
  ({ server: ' (server dry run)', client: ' (dry run)' })[session.line.get('dry-run') ?? ''] ?? ''

export function report(session: Session, resource: Resource, object: KubeObject, what: string): void {
  const output = session.line.get('output') ?? ''
  const name = shownName(resource, object.metadata.name ?? '')
  if (output === '') session.host.stdout(`${name} ${what}${dryNote(session)}\n`)
  else if (output === 'name') session.host.stdout(`${name}\n`)
  else session.host.stdout(formatter(output)!(object))
}

const validation = (session: Session): Record<string, string> => {
  const v = session.line.get('validate')
  return { fieldValidation: v === 'false' || v === 'ignore' ? 'Ignore' : v === 'warn' ? 'Warn' : 'Strict' }
}

export async function createObject(session: Session, object: KubeObject, what = 'created'): Promise<void> {
  const { resource, namespace } = await located(session, object)
  if (session.line.get('dry-run') === 'client') return report(session, resource, object, what)
  const transport = await session.transport()
  const manager = session.line.get('field-manager') ?? 'kubectl-create'
  const made = await transport.json<KubeObject>(
    `${pathOf(resource, namespace)}${params(session, { fieldManager: manager, ...validation(session) })}`,
    { method: 'POST', body: JSON.stringify(object) },
  )
  report(session, resource, made, what)
}

export async function apply(session: Session): Promise<number> {
  return each(session, await readManifests(session), async (object) => {
    const { resource, namespace } = await located(session, object)
    const path = pathOf(resource, namespace, object.metadata.name)
    if (session.line.is('server-side')) return serverSideApply(session, resource, path, object)
    await clientSideApply(session, resource, namespace, path, object)
  })
}

async function serverSideApply(
  session: Session,
  resource: Resource,
  path: string,
  object: KubeObject,
): Promise<void> {
  const query = params(session, { force: String(session.line.is('force-conflicts')), ...validation(session) })
  const transport = await session.transport()
  const made = await transport.json<KubeObject>(path + query, {
    method: 'PATCH',
    body: JSON.stringify(object),
    contentType: 'application/apply-patch+yaml',
  })
  report(session, resource, made, 'serverside-applied')
}

async function clientSideApply(
  session: Session,
  resource: Resource,
  namespace: string,
  path: string,
  object: KubeObject,
): Promise<void> {
  const transport = await session.transport()
  const manager = {
    fieldManager: session.line.get('field-manager') ?? 'kubectl-client-side-apply',
    ...validation(session),
  }
  const wanted = {
    ...object,
    metadata: { ...object.metadata, annotations: { ...object.metadata.annotations } },
  }
  if (resource.namespaced) wanted.metadata.namespace = namespace
  if (Object.keys(wanted.metadata.annotations).length === 0) wanted.metadata.annotations = {}
  const record = `${JSON.stringify(sortKeys(wanted))}\n`
  wanted.metadata.annotations[lastApplied] = record
  const live = await transport.json<KubeObject>(path).catch((error: unknown) => {
    if (error instanceof ServerError && error.code === 404) return undefined
    throw error
  })
  if (live === undefined) {
    const made =
      session.line.get('dry-run') === 'client'
        ? wanted
        : await transport.json<KubeObject>(`${pathOf(resource, namespace)}${params(session, manager)}`, {
            method: 'POST',
            body: JSON.stringify(wanted),
          })
    return report(session, resource, made, 'created')
  }
  const before = live.metadata.annotations?.[lastApplied]
  if (before === undefined)
    session.host.stderr(
      `Warning: resource ${resource.name}/${object.metadata.name} is missing the ${lastApplied} annotation which is required by kubectl apply. kubectl apply should only be used on resources created declaratively by either kubectl create --save-config or kubectl apply. The missing annotation will be patched automatically.\n`,
    )
  const patch = threeWayMerge(
    before === undefined ? {} : (JSON.parse(before) as Record<string, unknown>),
    wanted,
    live,
  )
  if (Object.keys(patch).length === 0) return report(session, resource, live, 'unchanged')
  if (session.line.get('dry-run') === 'client') return report(session, resource, live, 'configured')
  // Deviates: the patch is a JSON merge patch, lists are sent whole.
  const made = await transport.json<KubeObject>(path + params(session, manager), {
    method: 'PATCH',
    body: JSON.stringify(patch),
    contentType: mergePatch,
  })
  report(
    session,
    resource,
    made,
    made.metadata.resourceVersion === live.metadata.resourceVersion ? 'unchanged' : 'configured',
  )
}

function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys)
  if (typeof value !== 'object' || value === null) return value
  const map = value as Record<string, unknown>
  return Object.fromEntries(
    Object.keys(map)
      .sort()
      .map((k) => [k, sortKeys(map[k])]),
  )
}

/** Goes on after an object that the server refuses; exit code 1 then. */
export async function each(
  session: Session,
  objects: KubeObject[],
  work: (object: KubeObject) => Promise<void>,
): Promise<number> {
  let code = 0
  for (const object of objects) {
    try {
      await work(object)
    } catch (error) {
      if (!(error instanceof ServerError) || objects.length === 1) throw withSource(session, error)
      const wrapped = withSource(session, error) as ServerError
      session.host.stderr(`Error from server (${wrapped.reason}): ${wrapped.message}\n`)
      code = 1
    }
  }
  return code
}

function withSource(session: Session, error: unknown): unknown {
  const file = session.line.get('filename')
  if (!(error instanceof ServerError) || file === undefined) return error
  return new ServerError({
    reason: error.reason,
    code: error.code,
    message: `error when ${session.line.words[0] === 'apply' ? 'applying patch' : 'creating'} "${file === '-' ? 'STDIN' : file}": ${error.message}`,
  })
}

export async function replace(session: Session): Promise<number> {
  return each(session, await readManifests(session), async (object) => {
    const { resource, namespace } = await located(session, object)
    const transport = await session.transport()
    const path = `${pathOf(resource, namespace, object.metadata.name)}${params(session, { fieldManager: 'kubectl-replace', ...validation(session) })}`
    report(
      session,
      resource,
      await transport.json<KubeObject>(path, { method: 'PUT', body: JSON.stringify(object) }),
      'replaced',
    )
  })
}

export async function remove(session: Session, words: string[]): Promise<number> {
  const transport = await session.transport()
  const victims: { resource: Resource; namespace: string; name: string }[] = []
  if (session.line.get('filename') !== undefined) {
    for (const object of await readManifests(session))
      victims.push({ ...(await located(session, object)), name: object.metadata.name ?? '' })
  } else {
    const namespace = await session.namespace()
    for (const { resource, name } of await targetsOf(session, words)) {
      if (name !== undefined) victims.push({ resource, namespace, name })
      else victims.push(...(await selected(session, resource, namespace)))
    }
  }
  let code = 0
  const policy = { background: 'Background', foreground: 'Foreground', orphan: 'Orphan' }[
    session.line.get('cascade') ?? 'background'
  ]
  for (const { resource, namespace, name } of victims) {
    const grace = session.line.is('now')
      ? 1
      : session.line.is('force')
        ? 0
        : Number(session.line.get('grace-period') ?? -1)
    const body = JSON.stringify({
      kind: 'DeleteOptions',
      apiVersion: 'v1',
      propagationPolicy: policy,
      ...(grace >= 0 ? { gracePeriodSeconds: grace } : {}),
    })
    try {
      await transport.text(`${pathOf(resource, namespace, name)}${params(session)}`, {
        method: 'DELETE',
        body,
      })
      const where = resource.namespaced ? ` from ${namespace} namespace` : ''
      const qualified = `${resource.singular}${resource.group === '' ? '' : `.${resource.group}`}`
      session.host.stdout(
        session.line.get('output') === 'name'
          ? `${shownName(resource, name)}\n`
          : `${qualified} "${name}" deleted${where}${dryNote(session)}\n`,
      )
      if (session.line.get('wait') !== 'false') await gone(session, pathOf(resource, namespace, name))
    } catch (error) {
      if (!(error instanceof ServerError)) throw error
      if (error.code === 404 && session.line.is('ignore-not-found')) continue
      session.host.stderr(`Error from server (${error.reason}): ${error.message}\n`)
      code = 1
    }
  }
  if (victims.length === 0) session.host.stdout('No resources found\n')
  return code
}

async function selected(
  session: Session,
  resource: Resource,
  namespace: string,
): Promise<{ resource: Resource; namespace: string; name: string }[]> {
  const selector = session.line.get('selector')
  if (selector === undefined && !session.line.is('all'))
    throw new KubectlError('resource(s) were provided, but no name was specified')
  const query = selector === undefined ? '' : `?labelSelector=${encodeURIComponent(selector)}`
  const list = await (await session.transport()).json<{ items: KubeObject[] }>(
    `${pathOf(resource, namespace)}${query}`,
  )
  return list.items.map((o) => ({
    resource,
    namespace: o.metadata.namespace ?? namespace,
    name: o.metadata.name ?? '',
  }))
}

async function gone(session: Session, path: string): Promise<void> {
  const transport = await session.transport()
  for (let i = 0; i < 100; i++) {
    if ((await transport.text(path).catch(() => undefined)) === undefined) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

/** `label` and `annotate`: `key=value`, `key-`. */
export async function setMetadata(
  session: Session,
  words: string[],
  field: 'labels' | 'annotations',
): Promise<number> {
  const changes = words.filter((w) =>
    /=|-$/.test(w) && !w.includes('/') ? true : /=/.test(w) || /^[\w.-]+\/[\w.-]+-$/.test(w),
  )
  const verb = field === 'labels' ? 'label' : 'annotat'
  return modify(
    session,
    words.filter((w) => !changes.includes(w)),
    async (live) => {
      const old = (live.metadata[field] ?? {}) as Record<string, string>
      const patch: Record<string, string | null> = {}
      for (const change of changes) {
        const at = change.indexOf('=')
        if (at < 0) patch[change.slice(0, -1)] = null
        else {
          const key = change.slice(0, at)
          if (Object.hasOwn(old, key) && old[key] !== change.slice(at + 1) && !session.line.is('overwrite'))
            throw new KubectlError(`'${key}' already has a value (${old[key]}), and --overwrite is false`)
          patch[key] = change.slice(at + 1)
        }
      }
      const changed = Object.entries(patch).some(([k, v]) => (Object.hasOwn(old, k) ? old[k] : null) !== v)
      const removed = changes.every((c) => !c.includes('='))
      const what =
        field === 'labels'
          ? removed && changed
            ? 'unlabeled'
            : changed
              ? 'labeled'
              : 'not labeled'
          : changed || field === 'annotations'
            ? 'annotated'
            : `not ${verb}ed`
      return { patch: { metadata: { [field]: patch } }, what }
    },
  )
}

async function modify(
  session: Session,
  words: string[],
  change: (live: KubeObject) => Promise<{ patch: unknown; what: string }>,
  contentType = mergePatch,
): Promise<number> {
  const transport = await session.transport()
  const namespace = await session.namespace()
  for (const { resource, name } of await targetsOf(session, words)) {
    const names =
      name === undefined ? (await selected(session, resource, namespace)).map((v) => v.name) : [name]
    for (const one of names) {
      const path = pathOf(resource, namespace, one)
      const live = await transport.json<KubeObject>(path)
      const { patch, what } = await change(live)
      const made = await transport.json<KubeObject>(
        path + params(session, { fieldManager: `kubectl-${session.line.words[0]}` }),
        { method: 'PATCH', body: JSON.stringify(patch), contentType },
      )
      report(session, resource, made, what)
    }
  }
  return 0
}

export async function patchCommand(session: Session, words: string[]): Promise<number> {
  const { line, host } = session
  const file = line.get('patch-file')
  const text = line.get('patch') ?? (file === undefined ? undefined : await host.readFile(file))
  if (text === undefined)
    throw new KubectlError('must specify --patch or --patch-file containing the contents of the patch')
  const types: Readonly<Record<string, string>> = {
    json: 'application/json-patch+json',
    merge: mergePatch,
    strategic: 'application/strategic-merge-patch+json',
  }
  const contentType = types[line.get('type') ?? 'strategic']
  if (contentType === undefined)
    throw new KubectlError(`--type must be one of [json merge strategic], not "${line.get('type')}"`)
  const transport = await session.transport()
  const namespace = await session.namespace()
  for (const { resource, name } of await targetsOf(session, words)) {
    const path = pathOf(resource, namespace, name, line.get('subresource'))
    const before = await transport.json<KubeObject>(path)
    const made = await transport.json<KubeObject>(path + params(session, { fieldManager: 'kubectl-patch' }), {
      method: 'PATCH',
      body: JSON.stringify(parse(text)),
      contentType,
    })
    report(
      session,
      resource,
      made,
      before.metadata.resourceVersion === made.metadata.resourceVersion ? 'patched (no change)' : 'patched',
    )
  }
  return 0
}

export async function scale(session: Session, words: string[]): Promise<number> {
  const replicas = Number(session.line.get('replicas') ?? Number.NaN)
  if (Number.isNaN(replicas)) throw new KubectlError('required flag(s) "replicas" not set')
  const transport = await session.transport()
  const namespace = await session.namespace()
  for (const { resource, name } of await targetsOf(session, words)) {
    const path = pathOf(resource, namespace, name, 'scale')
    await transport.json(path + params(session), {
      method: 'PATCH',
      body: JSON.stringify({ spec: { replicas } }),
      contentType: mergePatch,
    })
    report(session, resource, { apiVersion: '', kind: '', metadata: { name: name ?? '' } }, 'scaled')
  }
  return 0
}

export async function cordon(session: Session, words: string[], on: boolean): Promise<number> {
  const said = on ? 'cordoned' : 'uncordoned'
  return modify(session, ['nodes', ...words.map((w) => w.replace(/^nodes?\//, ''))], async (live) => {
    const already = ((live['spec'] as { unschedulable?: boolean } | undefined)?.unschedulable ?? false) === on
    return { patch: { spec: { unschedulable: on ? true : null } }, what: already ? `already ${said}` : said }
  })
}

interface Taint {
  key: string
  value?: string
  effect: string
}

export async function taint(session: Session, words: string[]): Promise<number> {
  const changes = words.filter((w) => /[:=]|-$/.test(w) && !/^nodes?\//.test(w))
  return modify(
    session,
    words.filter((w) => !changes.includes(w)),
    async (live) => {
      let taints = ((live['spec'] as { taints?: Taint[] } | undefined)?.taints ?? []).slice()
      let removed = false
      for (const change of changes) {
        const match = /^([^=:]+?)(?:=([^:]*))?(?::(\w+))?(-)?$/.exec(change)
        if (match === null) throw new KubectlError(`invalid taint spec: ${change}`)
        const [, key = '', value, effect, minus] = match
        const same = (t: Taint): boolean => t.key === key && (effect === undefined || t.effect === effect)
        if (minus !== undefined) {
          if (!taints.some(same))
            throw new KubectlError(`taint "${key}${effect === undefined ? '' : `:${effect}`}" not found`)
          taints = taints.filter((t) => !same(t))
          removed = true
        } else {
          if (taints.some(same) && !session.line.is('overwrite'))
            throw new KubectlError(
              `node ${live.metadata.name} already has ${key} taint(s) with same effect(s) and --overwrite is false`,
            )
          taints = [
            ...taints.filter((t) => !same(t)),
            { key, ...(value === undefined || value === '' ? {} : { value }), effect: effect ?? '' },
          ]
        }
      }
      return {
        patch: { spec: { taints: taints.length === 0 ? null : taints } },
        what: removed ? 'untainted' : 'tainted',
      }
    },
  )
}
