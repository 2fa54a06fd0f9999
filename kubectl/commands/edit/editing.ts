// Editing until what was edited can be taken: the loop of all commands that edit.
// Upstream: kubectl/pkg/cmd/util/editor/editoptions.go

import { goJson } from '../../../apimachinery/go-print/json-values.ts'
import { showGoSyntax } from '../../../apimachinery/go-print/untyped.ts'
import type { JsonObject, KubeObject, ManagedFieldsEntry } from '../../../apimachinery/json.ts'
import { goYaml } from '../../../apimachinery/scheme/yaml-schema.ts'
import { emitYaml } from '../../../apimachinery/yaml-emitter.ts'
import { goQuote } from '../../../component-base/go/quote.ts'
import { parse } from '../../../component-base/yaml.ts'
import { ErrorList, KubectlError, ServerError, SilentExit } from '../../errors.ts'
import { operationPrinter, withoutManagedFields } from '../../printers/printer.ts'
import type { Info } from '../../resources/builder.ts'
import { inGroup } from '../../resources/discovery.ts'
import { manifestsIn, otherNamespace } from '../../resources/manifests.ts'
import { documentProblems, validationDirective } from '../../resources/validation.ts'
import type { Session } from '../../session.ts'
import { essence, launchEditor, withoutComments } from './editor.ts'

/** What the editor is for. */
export interface EditMode {
  /** The first comment in the file. */
  header: string
  /** Sends an edited object; its ServerErrors are told in the file, which is edited again where they are mistakes. */
  submit(edited: Info): Promise<void>
  /** Whether errors of `submit` end the command. */
  endsAtError?: boolean
}

/** The header of a file with objects. */
export const objectHeader = `# Please edit the object below. Lines beginning with a '#' will be ignored,
# and an empty file will abort the edit. If an error occurs while saving this file will be
# reopened with the relevant failures.
#
`
/** The editor of a document changes nothing more by itself. */
const mostRounds = 10

interface Reason {
  head: string
  other: string[]
}

/** Has the objects edited in one file, and submits them. Rejects where that ends with an error; the file stays then. */
export async function editObjects(session: Session, infos: readonly Info[], mode: EditMode): Promise<void> {
  const original = shown(session, infos)
  const { host } = session
  let edited = ''
  let path = ''
  let reasons: Reason[] = []
  for (let round = 0; ; round++) {
    const again = reasons.length > 0
    const before = edited
    const header = session.flags.string('output') === 'json' ? '' : mode.header + told(reasons)
    const last = path
    path = `/tmp/kubectl-edit-${host.now()}${round === 0 ? '' : round}.${header === '' ? 'json' : 'yaml'}`
    const text = header + (again ? withoutComments(before) : original)
    edited = await launchEditor(host, path, lineEndings(session, text)).catch((error: unknown) => {
      throw kept(session, last, error)
    })
    if (again && (essence(before) === essence(edited) || round >= mostRounds))
      throw kept(session, path, new KubectlError('Edit cancelled, no valid changes were saved.'))
    reasons = await mistakes(session, edited, infos[0]!)
    if (reasons.length > 0) continue
    if (essence(original) === essence(edited)) return host.stderr('Edit cancelled, no changes made.\n')
    if (withoutComments(edited).trim() === '') return host.stderr('Edit cancelled, saved file was empty.\n')
    const objects = await editedInfos(session, edited, infos, path).catch((error: Error) => {
      if (!(error instanceof Unreadable)) throw error
      reasons = [{ head: `The edited file had a syntax error: ${error.message}`, other: [] }]
      return undefined
    })
    if (objects === undefined) continue
    reasons = await submitAll(session, objects, mode, path)
    if (reasons.length === 0) return
  }
}

/** The printer of what was edited; throws for a format that no file is edited in. */
export function editPrinter(session: Session): ReturnType<typeof operationPrinter> {
  const output = session.flags.string('output')
  if (!['', 'json', 'yaml'].includes(output))
    throw new KubectlError(
      `unable to match a printer suitable for the output format ${goQuote(output)}, allowed formats are: json,yaml`,
    )
  return operationPrinter(session, 'none')
}

function shown(session: Session, infos: readonly Info[]): string {
  const objects = infos.map((info) => withoutManagedFields(info.object))
  const value: unknown =
    objects.length === 1 ? objects[0] : { apiVersion: 'v1', items: objects, kind: 'List', metadata: {} }
  return session.flags.string('output') === 'json' ? `${goJson(value, 4)}\n` : emitYaml(value)
}

