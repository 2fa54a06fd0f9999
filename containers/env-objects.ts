// The ConfigMaps and Secrets that the environment of a container is made of. They are read when the container is created: what
// becomes of them later is not its own.
import type { ConfigMap, Secret } from '../api/core-v1.ts'
import { isNotFound, type RestClient } from '../client/rest-client.ts'

/** The kinds of objects that an environment can refer to. */
export type EnvObjectKind = 'configmap' | 'secret'

/** An object's texts by key; `absent` where there is none, `unknown` where the server does not answer. */
export type EnvObject = Readonly<Record<string, string>> | 'absent' | 'unknown'

/** Reads each object once. */
export class EnvObjects {
  private readonly client: Pick<RestClient, 'get'>
  private readonly namespace: string
  private readonly known = new Map<string, EnvObject>()

  constructor(client: Pick<RestClient, 'get'>, namespace: string) {
    this.client = client
    this.namespace = namespace
  }

  /** Whether nothing has been read. */
  get empty(): boolean {
    return this.known.size === 0
  }

  async texts(kind: EnvObjectKind, name: string): Promise<EnvObject> {
    const key = `${kind}/${name}`
    const known = this.known.get(key)
    if (known !== undefined) return known
    const found = await this.read(kind, name)
    // A server that does not answer is asked again.
    if (found !== 'unknown') this.known.set(key, found)
    return found
  }

  private async read(kind: EnvObjectKind, name: string): Promise<EnvObject> {
    const path = `/api/v1/namespaces/${this.namespace}/${kind}s/${encodeURIComponent(name)}`
    try {
      const { data = {} } = await this.client.get<ConfigMap & Secret>(path)
      return Object.fromEntries(
        Object.entries(data).map(([key, value]): [string, string] => [
          key,
          kind === 'secret' ? Buffer.from(value, 'base64').toString() : value,
        ]),
      )
    } catch (error) {
      return isNotFound(error) ? 'absent' : 'unknown'
    }
  }
}
