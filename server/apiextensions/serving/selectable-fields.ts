// Upstream: k8s.io/apiextensions-apiserver/pkg/registry/customresource/strategy.go (prepareSelectableFields, selectableFields)
import type { SelectableField } from '../../../api/apiextensions-v1.ts'
import { showGoValue } from '../../../apimachinery/go-print/untyped.ts'
import type { JsonValue, KubeObject } from '../../../apimachinery/json.ts'
import { JsonPath } from '../../../apimachinery/jsonpath/jsonpath.ts'
import { type FeatureGateReader, gateEnabled } from '../../../featuregates/reader.ts'

/** The field labels of an object and their values; empty where the object has no such field. */
export type SelectableFields = (object: KubeObject) => Record<string, string>

const none: SelectableFields = () => ({})

/** The label of a field selector for a path: without the first dot. */
export const labelOf = ({ jsonPath = '' }: SelectableField): string => jsonPath.replace(/^\./, '')

/** The fields that a version's objects are selected by, where the gate is on. */
export function selectableFields(
  fields: readonly SelectableField[] | undefined,
  gates: FeatureGateReader,
): SelectableFields {
  if (!fields?.length || !gateEnabled(gates, 'CustomResourceFieldSelectors')) return none
  const paths = fields.map((one) => [labelOf(one), new JsonPath(`{${one.jsonPath}}`)] as const)
  return (object) => Object.fromEntries(paths.map(([label, path]) => [label, textAt(path, object)]))
}

function textAt(path: JsonPath, object: KubeObject): string {
  const value = path.results(object)[0]?.[0] as JsonValue | undefined
  return value === undefined || value === null ? '' : showGoValue(value)
}
