// What no seed can fix, made the same in every run: each new uid, resource version and port gets the next stand-in.
import { type Random, seededRandom } from '../../component-base/random.ts'

const uuid = /\b[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}\b/g
const machineId = /\b[0-9a-f]{32}\b/g
const resourceVersion = /(resourceVersion(?:"?: ?"?|=))(\d+)/g
const pem = /(-----BEGIN ([A-Z ]+)-----\n)(?:[ \t]*[A-Za-z0-9+/=]+\n)+([ \t]*-----END \2-----)/g
const pemData = /((?:certificate-authority|client-certificate|client-key)-data"?: ?"?)[A-Za-z0-9+/=]{40,}/g
const token = /\beyJ[\w-]+\.eyJ[\w-]+\.[\w-]+/g
const eventSuffix = /(\.)([0-9a-f]{16})\b/g
const containerId = /(?<=\/\/)[0-9a-f]{64}\b/g
const firstVersion = 201

/** Replaces values that differ from run to run; one object for a whole document, so that equal values stay equal. */
export class StandIns {
  private readonly random: Random
  private readonly known = new Map<string, string>()
  private readonly typed: string
  private versions = firstVersion

  /** @param typed the document's own commands: what they write themselves stays */
  constructor(seed: number, typed: string) {
    this.random = seededRandom(seed)
    this.typed = typed
  }

  /** @param serverUrl where kube-apiserver really listens */
  apply(text: string, serverUrl: string | undefined): string {
    const port = serverUrl === undefined ? undefined : new URL(serverUrl).port
    const local =
      port === undefined ? text : text.replaceAll(new RegExp(`(?<=:|secure-port=)${port}\\b`, 'g'), '6443')
    return local
      .replace(pem, '$1...\n$3')
      .replace(pemData, '$1...')
      .replace(token, 'eyJ...')
      .replace(uuid, (id) => this.standIn(id, () => this.random.uuid()))
      .replace(machineId, (id) => this.standIn(id, () => this.random.uuid().replaceAll('-', '')))
      .replace(containerId, (id) => this.standIn(id, () => [1, 2, 3, 4].map(this.hex16).join('')))
      .replace(eventSuffix, (_all, dot: string, id: string) => dot + this.standIn(id, () => this.hex16()))
      .replace(resourceVersion, (_all, before: string, version: string) => {
        return before + this.standIn(`version ${version}`, () => String(this.versions++))
      })
  }

  private standIn(real: string, next: () => string): string {
    if (this.typed.includes(real)) return real
    const known = this.known.get(real)
    if (known !== undefined) return known
    const made = next()
    this.known.set(real, made)
    return made
  }

  private readonly hex16 = (): string => this.random.uuid().replaceAll('-', '').slice(0, 16)
}
