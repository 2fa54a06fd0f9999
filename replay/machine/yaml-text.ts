import { stringify } from '../../component-base/yaml.ts'

/** YAML as Go's encoder writes it: lists are not indented below their key, and long lines stay whole. */
export const toYaml = (value: unknown): string => stringify(value, { indentSeq: false, lineWidth: 0 })
