// Fields of objects that prose has its reader set: "set `ipMode` to `Proxy` on the first Service".
import type { FieldSetting } from './instruction.ts'

const field = '`\\.?([a-z]\\w{1,60}(?:\\.[a-z]\\w{1,60}){0,6})`'
const value = '(?:`"?([\\w./:-]{1,120})"?`|(true|false|\\d{1,9}))'
const article = '(?:(?:the|its) )?(?:(?:value|field) (?:of )?)?(?:the )?'
const where = '(?:from|of|on|in|for)'
const object = '((?:[\\w-]|`[\\w.-]+`|\\s){1,80}?)'

/** Of what comes after the verb. */
const shapes: readonly [RegExp, (match: string[]) => FieldSetting][] = [
  [
    new RegExp(
      `^${article}${field}(?: field)?(?: ${where} ${object})?(?: from \`[^\`]{1,60}\`)? (?:to|as|=) ${value}(?: ${where} ${object})?(?= and |[,.;:]|$)`,
    ),
    ([, name, before, code, plain, after]) => setting(name!, code ?? plain!, before ?? after),
  ],
  [
    new RegExp(
      `^(?:the )?\`\\.?([a-z]\\w{1,60}(?:\\.[a-z]\\w{1,60}){0,6})(?::|=)\\s?"?([\\w./-]{1,120})"?\` ${where} ${object}(?= and |[,.;:]|$)`,
    ),
    ([, name, text, of]) => setting(name!, text!, of),
  ],
  [
    new RegExp(`^${object}(?:'s)? ${field}(?: field)? (?:to|as|=) ${value}(?= and |[,.;:]|$)`),
    ([, of, name, code, plain]) => setting(name!, code ?? plain!, of),
  ],
]
/** Fields as prose calls them. */
const spoken: Readonly<Record<string, string>> = {
  'reclaim policy': 'persistentVolumeReclaimPolicy',
  'retain policy': 'persistentVolumeReclaimPolicy',
  'restart policy': 'restartPolicy',
  'storage class': 'storageClassName',
}
const inWords = new RegExp(
  `^(?:the |its )?(${Object.keys(spoken).join('|')}) ${where} ${object} (?:to|as|=) ${value}(?= and |[,.;:]|$)`,
  'i',
)

const setting = (name: string, text: string, of: string | undefined): FieldSetting => ({
  field: name,
  value: text === 'true' || text === 'false' ? text === 'true' : /^\d{1,9}$/.test(text) ? Number(text) : text,
  of,
})
const removal = new RegExp(`^(?:the )?${field} field ${where} ${object}(?= and |[,.;:]|$)`)

/** Undefined where it sets no field of an object. @param rest what comes after the verb */
export function fieldSettingIn(verb: string, rest: string): FieldSetting | undefined {
  if (/^(?:remove|unset|clear)$/.test(verb)) {
    const match = removal.exec(rest)
    return match === null ? undefined : { field: match[1]!, value: null, of: match[2] }
  }
  if (!/^(?:set|change|update|patch|edit|modify|switch|revert)$/.test(verb)) return undefined
  for (const [shape, read] of shapes) {
    const match = shape.exec(rest)
    if (match !== null) return read(match)
  }
  const words = inWords.exec(rest)
  return words === null
    ? undefined
    : setting(spoken[words[1]!.toLowerCase()]!, words[3] ?? words[4]!, words[2])
}
