import type { KubeObject } from '../../../../apimachinery/json.ts'
import type { Storage } from '../../interface.ts'

/** What a key holds: the value, or undefined where there is none. */
type Value = string | undefined

/** What writers were told, to be held against what is there later. */
export class Ledger {
  private readonly answered = new Map<string, Value>()
  /** By key: what a write that was not answered, or with an error, would have made of it. */
  private readonly open = new Map<string, Value[]>()
  revision = 0
  answers = 0

  /** One write of a key, by its only writer. An error is not an answer: the change may be there or not. */
  async write(storage: Storage, key: string, value: Value): Promise<void> {
    const current = await storage.get(key)
    if (value === undefined && current === undefined) return
    this.open.set(key, [...(this.open.get(key) ?? []), value])
    const modRevision = current?.modRevision ?? 0
    const done =
      value === undefined
        ? await storage.delete(key, modRevision)
        : current === undefined
          ? await storage.create(key, objectOf(key, value))
          : await storage.update(key, modRevision, objectOf(key, value))
    this.answered.set(key, value)
    this.open.delete(key)
    this.answers++
    this.revision = Math.max(this.revision, done.modRevision)
  }

  /** What is not as it was answered, one text each. @param exact writes that failed must not be there */
  async differences(storage: Storage, exact = false): Promise<string[]> {
    const found: string[] = []
    const there = new Map((await storage.list('')).records.map((r) => [r.key, r]))
    for (const key of new Set([...there.keys(), ...this.answered.keys(), ...this.open.keys()])) {
      const record = there.get(key)
      const value = record && valueIn(record.object)
      const allowed = [this.answered.get(key), ...(exact ? [] : (this.open.get(key) ?? []))]
      if (!allowed.includes(value)) found.push(`${key}: is ${value}, was answered ${allowed.join(' or ')}`)
      if (record !== undefined && record.object.metadata.resourceVersion !== String(record.modRevision))
        found.push(`${key}: resourceVersion is not ${record.modRevision}`)
    }
    if (storage.revision() < this.revision)
      found.push(`revision ${storage.revision()} is below ${this.revision}`)
    return found
  }

  /** From now on what is there counts as answered: one of the allowed values is known to be the one. */
  async settle(storage: Storage): Promise<void> {
    this.open.clear()
    this.answered.clear()
    for (const { key, object } of (await storage.list('')).records) this.answered.set(key, valueIn(object))
  }
}

/** A ConfigMap for a key, with a value. */
export const objectOf = (key: string, value: string): KubeObject => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: key.slice(key.lastIndexOf('/') + 1) },
  data: { value },
})

const valueIn = (object: KubeObject): Value => (object['data'] as { value?: string } | undefined)?.value

/** Writers beside one another, each with keys of its own, until all are done or `stopped`. Errors are kept in the ledger only. */
export async function runWriters(
  storage: Storage,
  ledger: Ledger,
  { writers, rounds, size }: { writers: number; rounds: number; size: (round: number) => number },
): Promise<void> {
  const writer = async (w: number): Promise<void> => {
    for (let round = 0; round < rounds; round++) {
      const key = `/registry/configmaps/ns/w${w}-${round % 3}`
      const value = round % 5 === 4 ? undefined : `${round}:${'x'.repeat(size(round))}`
      // Not in step, so that writes come while others are being flushed.
      for (let turn = 0; turn < w * (round % 3); turn++) await new Promise(setImmediate)
      await ledger.write(storage, key, value).catch(() => {})
    }
  }
  await Promise.all(Array.from({ length: writers }, (_, w) => writer(w)))
}
