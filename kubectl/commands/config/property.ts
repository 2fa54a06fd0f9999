// config set and unset: `contexts.NAME.namespace`.
// Upstream: kubectl/pkg/cmd/config/set.go, unset.go
import { isObject, type JsonObject } from '../../../apimachinery/json.ts'
import { KubectlError } from '../../errors.ts'
import type { Session } from '../../session.ts'

const wrappers: Readonly<Record<string, string>> = { clusters: 'cluster', contexts: 'context', users: 'user' }

/** The object that holds the last step, made where it is not there. */
function holder(config: JsonObject, steps: readonly string[], make: boolean): JsonObject | undefined {
  const [section = '', name, ...rest] = steps
  const wrapper = Object.hasOwn(wrappers, section) ? wrappers[section] : undefined
  if (wrapper === undefined || name === undefined) return config
  const list = (config[section] ?? []) as JsonObject[]
  let entry = list.find((e) => e['name'] === name)
  if (entry === undefined) {
    if (!make) return undefined
    entry = { name, [wrapper]: {} }
    config[section] = [...list, entry]
  }
  if (rest.length === 0) return entry
  const inner = entry[wrapper]
  return isObject(inner) ? inner : undefined
}

/** `kubectl config set PROPERTY VALUE`. The path is made where it is missing; `true` and `false` become booleans. */
export async function setProperty(session: Session, words: string[]): Promise<number> {
  const [property, value] = words
  if (property === undefined || value === undefined || words.length > 2)
    throw session.usageError(`Unexpected args: [${words.join(' ')}]`)
  const { path, config } = await session.kubeconfig.target()
  const steps = property.split('.')
  const target = holder(config as JsonObject, steps, true)
  if (target === undefined) throw new KubectlError(`unable to parse ${property}`)
  target[steps.at(-1)!] = value === 'true' ? true : value === 'false' ? false : value
  await session.kubeconfig.write(path, config)
  session.host.stdout(`Property "${property}" set.\n`)
  return 0
}

/** The fields of a kubeconfig by which a property may begin. Upstream: client-go tools/clientcmd/api/types.go (Config) */
const sections = [
  'kind',
  'apiVersion',
  'preferences',
  'current-context',
  'extensions',
  ...Object.keys(wrappers),
]

/** `kubectl config unset PROPERTY`: removes a field, or an entry of clusters, contexts or users. */
export async function unsetProperty(session: Session, words: string[]): Promise<number> {
  const [property, ...rest] = words
  if (property === undefined || rest.length > 0)
    throw session.usageError(`Unexpected args: [${words.join(' ')}]`)
  const { path, config } = await session.kubeconfig.target()
  const steps = property.split('.')
  const [section = '', name] = steps
  if (steps.length === 2 && Object.hasOwn(wrappers, section)) {
    const list = ((config as JsonObject)[section] ?? []) as JsonObject[]
    // Upstream: an entry that is not there is taken away all the same.
    ;(config as JsonObject)[section] = list.filter((e) => e['name'] !== name)
  } else {
    if (!sections.includes(section))
      throw new KubectlError(`unable to parse ${property} after [] at api.Config`)
    const target = holder(config as JsonObject, steps, false)
    if (target === undefined) throw new KubectlError(`current map key \`${name ?? ''}\` is invalid`)
    delete target[steps.at(-1)!]
  }
  await session.kubeconfig.write(path, config)
  session.host.stdout(`Property "${property}" unset.\n`)
  return 0
}
