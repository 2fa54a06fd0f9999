// Output formats that print objects.
// Upstream: cli-runtime/pkg/genericclioptions/print_flags.go

import { goJson } from '../../apimachinery/go-print/json-values.ts'
import { goJSON } from '../../apimachinery/go-print/marshal.ts'
import type { KubeObject } from '../../apimachinery/json.ts'
import { parseApiVersion } from '../../apimachinery/scheme/api-version.ts'
import { emitYaml } from '../../apimachinery/yaml-emitter.ts'
import { kubectlDialect } from '../dialect.ts'
import { featureEnabled } from '../environment-feature.ts'
import { KubectlError } from '../errors.ts'
import { shownName } from '../resources/discovery.ts'
import type { Session } from '../session.ts'
import { goTemplatePrinter } from './go-template.ts'
import { jsonPathPrinter } from './jsonpath.ts'
import { emitKyaml } from './kyaml.ts'

const formats =
  'go-template,go-template-file,json,jsonpath,jsonpath-as-json,jsonpath-file,name,template,templatefile,yaml'

/** The error for an output format that does not exist. `more`: further formats that the command has, separated by commas. */
export function unknownFormat(session: Session, output: string, more = ''): KubectlError {
  const all = [
    ...formats.split(','),
    ...(hasKyaml(session) ? ['kyaml'] : []),
    ...more.split(',').filter((f) => f !== ''),
  ].sort()
  return new KubectlError(
    `unable to match a printer suitable for the output format "${output}", allowed formats are: ${all.join(',')}`,
  )
}

const hasKyaml = ({ minor, host }: Session): boolean =>
  featureEnabled(kubectlDialect(minor).kyaml, 'KUBECTL_KYAML', host.env)

/** A printer for json, yaml or a template; undefined for any other format. */
export async function structuredPrinter(
  session: Session,
  given: string,
): Promise<((value: unknown) => string) | undefined> {
  const output = given.toLowerCase()
  if (output === 'kyaml' && hasKyaml(session)) return emitKyaml
  if (output === 'json') return (value) => `${goJson(value, 4)}\n`
  if (output === 'yaml') {
    let count = 0
    return (value) => `${count++ > 0 ? '---\n' : ''}${emitYaml(value)}`
  }
  return templatePrinter(session, given)
}

async function templatePrinter(
  session: Session,
  given: string,
): Promise<((value: unknown) => string) | undefined> {
  const at = given.indexOf('=')
  const flag = session.flags.string('template')
  const format = at >= 0 ? given.slice(0, at) : given === '' && flag !== '' ? 'go-template' : given
  const argument = at >= 0 ? given.slice(at + 1) : flag
  const allowMissingKeys = session.flags.bool('allow-missing-template-keys', true)
  const kinds: Readonly<Record<string, 'jsonpath' | 'json' | 'template'>> = {
    jsonpath: 'jsonpath',
    'jsonpath-file': 'jsonpath',
    'jsonpath-as-json': 'json',
    'go-template': 'template',
    'go-template-file': 'template',
    template: 'template',
    templatefile: 'template',
  }
  const kind = Object.hasOwn(kinds, format) ? kinds[format] : undefined
  if (kind === undefined) return undefined
  if (argument === '')
    throw new KubectlError(
      kind === 'template'
        ? `template format specified but no template given`
        : `template format specified but no template given`,
    )
  const text = format.endsWith('file') ? await readTemplate(session, argument) : argument
  return kind === 'template'
    ? goTemplatePrinter(text, { allowMissingKeys })
    : jsonPathPrinter(text, { allowMissingKeys, asJson: kind === 'json' })
}

async function readTemplate(session: Session, path: string): Promise<string> {
  try {
    return await session.host.readFile(path)
  } catch {
    throw new KubectlError(`error reading --template ${path}, open ${path}: no such file or directory`)
  }
}

/** ` (dry run)`, ` (server dry run)` or nothing. */
export const dryRunNote = (strategy: DryRun): string =>
  ({ server: ' (server dry run)', client: ' (dry run)', none: '' })[strategy]

/** Where a dry run stops: nowhere (`none`), before the request (`client`) or before storing (`server`). */
export type DryRun = 'none' | 'client' | 'server'

/** The dry run that --dry-run asks for; throws for a value that is none. */
export function dryRunOf(session: Session): DryRun {
  const given = session.flags.string('dry-run', 'none')
  if (given === 'none' || given === 'client' || given === 'server') return given
  if (given === 'unchanged' || given === 'true') return 'client'
  if (given === 'false') return 'none'
  throw new KubectlError(`Invalid dry-run value (${given}). Must be "none", "server", or "client".`)
}

/**
 * The printer of a command that changes objects: `service/web created (dry run)`, or the object in the format of -o.
 * @param isTyped the command has objects of Go's types, whose fields stand in Go's order in JSON
 */
export async function operationPrinter(
  session: Session,
  dryRun: DryRun = dryRunOf(session),
  isTyped = false,
): Promise<(object: KubeObject, operation: string) => void> {
  const output = session.flags.string('output')
  const inOrder = isTyped && output.toLowerCase() === 'json'
  const structured = inOrder
    ? await typedJson(session)
    : output === 'name'
      ? undefined
      : await structuredPrinter(session, output)
  if (structured === undefined && output !== '' && output !== 'name') throw unknownFormat(session, output)
  return (object, operation) => {
    if (structured !== undefined) session.host.stdout(structured(shownObject(session, object)))
    else {
      const name = shownName(typeOf(object), object.metadata?.name || '<unknown>')
      session.host.stdout(output === 'name' ? `${name}\n` : `${name} ${operation}${dryRunNote(dryRun)}\n`)
    }
  }
}

/** The printer of JSON with fields in Go's order. Upstream: cli-runtime/pkg/printers/json.go, which sorts what has no Go type. */
export async function typedJson({ minor }: Session): Promise<(value: unknown) => string> {
  const { schemeFor } = await import('../../apimachinery/scheme/scheme.ts')
  const scheme = schemeFor(`1.${minor}`)
  return (value) => {
    const { apiVersion, kind } = value as KubeObject
    const { group, version } = parseApiVersion(apiVersion)
    const isKnown = scheme.isRegistered(group, version, kind)
    return `${isKnown ? goJSON(scheme.decode(group, version, kind, value).object, 4) : goJson(value, 4)}\n`
  }
}

/** The kind and group of an object, by which it is named. */
export const typeOf = ({ kind, apiVersion }: KubeObject): { kind: string; group: string } => ({
  kind,
  group: parseApiVersion(apiVersion).group,
})

/** The object without managedFields, unless --show-managed-fields is given. */
export function shownObject<T>(session: Session, object: T): T {
  const hides = ['json', 'yaml', 'kyaml'].includes(session.flags.string('output').toLowerCase())
  return hides && !session.flags.bool('show-managed-fields') ? withoutManagedFields(object) : object
}

/** The object or list without metadata.managedFields, which kubectl hides by default; the argument is not changed. */
export function withoutManagedFields<T>(object: T): T {
  const { metadata, items } = object as { metadata?: { managedFields?: unknown }; items?: unknown[] }
  if (Array.isArray(items)) return { ...object, items: items.map(withoutManagedFields) }
  if (metadata?.managedFields === undefined) return object
  const { managedFields: _hidden, ...rest } = metadata
  return { ...object, metadata: rest }
}
