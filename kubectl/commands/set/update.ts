// What all `set` commands do: find objects, change them, patch what changed.
// Upstream: kubectl/pkg/cmd/set/helper.go
import { deepCopy, type JsonObject, type KubeObject, semanticEqual } from '../../../apimachinery/json.ts'
import { createTwoWayMergePatch } from '../../../apimachinery/patch/create-two-way-patch.ts'
import { KubectlError } from '../../errors.ts'
import { dryRunOf, operationPrinter } from '../../printers/printer.ts'
import { type BuildOptions, buildTargets, flagOptions, type Info, visit } from '../../resources/builder.ts'
import { openApiSchemas } from '../../resources/openapi.ts'
import { patchOn } from '../../resources/writes.ts'
import type { Session } from '../../session.ts'

/** The change of a `kubectl set` command, and the texts about it. */
export interface Update {
  /** Changes the copy of an object in place. Throws KubectlErrors. */
  change: (object: KubeObject) => void
  /** `image updated`. */
  operation: string
  /** `failed to patch image update to pod template:`. */
  failure: string
  /** What does not change anything is sent and told, too. */
  evenWhereSame?: true
}

/** Throws where --local and --dry-run=server are both given. */
export function refuseLocalServerDryRun(session: Session): void {
  if (session.flags.bool('local') && dryRunOf(session) === 'server')
    throw new KubectlError('cannot specify --local and --dry-run=server - did you mean --dry-run=client?')
}

const optionsOf = (session: Session): BuildOptions => ({
  ...flagOptions(session),
  allowEmptySelector: session.flags.bool('all'),
  asInFile: session.flags.bool('local'),
  typed: true,
})

/** Throws what is wrong with a change, but before that what is wrong with the objects: upstream completes a command and then validates it. */
export async function refuseChange(
  session: Session,
  resources: readonly string[],
  problem: string,
): Promise<never> {
  const options = optionsOf(session)
  await visit(session, await buildTargets(session, resources, options), options, async () => {})
  throw new KubectlError(problem)
}

/** Changes copies of the objects and patches those that differ; with --local or --dry-run=client they are printed only. */
export async function updateObjects(
  session: Session,
  resources: readonly string[],
  update: Update,
): Promise<number> {
  const local = session.flags.bool('local')
  const print = await operationPrinter(session, undefined, true)
  if (local && session.flags.strings('filename').length === 0)
    throw new KubectlError(
      "you must specify resources by --filename when --local is set.\nExample resource specifications include:\n   '-f rsrc.yaml'\n   '--filename=rsrc.json'",
    )
  const options = optionsOf(session)
  const targets = await buildTargets(session, resources, options)
  const work = async (info: Info): Promise<void> => {
    const changed = deepCopy(info.object)
    try {
      update.change(changed)
    } catch (error) {
      const where = `${info.resource.name}/${info.name}`
      throw (error as Error).message.startsWith('error: ')
        ? error
        : new KubectlError(`error: ${where} ${(error as Error).message}\n`)
    }
    if (semanticEqual(info.object, changed) && update.evenWhereSame !== true) return
    if (local || dryRunOf(session) === 'client') print(changed, update.operation)
    else {
      const made = await send(session, info, changed).catch((error: unknown) => {
        throw new KubectlError(`${update.failure} ${(error as Error).message}`)
      })
      print(made, update.operation)
    }
  }
  await visit(session, targets, options, work)
  return 0
}

/** Patches an object by the difference between the server's and the changed one. */
export async function send(session: Session, info: Info, changed: KubeObject): Promise<KubeObject> {
  const { group, version, kind } = info.resource
  const schemas = await openApiSchemas(session, info.resource)
  const typeName = schemas?.typeName(group, version, kind)
  if (schemas === undefined || typeName === undefined)
    throw new KubectlError(`no schema of ${kind} in version ${version}`)
  const [before, after] = [info.object, changed] as unknown as [JsonObject, JsonObject]
  return patchOn(session, info, 'strategic', createTwoWayMergePatch(before, after, typeName, schemas))
}
