// Upstream: kubectl/pkg/cmd/set/set_env.go

import type { EnvVar } from '../../../api/core-v1.ts'
import type { KubeObject } from '../../../apimachinery/json.ts'
import { goQuote } from '../../../component-base/go/quote.ts'
import { KubectlError } from '../../errors.ts'
import { buildTargets, flagOptions, visit } from '../../resources/builder.ts'
import { findResource, pathOf } from '../../resources/discovery.ts'
import { podSpecOf } from '../../resources/pod-template.ts'
import type { Session } from '../../session.ts'
import { commandDialect } from '../dialect.ts'
import { selectContainers } from './containers.ts'
import { refuseLocalServerDryRun, updateObjects } from './update.ts'

const isPair = (word: string): boolean => /^[A-Za-z_][\w.-]*=/.test(word)
const isRemoval = (word: string): boolean => /^[A-Za-z_][\w.-]*-$/.test(word) && !word.includes('/')

/** `kubectl set env`: sets and removes environment variables of containers (`KEY=VALUE`, `KEY-`), or lists them. */
export async function setEnv(session: Session, words: string[]): Promise<number> {
  const { flags } = session
  const changes = words.filter((word) => isPair(word) || isRemoval(word))
  const resources = words.filter((word) => !changes.includes(word))
  validate(session, resources)
  const added = [
    ...(await fromSource(session)),
    ...[...changes.filter(isPair), ...flags.strings('env')].map(
      (pair): EnvVar => ({
        name: pair.slice(0, pair.indexOf('=')),
        value: pair.slice(pair.indexOf('=') + 1),
      }),
    ),
  ]
  const removed = changes.filter(isRemoval).map((word) => word.slice(0, -1))
  if (flags.bool('list')) return list(session, resources, (old) => updated(session, old, added, removed))
  return updateObjects(session, resources, {
    operation: 'env updated',
    failure: 'failed to patch env update to pod template:',
    change: (object) => {
      const selected = selectContainers(podSpecOf(object), flags.string('containers', '*'))
      if (selected.length === 0)
        session.host.stderr(
          `${commandDialect(session.minor).setEnvWarning}: ${object.kind}/${object.metadata.name} does not have any containers matching ${goQuote(flags.string('containers', '*'))}\n`,
        )
      for (const container of selected) container.env = updated(session, container.env ?? [], added, removed)
    },
  })
}

function validate(session: Session, resources: readonly string[]): void {
  const { flags } = session
  if (flags.bool('all') && flags.string('selector') !== '')
    throw new KubectlError('cannot set --all and --selector at the same time')
  refuseLocalServerDryRun(session)
  if (resources.length === 0 && flags.strings('filename').length === 0)
    throw new KubectlError(
      'one or more resources must be specified as <resource> <name> or <resource>/<name>',
    )
  if (flags.bool('list') && flags.string('output') !== '')
    throw new KubectlError('--list and --output may not be specified together')
  if (flags.strings('keys').length > 0 && flags.string('from') === '')
    throw new KubectlError('when specifying --keys, a configmap or secret must be provided with --from')
}

function updated(session: Session, old: EnvVar[], added: EnvVar[], removed: string[]): EnvVar[] {
  const next = [...old]
  for (const variable of added) {
    const at = next.findIndex((v) => v.name === variable.name)
    if (at >= 0 && !session.flags.bool('overwrite', true))
      throw new KubectlError(
        `'${variable.name}' already has a value (${next[at]!.value ?? ''}), and --overwrite is false`,
      )
    if (at >= 0) next[at] = variable
    else next.push(variable)
  }
  return next.filter((v) => !removed.includes(v.name ?? ''))
}

/** Variables that refer to the keys of a config map or secret. */
async function fromSource(session: Session): Promise<EnvVar[]> {
  const { flags } = session
  if (flags.string('from') === '') return []
  const [type = '', name = ''] = flags.string('from').split('/')
  const resource = findResource(await session.resources(), type)
  const refs: Readonly<Record<string, string>> = { ConfigMap: 'configMapKeyRef', Secret: 'secretKeyRef' }
  const ref = refs[resource.kind]
  if (ref === undefined) throw new KubectlError('unsupported resource specified in --from')
  const path = pathOf(resource, await session.namespace(), name)
  const source = await (await session.transport()).json<KubeObject>(path)
  const keys = flags.strings('keys')
  return Object.keys((source['data'] ?? {}) as object)
    .filter((key) => keys.length === 0 || keys.includes(key))
    .map((key) => ({
      name: `${flags.string('prefix')}${variableOf(session, key)}`,
      valueFrom: { [ref]: { name, key } },
    }))
}

/** The name of the variable of a key; says so where it is not the key itself. Upstream: keyToEnvName */
function variableOf({ host }: Session, key: string): string {
  const name = key.replace(/[^a-zA-Z0-9_]/g, '_').toUpperCase()
  if (name !== key) host.stderr(`Warning: key ${key} transferred to ${name}\n`)
  return name
}

/** Shows the variables that containers would have after a change. */
async function list(
  session: Session,
  resources: readonly string[],
  change: (old: EnvVar[]) => EnvVar[],
): Promise<number> {
  const options = { ...flagOptions(session), typed: true }
  await visit(session, await buildTargets(session, resources, options), options, async (info) => {
    const containers = selectContainers(podSpecOf(info.object), session.flags.string('containers', '*'))
    for (const container of containers) {
      session.host.stdout(`# ${info.resource.kind} ${info.name}, container ${container.name}\n`)
      for (const v of change(container.env ?? [])) session.host.stdout(`${shownVariable(v)}\n`)
    }
  })
  return 0
}

function shownVariable({ name, value, valueFrom }: EnvVar): string {
  if (valueFrom === undefined) return `${name}=${value ?? ''}`
  const { configMapKeyRef, secretKeyRef, fieldRef, resourceFieldRef } = valueFrom
  if (configMapKeyRef !== undefined)
    return `# ${name} from configmap ${configMapKeyRef.name}, key ${configMapKeyRef.key}`
  if (secretKeyRef !== undefined) return `# ${name} from secret ${secretKeyRef.name}, key ${secretKeyRef.key}`
  if (fieldRef !== undefined) return `# ${name} from field path ${fieldRef.fieldPath}`
  return `# ${name} from resource ${resourceFieldRef?.resource ?? ''}`
}
