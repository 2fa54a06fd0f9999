// What kubectl prints by jsonpath.
// Upstream: cli-runtime/pkg/printers/jsonpath.go

import { goJson, goTyped } from '../../apimachinery/go-print/json-values.ts'
import { type EvalOptions, JsonPath, partText } from '../../apimachinery/jsonpath/jsonpath.ts'
import { goQuote } from '../../component-base/go/quote.ts'
import { KubectlError } from '../errors.ts'

type Value = unknown

/** A printer for `-o jsonpath=…`, or for `-o jsonpath-as-json=…`. */
export function jsonPathPrinter(
  template: string,
  options: EvalOptions & { asJson?: boolean } = {},
): (value: Value) => string {
  let path: JsonPath
  try {
    path = new JsonPath(template, options)
  } catch (error) {
    throw new KubectlError(`error parsing jsonpath ${template}, ${(error as Error).message}`)
  }
  return (value) => {
    try {
      const results = path.results(value)
      return options.asJson === true
        ? results.map((values) => `${goJson(values, 4)}\n`).join('')
        : results.map(partText).join('')
    } catch (error) {
      throw new KubectlError(
        `error executing jsonpath ${goQuote(template)}: Error executing template: ${(error as Error).message}. Printing more information for debugging the template:\n\ttemplate was:\n\t\t${template}\n\tobject given to jsonpath engine was:\n\t\t${goTyped(value)}\n\n\n`,
      )
    }
  }
}

/**
 * `{.x.y}` for each of `x.y`, `.x.y`, `{x.y}` and `{.x.y}`.
 * Upstream: kubectl/pkg/cmd/get/customcolumn.go RelaxedJSONPathExpression
 */
export function relaxedJsonPath(text: string): string {
  if (text === '') return text
  const match = /^\{\.?([^{}]+)\}$|^\.?([^{}]+)$/.exec(text)
  const inner = match?.[1] ?? match?.[2]
  if (inner === undefined)
    throw new KubectlError(
      `unexpected path string, expected a 'name1.name2' or '.name1.name2' or '{name1.name2}' or '{.name1.name2}'`,
    )
  return `{.${inner}}`
}

/** All values that a relaxed path selects. */
export function selectPath(path: string, data: Value): Value[] {
  return new JsonPath(relaxedJsonPath(path)).results(data).flat()
}
