// JSON and Go's %v of JSON data, as kubectl prints them.
import { goJSON, sortKeys } from '../../apimachinery/go-print/marshal.ts'
import { showGoSyntax, showGoValue } from '../../apimachinery/go-print/untyped.ts'
import type { JsonValue } from '../../apimachinery/json.ts'

/** encoding/json: keys in order, and what HTML would read escaped. */
export const goJson = (value: unknown, indent = 0): string => goJSON(sortKeys(value), indent)

/** fmt.Sprint of decoded JSON: `map[a:1 b:[x y]]`, `<nil>`. */
export const goSprint = (value: unknown): string => showGoValue(value as JsonValue | undefined)

/** fmt's %#v of decoded JSON. */
export const goTyped = (value: unknown): string => showGoSyntax(value as JsonValue | undefined)
