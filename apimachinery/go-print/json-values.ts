// JSON and Go's %v of JSON data.

import type { JsonValue } from '../json.ts'
import { goJSON, sortKeys } from './marshal.ts'
import { showGoSyntax, showGoValue } from './untyped.ts'

/** encoding/json: keys in order, and what HTML would read escaped. */
export const goJson = (value: unknown, indent = 0): string => goJSON(sortKeys(value), indent)

/** fmt.Sprint of decoded JSON: `map[a:1 b:[x y]]`, `<nil>`. */
export const goSprint = (value: unknown): string => showGoValue(value as JsonValue | undefined)

/** fmt's %#v of decoded JSON. */
export const goTyped = (value: unknown): string => showGoSyntax(value as JsonValue | undefined)
