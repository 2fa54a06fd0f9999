// Fields of components' configuration files that a text has set or taken away.
import { parse } from '../../component-base/yaml.ts'
import type { WantedEdit } from './instruction.ts'

const inConfig =
  /\b(?:kubelet|kube-?proxy)\b[^.;]{0,40}\bconfig|\bconfig\w*[^.;]{0,20}\b(?:kubelet|kube-?proxy)\b|\b[Kk]ube(?:let|Proxy)Configuration\b/i
const entry =
  /`([a-z][A-Za-z0-9]{2,60})`(?:\s+(?:entry|entries|setting|option|key|line)\b|(?=,?\s+(?:and|or)\s+(?:the\s+)?`[a-z]\w+`\s+(?:entry|entries|setting)))/g
const withValue = /`([a-z][A-Za-z0-9]{2,60}):\s?([^`]{1,80})`/g

/** "Set `maxPods: 5` in the kubelet config", "add the following to the kubelet config:". */
export function fieldsSet(text: string): WantedEdit[] {
  if (!inConfig.test(text)) return []
  if (/^(?:the\s+)?following\b/i.test(text)) return [{ kind: 'fields-below' }]
  return [...text.matchAll(withValue)].map(([, field, value]) => ({
    kind: 'field',
    field: field!,
    value: scalar(value!),
  }))
}

/** "The `maxPods` entry"; a "field" may be one of an object, unless the configuration is named. */
export function fieldsRemoved(text: string): WantedEdit[] {
  const named = [...text.matchAll(entry)].map(([, field]) => field!)
  const fields = inConfig.test(text)
    ? [...text.matchAll(/`([a-z][A-Za-z0-9]{2,60})`/g)].map(([, field]) => field!)
    : []
  return [...new Set([...named, ...fields])].map((field) => ({ kind: 'field-removed', field }))
}

function scalar(text: string): unknown {
  try {
    return parse(text) as unknown
  } catch {
    return text
  }
}
