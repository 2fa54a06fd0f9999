// What get and its watch print with, and where they ask.
import type { KubeObject } from '../../../apimachinery/json.ts'
import { KubectlError } from '../../errors.ts'
import { columnsOfSpec, columnsOfTemplate, customColumnsPrinter } from '../../printers/custom-columns.ts'
import { structuredPrinter, typeOf, unknownFormat } from '../../printers/printer.ts'
import { type BuildOptions, listQuery, type Target } from '../../resources/builder.ts'
import { pathOf, type Resource, shownName } from '../../resources/discovery.ts'
import type { Session } from '../../session.ts'
import type { TableStyle } from './table.ts'

const moreFormats = 'custom-columns,custom-columns-file,wide'

/** Whether the output is a table. */
export function isHumanReadable(session: Session): boolean {
  const output = session.flags.string('output')
  return (output === '' && session.flags.string('template') === '') || output === 'wide'
}

/** The columns that the flags ask for. `withKind`: names are shown with their kind, as where several resources are listed. */
export function tableStyle(session: Session, resource: Resource, withKind: boolean): TableStyle {
  const { flags } = session
  return {
    wide: flags.string('output') === 'wide',
    noHeaders: flags.bool('no-headers'),
    withNamespace: flags.bool('all-namespaces') && resource.namespaced,
    withKind: withKind || flags.bool('show-kind'),
    labelColumns: flags.strings('label-columns'),
    showLabels: flags.bool('show-labels'),
  }
}

/** The path of a target in the API, with the subresource of --subresource. */
export function pathOfTarget(
  session: Session,
  target: Target,
  options: BuildOptions,
  extra: Record<string, string> = {},
): string {
  const query = listQuery(target.name === undefined ? options : {}, extra)
  return `${pathOf(target.resource, target.namespace, target.name, session.flags.string('subresource'))}${query}`
}

/** Prints an object, or the List of several. */
export type GenericPrinter = (value: KubeObject) => string

/** The printer for an output format other than tables. */
export async function genericPrinter(session: Session): Promise<GenericPrinter> {
  const output = session.flags.string('output')
  if (output === 'name')
    return (value) =>
      itemsOf(value)
        .map((o) => `${shownName(typeOf(o), o.metadata.name ?? '')}\n`)
        .join('')
  const custom = await customColumns(session, output)
  if (custom !== undefined) return (value) => custom(itemsOf(value))
  const structured = await structuredPrinter(session, output)
  if (structured === undefined) throw unknownFormat(session, output, moreFormats)
  return structured
}

async function customColumns(
  session: Session,
  output: string,
): Promise<((objects: readonly unknown[]) => string) | undefined> {
  const [format, ...rest] = output.split('=')
  const argument = rest.length > 0 ? rest.join('=') : session.flags.string('template')
  const headers = !session.flags.bool('no-headers')
  if (format === 'custom-columns') return customColumnsPrinter(columnsOfSpec(argument), headers)
  if (format !== 'custom-columns-file') return undefined
  const text = await session.host.readFile(argument).catch(() => {
    throw new KubectlError(
      `error reading template ${argument}, open ${argument}: no such file or directory\n`,
    )
  })
  return customColumnsPrinter(columnsOfTemplate(text), headers)
}

const itemsOf = (value: KubeObject): KubeObject[] =>
  Array.isArray(value['items']) ? (value['items'] as KubeObject[]) : [value]
