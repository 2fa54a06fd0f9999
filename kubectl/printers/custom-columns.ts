// Upstream: kubectl/pkg/cmd/get/customcolumn.go

import { goSprint } from '../../apimachinery/go-print/json-values.ts'
import { JsonPath } from '../../apimachinery/jsonpath/jsonpath.ts'
import { KubectlError } from '../errors.ts'
import { relaxedJsonPath } from './jsonpath.ts'
import { TableWriter } from './tab-writer.ts'

interface Column {
  header: string
  path: JsonPath
}

/** The columns of a `custom-columns` spec: `NAME:.metadata.name,RSRC:.metadata.resourceVersion`. */
export function columnsOfSpec(spec: string): Column[] {
  if (spec === '') throw new KubectlError('custom-columns format specified but no custom columns given')
  return spec.split(',').map((part) => {
    const at = part.indexOf(':')
    if (at < 0)
      throw new KubectlError(`unexpected custom-columns spec: ${part}, expected <header>:<json-path-expr>`)
    return { header: part.slice(0, at), path: new JsonPath(relaxedJsonPath(part.slice(at + 1))) }
  })
}

/** The columns of a `custom-columns-file`: a line of headers and a line of paths. */
export function columnsOfTemplate(text: string): Column[] {
  const [headers, paths] = text.split('\n').map((line) => line.trim().split(/\s+/))
  if (headers === undefined || paths === undefined || headers.length !== paths.length)
    throw new KubectlError(
      `number of headers (${headers?.length ?? 0}) and field specifications (${paths?.length ?? 0}) don't match`,
    )
  return headers.map((header, i) => ({ header, path: new JsonPath(relaxedJsonPath(paths[i]!)) }))
}

/** Prints the columns of objects; a watch calls it for each object in turn. */
export function customColumnsPrinter(
  columns: readonly Column[],
  headers: boolean,
): (objects: readonly unknown[]) => string {
  const writer = new TableWriter()
  let first = headers
  return (objects) => {
    const rows = objects.map((object) => columns.map(({ path }) => cell(path, object)))
    const titled = first ? [columns.map((c) => c.header), ...rows] : rows
    first = false
    return writer.write(titled)
  }
}

function cell(path: JsonPath, object: unknown): string {
  const results = path.results(object)
  if (results.length === 0 || results[0]!.length === 0) return '<none>'
  return results.flat().map(goSprint).join(',')
}
