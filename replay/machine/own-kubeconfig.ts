// Kubeconfigs that a document brings: what they refer to is the machine's, never the host's.
import { posix } from 'node:path'
import { parse, stringify } from '../../component-base/yaml.ts'

type Entry = Record<string, unknown>
interface Kubeconfig {
  clusters?: { cluster?: Entry }[]
  users?: { user?: Entry }[]
}

/** Fields that name a file → the field that holds its content. */
const files: Readonly<Record<string, string>> = {
  'certificate-authority': 'certificate-authority-data',
  'client-certificate': 'client-certificate-data',
  'client-key': 'client-key-data',
}
/** Fields that have a client run a program or leave the machine. */
const refused = ['exec', 'auth-provider', 'proxy-url']

/**
 * The kubeconfig at `path` with the files that it names in it; any other text as it is. Throws an Error for one that has its
 * reader run a program or go through a proxy, and what `read` throws for a file that is not there.
 * @param read a file of the machine
 */
export async function ownKubeconfig(
  text: string,
  path: string,
  read: (path: string) => Promise<string>,
): Promise<string> {
  if (!/^["']?(?:clusters|users)["']?:|"(?:clusters|users)"/m.test(text)) return text
  const config = parse(text, { logLevel: 'error' }) as Kubeconfig | null
  const entries = [
    ...(config?.clusters ?? []).map(({ cluster }) => cluster),
    ...(config?.users ?? []).map(({ user }) => user),
  ].filter((entry) => entry !== undefined && entry !== null)
  let changed = false
  for (const entry of entries) {
    const foreign = refused.find((field) => Object.hasOwn(entry, field))
    if (foreign !== undefined) throw new Error(`${path}: ${foreign} is not simulated`)
    const fileOf = (field: string): string => posix.resolve(posix.dirname(path), String(entry[field]))
    for (const [field, data] of Object.entries(files)) {
      if (!Object.hasOwn(entry, field)) continue
      entry[data] = Buffer.from(await read(fileOf(field))).toString('base64')
      delete entry[field]
      changed = true
    }
    if (!Object.hasOwn(entry, 'tokenFile')) continue
    entry['token'] = (await read(fileOf('tokenFile'))).trim()
    delete entry['tokenFile']
    changed = true
  }
  return changed ? stringify(config) : text
}
