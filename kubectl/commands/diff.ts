// Upstream: kubectl/pkg/cmd/diff/diff.go

import type { KubeObject } from '../../apimachinery/json.ts'
import { emitYaml } from '../../apimachinery/yaml-emitter.ts'
import { isNotFound, KubectlError, SilentExit } from '../errors.ts'
import { withoutManagedFields } from '../printers/printer.ts'
import { getObject } from '../resources/builder.ts'
import { type Manifest, visitManifests } from '../resources/manifests.ts'
import { createOn, patchOn } from '../resources/writes.ts'
import type { Session } from '../session.ts'
import { withoutLastApplied } from './apply/last-applied.ts'
import { Patcher } from './apply/patcher.ts'
import { commandDialect } from './dialect.ts'
import { unifiedDiff } from './unified-diff.ts'

/** `kubectl diff`: the difference that an apply would make. Exit code 1 where something differs. */
export async function diff(session: Session, words: string[]): Promise<number> {
  const { flags, host } = session
  if (words.length > 0) throw session.usageError(`Unexpected args: [${words.join(' ')}]`)
  if (flags.strings('filename').length === 0 && flags.string('kustomize') === '')
    throw new KubectlError('must specify one of -f and -k')
  const texts: string[] = []
  const work = async (manifest: Manifest): Promise<void> => {
    const [live, merged] = await versions(session, manifest)
    const text = unifiedDiff(shown(session, live), shown(session, merged))
    if (text === '') return
    const { resource, namespace = '' } = manifest
    const file = `${resource.group === '' ? '' : `${resource.group}.`}${resource.version}.${resource.kind}.${namespace}.${manifest.object.metadata.name}`
    const at = `${new Date(host.now()).toISOString().replace('T', ' ').replace('Z', '000000')} +0000`
    texts.push(
      `diff -u -N /tmp/LIVE/${file} /tmp/MERGED/${file}\n--- /tmp/LIVE/${file}\t${at}\n+++ /tmp/MERGED/${file}\t${at}\n${text}`,
    )
  }
  await visitManifests(session, work, { endsAtError: true })
  host.stdout(texts.join(''))
  if (texts.length > 0) throw new SilentExit(1)
  return 0
}

function shown(session: Session, object: KubeObject | undefined): string {
  if (object === undefined) return ''
  const shows = session.flags.bool('show-managed-fields') || commandDialect(session.minor).diffsManagedFields
  const plain = shows ? object : withoutManagedFields(object)
  return emitYaml(masked(plain))
}

/** Values of secrets are not shown. */
function masked(object: KubeObject): KubeObject {
  if (object.kind !== 'Secret' || object['data'] === undefined) return object
  const data = Object.keys(object['data'] as object).map((key): [string, string] => [key, '***'])
  return { ...object, data: Object.fromEntries(data) }
}

/** What the server has, and what it would have. */
async function versions(session: Session, manifest: Manifest): Promise<[KubeObject | undefined, KubeObject]> {
  const { flags } = session
  const target = { ...manifest, name: manifest.object.metadata.name ?? '' }
  const live = await getObject(session, target).catch((error: unknown) => {
    if (isNotFound(error)) return undefined
    throw error
  })
  const options = { dryRun: 'server' as const }
  if (flags.bool('server-side')) {
    const fieldManager = session.changed('field-manager') ? flags.string('field-manager') : 'kubectl'
    const force = flags.bool('force-conflicts')
    return [
      live,
      await patchOn(session, target, 'apply', manifest.object, { ...options, force, fieldManager }),
    ]
  }
  const modified = withoutLastApplied(manifest.object)
  if (live === undefined) return [undefined, await createOn(session, manifest, modified, options)]
  const { object } = await new Patcher(session, target, options).patch(live, modified, false)
  return [live, object]
}
