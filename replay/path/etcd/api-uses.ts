// Which API versions are in use: those that objects are stored in, and those that clients wrote them in, by managedFields.
import type { StoredKind } from '../../../apimachinery/scheme/stored-codec.ts'
import type { Seen } from '../snapshot.ts'
import type { Group } from './groups.ts'
import type { ReleaseView } from './release-view.ts'
import type { ApiUse } from './snapshot-result.ts'

/** Names of writers that are told of one version. */
const mostWriters = 5

interface Use {
  api: StoredKind
  stored: boolean
  writers: Set<string>
  count: number
  example: string
}

/** The versions that a release has deprecated or does not serve, with the objects that use them. */
export class ApiUses {
  private readonly view: ReleaseView
  private readonly uses = new Map<string, Use>()
  private readonly texts = new Map<string, { state: ApiUse['state']; text: string } | undefined>()

  constructor(view: ReleaseView) {
    this.view = view
  }

  take(stored: StoredKind, title: string, seen: Seen | undefined): void {
    const { kind } = stored
    const versions = new Map<string, string[]>([[stored.apiVersion, []]])
    for (const { apiVersion, manager } of seen?.object.metadata.managedFields ?? []) {
      if (apiVersion === undefined) continue
      versions.set(apiVersion, [
        ...(versions.get(apiVersion) ?? []),
        ...(manager === undefined ? [] : [manager]),
      ])
    }
    for (const [apiVersion, writers] of versions)
      this.add({ apiVersion, kind }, { stored: apiVersion === stored.apiVersion, title, writers })
  }

  all(): Group<ApiUse>[] {
    return [...this.uses.values()].flatMap(({ api, stored, writers, count, example }) => {
      const judged = this.judge(api)
      if (judged === undefined) return []
      const facts = { ...api, ...judged, stored, writers: [...writers].slice(0, mostWriters) }
      return [{ facts, count, example }]
    })
  }

  private add(
    api: StoredKind,
    { stored, title, writers }: { stored: boolean; title: string; writers: string[] },
  ): void {
    if (api.kind === '' || this.judge(api) === undefined) return
    const key = `${api.apiVersion}/${api.kind} ${stored}`
    const use = this.uses.get(key) ?? { api, stored, writers: new Set(), count: 0, example: title }
    use.count++
    for (const writer of writers) use.writers.add(writer)
    this.uses.set(key, use)
  }

  private judge(api: StoredKind): { state: ApiUse['state']; text: string } | undefined {
    const key = `${api.apiVersion}/${api.kind}`
    if (!this.texts.has(key)) this.texts.set(key, this.judged(api))
    return this.texts.get(key)
  }

  private judged(api: StoredKind): { state: ApiUse['state']; text: string } | undefined {
    const served = this.view.serves(api)
    const text = this.view.deprecation(api)
    const name = `${api.apiVersion} ${api.kind}`
    if (!served)
      return { state: 'gone', text: text ?? `${this.view.release} does not serve ${name} by default` }
    return text === undefined ? undefined : { state: 'deprecated', text }
  }
}
