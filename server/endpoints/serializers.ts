// Forms of answers beside JSON.
import { stringify } from 'yaml'
import { notAcceptable } from './negotiation.ts'

/** YAML as sigs.k8s.io/yaml writes it: keys in order of the alphabet. */
export function encodeYaml(data: unknown): string {
  return stringify(data, { sortMapEntries: true, indentSeq: false, version: '1.1' })
}

export function encodeProtobuf(_data: unknown): Buffer {
  throw notAcceptable()
}
