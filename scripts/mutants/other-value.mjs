// Other values of the same form, and what is no value of a document's own: it cannot know it.

const elision = /\.{3}|…/
const volatile = [
  /^[0-9a-f]{8}-[0-9a-f]{4}-/,
  /^"?\d{4}-\d\d-\d\d/,
  /^\d+(?:ms|[smhdy])(?:\d+[smhd])*$/,
  /\d{1,3}(?:\.\d{1,3}){3}/,
  /^[0-9a-f]*:[0-9a-f:]*:[0-9a-f:]*$/i,
  /-(?:[bcdfghjklmnpqrstvwxz2456789]{7,10}-)?[bcdfghjklmnpqrstvwxz2456789]{5}"?(?:$|[^\w-])/,
  /^<(?!none>)[\w .-]+>$/,
  /^[{}[\],|>:*-]+$/,
]
export const freeKey = /^(?:resourceVersion|uid|creationTimestamp|selfLink|generateName|pod-template-hash)$/
export const freeColumn = /^(?:AGE|LAST SEEN|FIRST SEEN|CLUSTER-IP|IP)$/

/** @param {string} value */
export const isFree = (value) =>
  value === '' || elision.test(value) || volatile.some((shape) => shape.test(value))

/**
 * Another value of the same form.
 * @param {string} value
 * @returns {string}
 */
export function otherValue(value) {
  const quoted = /^(["'])(.*)\1$/s.exec(value)
  if (quoted !== null) return quoted[1] + (quoted[2] === '' ? 'zz' : otherValue(quoted[2])) + quoted[1]
  const turned = {
    true: 'false',
    false: 'true',
    True: 'False',
    False: 'True',
    null: '7',
    Running: 'Pending',
    '<none>': 'something',
  }
  if (Object.hasOwn(turned, value)) return turned[value]
  const version = /^(.*\bv?1\.)(\d\d)(\b.*)$/s.exec(value)
  if (version !== null) return `${version[1]}${Number(version[2]) + 1}${version[3]}`
  const number = /^(\D*)(\d{1,9})(\D*)$/s.exec(value)
  if (number !== null) return `${number[1]}${Number(number[2]) + 1}${number[3]}`
  const at = /[a-z](?=[^a-z]*$)/i.exec(value)?.index
  if (at === undefined) return `${value}x`
  return value.slice(0, at) + (value[at] === 'q' ? 'k' : 'q') + value.slice(at + 1)
}

const smaller = { Ti: 'Gi', Gi: 'Mi', Mi: 'Ki', Ki: 'Mi', m: 'k', G: 'M', M: 'G', k: 'M' }
const phases = {
  Pending: 'Running',
  Succeeded: 'Failed',
  Failed: 'Succeeded',
  Completed: 'Error',
  Terminating: 'Running',
  Bound: 'Pending',
  Available: 'Bound',
  Released: 'Bound',
  Ready: 'NotReady',
  NotReady: 'Ready',
  Complete: 'Failed',
  Active: 'Terminating',
  yes: 'no',
  no: 'yes',
  enabled: 'disabled',
  disabled: 'enabled',
}

/**
 * Others that somebody might think of: none of a number, another unit, another phase.
 * @param {string} value
 * @returns {string[]}
 */
export function moreValues(value) {
  if (Object.hasOwn(phases, value)) return [phases[value]]
  if (/^[1-9]\d{0,3}$/.test(value)) return ['0']
  const quantity = /^("?\d+)(Ti|Gi|Mi|Ki|m|G|M|k)("?)$/.exec(value)
  if (quantity !== null) return [`${quantity[1]}${smaller[quantity[2]]}${quantity[3]}`]
  const ready = /^(\d+)\/(\d+)$/.exec(value)
  if (ready !== null) return [`${ready[1]}/${Number(ready[2]) + 1}`]
  return []
}
