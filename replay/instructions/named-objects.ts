// The objects that commands, manifests and outputs name, in their order.
import { commandTarget } from '../claims/command-target.ts'
import { resourceNamed } from '../claims/kinds.ts'

/** An object as a text of code names it. */
export interface NamedObject {
  /** In lower case: `persistentvolumeclaim`. */
  kind: string
  name: string
  /** What is done to it: `made` where a manifest gives it, or a command makes it. */
  is: 'made' | 'deleted' | 'named'
}

/** As much of a line as names something. */
const longest = 300
const client = String.raw`(?:^|[\s/(;&|])(?:kubectl(?:\.sh)?|k|kc|oc)\s(?:[^|;&]{0,80}?\s)??`
const creates = new RegExp(
  String.raw`${client}create\s+([a-z][a-z.]*)\s+(?:(?:generic|tls|docker-registry|clusterip|nodeport|loadbalancer|externalname)\s+)?([a-z0-9][\w.-]*)`,
)
const runs = new RegExp(String.raw`${client}run\s+([a-z0-9][\w.-]*)`)
const exposes = new RegExp(String.raw`${client}expose\s+\S+\s+([a-z0-9][\w.-]*)`)
const sets = new RegExp(
  String.raw`${client}(?:set|rollout)\s+[a-z]+\s+([a-z][a-z.]*)[/\s]\s*([a-z0-9][\w.-]*)`,
)
const printed =
  /^\s*(?:#\s)?([a-z]{2,40})(?:\.[\w.-]{1,80})?(?:\/([\w.-]{1,200})| "([\w.-]{1,200})") (?:force )?(created|deleted|configured|patched|scaled|labeled|annotated|edited|exposed|replaced|unchanged|restarted|image)\b/
const gives = /^\s{0,3}"?kind"?:\s*"?([A-Za-z]{2,60})/
const metadata = /^\s{0,3}"?metadata"?:\s*(?:\{[^}]{0,200}?\bname:\s*"?([a-z0-9][\w.-]*))?/
const nameField = /^\s{1,8}"?name"?:\s*"?([a-z0-9][\w.-]*)/

const kindNamed = (word: string): string | undefined => resourceNamed(word)?.kind.toLowerCase()

/** The objects that a text of code names, each as often as it does. */
export function objectsNamed(code: string): NamedObject[] {
  const found: NamedObject[] = []
  const add = (word: string, name: string | undefined, is: NamedObject['is']): void => {
    const kind = kindNamed(word)
    if (kind !== undefined && name !== undefined) found.push({ kind, name, is })
  }
  let kind: string | undefined
  let inMetadata = false
  for (const whole of code.split('\n')) {
    const line = whole.slice(0, longest)
    const given = gives.exec(line)?.[1]
    if (given !== undefined) [kind, inMetadata] = [given, false]
    const meta = metadata.exec(line)
    const name = meta?.[1] ?? (inMetadata ? nameField.exec(line)?.[1] : undefined)
    if (kind !== undefined && name !== undefined) {
      add(kind, name, 'made')
      kind = undefined
    }
    if (/^\S/.test(line)) inMetadata = meta !== null
    else if (meta !== null) inMetadata = true
    objectsTyped(line, add)
    const [, word = '', slashed, quoted, done = ''] = printed.exec(line) ?? []
    add(
      word,
      slashed ?? quoted,
      done === 'created' || done === 'exposed' ? 'made' : done === 'deleted' ? 'deleted' : 'named',
    )
  }
  return found
}

function objectsTyped(
  line: string,
  add: (word: string, name: string | undefined, is: NamedObject['is']) => void,
): void {
  const [, word = '', name] = creates.exec(line) ?? []
  add(word, name, 'made')
  add('pod', runs.exec(line)?.[1], 'made')
  const [, kind = '', changed] = sets.exec(line) ?? []
  add(kind, changed, 'named')
  const exposed = exposes.exec(line)?.[1]
  add('service', /\s--name[= ]([\w.-]+)/.exec(line)?.[1] ?? exposed, exposed === undefined ? 'named' : 'made')
  const target = new RegExp(client).test(line) ? commandTarget(line) : undefined
  for (const one of target?.names ?? [])
    add(target!.resource.split('.')[0]!, one, target!.verb === 'delete' ? 'deleted' : 'named')
}
