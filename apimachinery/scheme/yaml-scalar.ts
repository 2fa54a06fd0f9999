// Upstream: go.yaml.in/yaml/v2 (resolve.go)
import { bigIntUpTo64Bits } from '../../component-base/go/numbers.ts'
import { DecodeError } from './decode-error.ts'

type Resolved = { tag: string; value: string | number | boolean | null }

const words: Readonly<Record<string, boolean | null>> = Object.assign(Object.create(null), {
  '': null,
  '~': null,
  null: null,
  Null: null,
  NULL: null,
  ...Object.fromEntries(
    ['y', 'Y', 'yes', 'Yes', 'YES', 'true', 'True', 'TRUE', 'on', 'On', 'ON'].map((word) => [word, true]),
  ),
  ...Object.fromEntries(
    ['n', 'N', 'no', 'No', 'NO', 'false', 'False', 'FALSE', 'off', 'Off', 'OFF'].map((word) => [word, false]),
  ),
})
const floats: Readonly<Record<string, string>> = Object.assign(Object.create(null), {
  '.nan': 'NaN',
  '.NaN': 'NaN',
  '.NAN': 'NaN',
  '.inf': '+Inf',
  '.Inf': '+Inf',
  '.INF': '+Inf',
  '+.inf': '+Inf',
  '+.Inf': '+Inf',
  '+.INF': '+Inf',
  '-.inf': '-Inf',
  '-.Inf': '-Inf',
  '-.INF': '-Inf',
})
const styleFloat = /^[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?$/
const max = 2n ** 64n - 1n
const min = -(2n ** 63n)

/** Go's strconv.ParseInt with base 0: 0x, 0o, 0b and leading zeros for octal. */
function parseInteger(text: string): number | undefined {
  const match = /^([-+]?)(0[xX][0-9a-fA-F]+|0[oO][0-7]+|0[bB][01]+|0[0-7]*|[1-9][0-9]*)$/.exec(text)
  if (match === null) return undefined
  const digits = match[2]!
  const octal = /^0[0-7]+$/.test(digits)
  const size = bigIntUpTo64Bits(octal ? `0o${digits.slice(1)}` : digits)
  const value = match[1] === '-' ? -size : size
  return value < min || value > max ? undefined : Number(value)
}

const longTag = 'tag:yaml.org,2002:'

/** The value of a YAML scalar. `plain`: it is not quoted; `tag`: an explicit tag. */
export function resolveScalar(text: string, plain: boolean, tag: string | undefined): Resolved {
  const short =
    tag === undefined ? undefined : tag.startsWith(longTag) ? `!!${tag.slice(longTag.length)}` : tag
  if (short === '!!binary') return { tag: short, value: Buffer.from(text, 'base64').toString() }
  if (short === '!!str' || short === '!' || (short === undefined && !plain))
    return { tag: '!!str', value: text }
  const found = resolvePlain(text)
  if (short === undefined || short === found.tag || !/^!!(bool|int|float|null|timestamp)$/.test(short))
    return found
  if (short === '!!float' && found.tag === '!!int') return { tag: short, value: found.value }
  throw new DecodeError(`yaml: cannot decode ${found.tag} \`${text}\` as a ${short}`)
}

function resolvePlain(text: string): Resolved {
  const word = words[text]
  if (word !== undefined) return { tag: word === null ? '!!null' : '!!bool', value: word }
  const odd = floats[text]
  if (odd !== undefined) throw new DecodeError(`json: unsupported value: ${odd}`)
  if (!/^[-+.0-9]/.test(text)) return { tag: '!!str', value: text }
  const compact = text.startsWith('.') ? text : text.replaceAll('_', '')
  const integer = parseInteger(compact)
  if (integer !== undefined) return { tag: '!!int', value: integer }
  if (styleFloat.test(compact) && Number.isFinite(Number(compact)))
    return { tag: '!!float', value: Number(compact) }
  return { tag: '!!str', value: text }
}