const lineEndings = (session: Session, text: string): string =>
  session.flags.bool('windows-line-endings') ? text.replaceAll('\n', '\r\n') : text

const hashed = (text: string): string => text.trimEnd().replaceAll('\n', '\n# ')

const told = (reasons: readonly Reason[]): string =>
  reasons
    .map(
      ({ head, other }) =>
        `# ${hashed(head)}${other.length > 0 ? ':' : ''}\n${other.map((text) => `# * ${hashed(text)}\n`).join('')}#\n`,
    )
    .join('')

/** Tells where the file stays, if there is one. */
function kept(session: Session, path: string, error: unknown): unknown {
  if (path !== '') session.host.stderr(`A copy of your changes has been stored to ${goQuote(path)}\n`)
  return error
}

const resourceName = ({ resource }: Info): string => inGroup(resource.name, resource)

/** What validation finds; told on stderr, too. */
async function mistakes(session: Session, text: string, first: Info): Promise<Reason[]> {
  if (validationDirective(session) === 'Ignore') return []
  const problems = await problemsOf(session, text)
  if (problems === '') return []
  return [invalid(session, first, [`<nil>: Invalid value: "The edited file failed validation": ${problems}`])]
}

async function problemsOf(session: Session, text: string): Promise<string> {
  let value: unknown
  try {
    value = parse(text, { ...goYaml, uniqueKeys: false })
  } catch (error) {
    return (error as Error).message
  }
  const problems = await documentProblems(session, value)
  return new ErrorList(problems.map((problem) => new KubectlError(problem))).message
}

function invalid(session: Session, info: Info, other: string[]): Reason {
  session.host.stderr(`error: ${resourceName(info)} ${goQuote(info.name)} is invalid\n`)
  return { head: `${resourceName(info)} ${goQuote(info.name)} was not valid`, other }
}

/** The error about an edited object that none of those shown was. */
export const noOriginal = ({ object }: Info): KubectlError =>
  new KubectlError(
    `no original object found for &unstructured.Unstructured{Object:${showGoSyntax(object as unknown as JsonObject)}}`,
  )

class Unreadable extends Error {}

/** The objects of the file, with the managed fields that were not shown. */
async function editedInfos(
  session: Session,
  text: string,
  originals: readonly Info[],
  path: string,
): Promise<Info[]> {
  const manifests = await manifestsIn(session, text, 'edited-file').catch((error: Error) => {
    throw new Unreadable(error.message)
  })
  const own = await session.namespace()
  const fields = new Map<string, ManagedFieldsEntry[] | undefined>(
    originals.map(({ object: { metadata } }) => [metadata.uid ?? '', metadata.managedFields]),
  )
  return manifests.map((manifest) => {
    const { object, resource } = manifest
    const { namespace = '', uid = '', name = '' } = object.metadata ?? {}
    if (resource.namespaced && namespace !== '' && namespace !== own)
      throw kept(session, path, otherNamespace(namespace, own))
    const managedFields = fields.get(uid)
    const metadata = {
      ...object.metadata,
      ...(resource.namespaced ? { namespace: own } : {}),
      ...(managedFields === undefined ? {} : { managedFields }),
    }
    return {
      ...manifest,
      name,
      namespace: resource.namespaced ? own : undefined,
      object: { ...object, metadata } as KubeObject,
    }
  })
}

/** Submits all; what was not valid. Rejects where the rest cannot be mended by editing. */
async function submitAll(
  session: Session,
  objects: readonly Info[],
  mode: EditMode,
  path: string,
): Promise<Reason[]> {
  const { host } = session
  const reasons: Reason[] = []
  let [retryable, missing] = [false, false]
  for (const edited of objects)
    await mode.submit(edited).catch((error: unknown) => {
      if (!(error instanceof ServerError) || mode.endsAtError === true) throw kept(session, path, error)
      const which = `error: ${resourceName(edited)} ${goQuote(edited.name)}`
      if (error.reason === 'Invalid')
        reasons.push(
          invalid(
            session,
            edited,
            error.causes.map(({ field, message }) => `${field ?? ''}: ${message ?? ''}`),
          ),
        )
      else if (error.reason === 'NotFound') {
        missing = true
        host.stderr(`${which} could not be found on the server\n`)
      } else {
        retryable = true
        host.stderr(`${which} could not be patched: ${error.message}\n`)
      }
    })
  if (retryable)
    throw new SilentExit(1, `You can run \`kubectl replace -f ${path}\` to try this update again.\n`)
  if (missing)
    throw new SilentExit(1, `The edits you made on deleted resources have been saved to ${goQuote(path)}\n`)
  return reasons
}
