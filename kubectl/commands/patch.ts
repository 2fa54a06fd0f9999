// Upstream: kubectl/pkg/cmd/patch/patch.go

import { type JsonObject, type JsonValue, type KubeObject, semanticEqual } from '../../apimachinery/json.ts'
import { applyJsonPatch } from '../../apimachinery/patch/json-patch.ts'
import { applyMergePatch } from '../../apimachinery/patch/merge-patch.ts'
import { applyStrategicMergePatch } from '../../apimachinery/patch/strategic-merge.ts'
import { goYaml } from '../../apimachinery/scheme/yaml-schema.ts'
import { yamlSyntaxError } from '../../apimachinery/scheme/yaml-syntax-error.ts'
import { parse, type YAMLParseError } from '../../component-base/yaml.ts'
import { KubectlError, ServerError } from '../errors.ts'
import { dryRunOf, operationPrinter } from '../printers/printer.ts'
import { buildTargets, flagOptions, type Info, visit } from '../resources/builder.ts'
import { openApiSchemas } from '../resources/openapi.ts'
import { type PatchKind, patchOn, patchTypes } from '../resources/writes.ts'
import type { Session } from '../session.ts'
import { checkSubresource } from './subresource.ts'

/** `kubectl patch`: sends a strategic merge, merge or JSON patch; with --local it is applied to a file. */
export async function patch(session: Session, words: string[]): Promise<number> {
  const { flags } = session
  checkSubresource(session)
  const kind = flags.string('type', 'strategic').toLowerCase()
  validate(session, kind)
  const text = await patchText(session)
  const options = { ...flagOptions(session), asInFile: true }
  const targets = await buildTargets(session, words, options)
  // Upstream sets the operation after the words about a dry run, which are lost.
  const print = await operationPrinter(session, 'none')
  const local = flags.bool('local') || dryRunOf(session) === 'client'
  const work = async (info: Info): Promise<void> => {
    const made = local
      ? await patchLocally(session, info, kind as PatchKind, JSON.parse(text) as JsonValue)
      : await patchRemotely(session, info, kind as PatchKind, text)
    print(made, sameObject(info.object, made) ? 'patched (no change)' : 'patched')
  }
  const count = await visit(session, targets, { ...options, subresource: flags.string('subresource') }, work)
  if (count === 0) throw new KubectlError('no objects passed to patch')
  return 0
}

const sameObject = (a: KubeObject, b: KubeObject): boolean =>
  a.metadata.resourceVersion === b.metadata.resourceVersion && semanticEqual(a, b)

function validate(session: Session, kind: string): void {
  const { flags } = session
  if (flags.bool('local') && flags.strings('filename').length === 0)
    throw new KubectlError('cannot specify --local and provide an argument - did you mean to use -f?')
  if (flags.bool('local') && dryRunOf(session) === 'server')
    throw new KubectlError('cannot specify --local and --dry-run=server - did you mean --dry-run=client?')
  if (flags.string('patch') !== '' && flags.string('patch-file') !== '')
    throw new KubectlError('cannot specify --patch and --patch-file together')
  if (flags.string('patch') === '' && flags.string('patch-file') === '')
    throw new KubectlError('must specify --patch or --patch-file containing the contents of the patch')
  if (kind !== 'json' && kind !== 'merge' && kind !== 'strategic')
    throw new KubectlError(`--type must be one of [json merge strategic], not "${flags.string('type')}"`)
}

/** The patch as JSON text. What begins as JSON is for the server to judge. */
async function patchText(session: Session): Promise<string> {
  const { flags, host } = session
  const file = flags.string('patch-file')
  const text =
    file === ''
      ? flags.string('patch')
      : await host.readFile(file).catch(() => {
          throw new KubectlError(`unable to read patch file: open ${file}: no such file or directory`)
        })
  if (text.trimStart().startsWith('{')) return text
  try {
    return JSON.stringify(parse(text, goYaml))
  } catch (error) {
    throw new KubectlError(
      `unable to parse "${text}": yaml: ${yamlSyntaxError([error as YAMLParseError], text)}`,
    )
  }
}

async function patchRemotely(
  session: Session,
  info: Info,
  kind: PatchKind,
  text: string,
): Promise<KubeObject> {
  const subresource = session.flags.string('subresource')
  try {
    return await patchOn(session, info, kind, text, { subresource })
  } catch (error) {
    if (!(error instanceof ServerError) || error.reason !== 'UnsupportedMediaType') throw error
    const { group, version, kind: name } = info.resource
    throw new KubectlError(
      `${patchTypes[kind]} is not supported by ${group === '' ? '' : `${group}/`}${version}, Kind=${name}: ${error.message}`,
    )
  }
}

async function patchLocally(
  session: Session,
  info: Info,
  kind: PatchKind,
  value: JsonValue,
): Promise<KubeObject> {
  const object = info.object as unknown as JsonObject
  if (kind === 'json') return applyJsonPatch(object, value) as unknown as KubeObject
  if (kind === 'merge') return applyMergePatch(object, value) as unknown as KubeObject
  const { resource } = info
  const schemas = await openApiSchemas(session, resource)
  const typeName = schemas?.typeName(resource.group, resource.version, resource.kind)
  if (schemas === undefined || typeName === undefined)
    throw new KubectlError(
      `strategic merge patch is not supported for ${resource.group}/${resource.version}, Kind=${resource.kind} locally, try --type merge`,
    )
  return applyStrategicMergePatch(object, value as JsonObject, typeName, schemas)
    .object as unknown as KubeObject
}
