// Upstream: k8s.io/apiextensions-apiserver/pkg/apiserver/conversion/{converter,nop_converter,webhook_converter}.go
import type { KubeObject } from '../../../apimachinery/json.ts'
import { StatusError } from '../../../apimachinery/status-error.ts'
import type { ConvertByWebhook } from '../../webhook/webhooks.ts'
import type { Definition } from '../definition/definition.ts'

/** Custom resources in other versions of their definition. */
export interface Converter {
  /** A webhook converts. */
  readonly asks: boolean
  /** The object in another version; the same one where it has that already. Throws a {@link NotConverted} where a webhook must be asked first. */
  convert(object: KubeObject, apiVersion: string): KubeObject
  /** Asks for what `convert` will need; undefined where it needs nothing. Rejects with StatusErrors. */
  prepare(objects: readonly KubeObject[], apiVersion: string): Promise<void> | undefined
  /** Runs `work` again until nothing that it converts is missing any more. */
  settled<T>(work: () => Promise<T>): Promise<T>
}

/** A webhook has not been asked to convert an object yet. */
export class NotConverted extends Error {
  readonly object: KubeObject
  readonly apiVersion: string
  constructor(object: KubeObject, apiVersion: string) {
    super(`${object.apiVersion} is not converted to ${apiVersion}`)
    this.object = object
    this.apiVersion = apiVersion
  }
}

/** The versions that a definition names. */
const versionsOf = ({ spec }: Definition): ReadonlySet<string> =>
  new Set((spec.versions ?? []).map(({ name }) => `${spec.group}/${name}`))

const noConversion = (versions: ReadonlySet<string>): Converter => ({
  asks: false,
  convert: (object, apiVersion) =>
    object.apiVersion === apiVersion || !versions.has(object.apiVersion) ? object : { ...object, apiVersion },
  prepare: () => undefined,
  settled: (work) => work(),
})

/** The number of answers that are kept by the text of the object that was converted. */
const maxTexts = 1000

/** How often a piece of work may find that something else is missing: managers of so many versions. */
const maxRounds = 100

/** What a webhook answered lives as long as what it was asked; parts of objects are asked for by their text. */
class WebhookConverter implements Converter {
  readonly asks = true
  private readonly definition: Definition
  private readonly versions: ReadonlySet<string>
  private readonly ask: ConvertByWebhook
  private readonly answers = new WeakMap<KubeObject, Map<string, KubeObject>>()
  private readonly texts = new Map<string, KubeObject>()
  /** What pieces of work found missing, and how often one did: they may run at the same time. */
  private readonly missing = new Map<string, NotConverted>()
  private misses = 0

  constructor(definition: Definition, ask: ConvertByWebhook) {
    this.definition = definition
    this.versions = versionsOf(definition)
    this.ask = ask
  }

  convert(object: KubeObject, apiVersion: string): KubeObject {
    if (object.apiVersion === apiVersion || !this.versions.has(object.apiVersion)) return object
    const found = this.answers.get(object)?.get(apiVersion) ?? this.texts.get(keyOf(object, apiVersion))
    if (found !== undefined) return found
    const lack = new NotConverted(object, apiVersion)
    this.missing.set(keyOf(object, apiVersion), lack)
    this.misses++
    throw lack
  }

  prepare(objects: readonly KubeObject[], apiVersion: string): Promise<void> | undefined {
    const wanted = objects.filter((object) => this.lacks(object, apiVersion))
    return wanted.length === 0 ? undefined : this.fetch(wanted, apiVersion)
  }

  private lacks(object: KubeObject, apiVersion: string): boolean {
    return (
      object.apiVersion !== apiVersion &&
      this.versions.has(object.apiVersion) &&
      this.answers.get(object)?.has(apiVersion) !== true
    )
  }

  private async fetch(objects: readonly KubeObject[], apiVersion: string): Promise<void> {
    const converted = await this.asked(objects, apiVersion)
    for (const [i, object] of objects.entries()) {
      const known = this.answers.get(object) ?? new Map<string, KubeObject>()
      this.answers.set(object, known.set(apiVersion, converted[i]!))
    }
  }

  private async asked(objects: readonly KubeObject[], apiVersion: string): Promise<KubeObject[]> {
    try {
      return await this.ask(this.definition, objects, apiVersion)
    } catch (error) {
      throw error instanceof StatusError ? error : new StatusError(500, '', (error as Error).message)
    }
  }

  async settled<T>(work: () => Promise<T>): Promise<T> {
    for (let round = 0; ; round++) {
      const before = this.misses
      const done = await attempt(work)
      if (this.misses === before || round === maxRounds) return done()
      await this.fetchMissing()
    }
  }

  private async fetchMissing(): Promise<void> {
    if (this.texts.size > maxTexts) this.texts.clear()
    for (const [key, { object, apiVersion }] of [...this.missing]) {
      this.missing.delete(key)
      const [converted] = await this.asked([object], apiVersion)
      this.texts.set(key, converted!)
    }
  }
}

const keyOf = (object: KubeObject, apiVersion: string): string => `${apiVersion} ${JSON.stringify(object)}`

async function attempt<T>(work: () => Promise<T>): Promise<() => T> {
  try {
    const result = await work()
    return () => result
  } catch (error) {
    return () => {
      throw error
    }
  }
}

/** The converter for the custom resources of a definition, by its `spec.conversion`. */
export const converterOf = (definition: Definition, byWebhook: ConvertByWebhook): Converter =>
  definition.spec.conversion?.strategy === 'Webhook'
    ? new WebhookConverter(definition, byWebhook)
    : noConversion(versionsOf(definition))
