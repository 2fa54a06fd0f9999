// The document of OpenAPI v2 as a text that is put together of texts: the release's own part is large, and never changes.
// Upstream: k8s.io/apiextensions-apiserver/pkg/controller/openapi/builder/merge.go (MergeSpecs)

/** What a document has besides: paths and types by their names. */
export interface V2Part {
  readonly paths: Readonly<Record<string, unknown>>
  readonly definitions: Readonly<Record<string, unknown>>
}

const sections = ['paths', 'definitions'] as const
type Section = (typeof sections)[number]

/** `"name":{…}` of each. */
type Entries = readonly (readonly [name: string, text: string])[]

const entriesOf = (values: Readonly<Record<string, unknown>>): Entries =>
  Object.entries(values)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => [name, `${JSON.stringify(name)}:${JSON.stringify(value)}`])

/** The document of the release, to which others are added. */
export class V2Base {
  private readonly members: readonly string[]
  private readonly names: Readonly<Record<Section, ReadonlySet<string>>>
  private readonly texts: Readonly<Record<Section, string>>
  private readonly parts = new WeakMap<V2Part, Readonly<Record<Section, Entries>>>()
  private readonly others: ReadonlyMap<string, string>

  constructor(document: Readonly<Record<string, unknown>>) {
    const own = (section: Section) => entriesOf((document[section] ?? {}) as Record<string, unknown>)
    const found = { paths: own('paths'), definitions: own('definitions') }
    this.members = Object.keys(document).filter((name) => document[name] !== undefined)
    this.names = {
      paths: new Set(found.paths.map(([name]) => name)),
      definitions: new Set(found.definitions.map(([name]) => name)),
    }
    this.texts = { paths: joined(found.paths), definitions: joined(found.definitions) }
    const others = this.members.filter((name) => !sections.some((section) => section === name))
    this.others = new Map(others.map((name) => [name, JSON.stringify(document[name])]))
  }

  /** The JSON of the document with the parts. What the release, or an earlier part, describes stays as it is. */
  with(parts: readonly V2Part[]): string {
    const members = this.members.map((name) => {
      const section = sections.find((one) => one === name)
      const text = section === undefined ? this.others.get(name)! : this.sectionWith(section, parts)
      return `${JSON.stringify(name)}:${text}`
    })
    return `{${members.join(',')}}`
  }

  private sectionWith(section: Section, parts: readonly V2Part[]): string {
    const seen = new Set<string>()
    const more: string[] = []
    for (const part of parts)
      for (const [name, text] of this.entries(part)[section]) {
        if (this.names[section].has(name) || seen.has(name)) continue
        seen.add(name)
        more.push(text)
      }
    const texts = [...more, ...(this.texts[section] === '' ? [] : [this.texts[section]])]
    return `{${texts.join(',')}}`
  }

  private entries(part: V2Part): Readonly<Record<Section, Entries>> {
    const known = this.parts.get(part)
    if (known !== undefined) return known
    const made = { paths: entriesOf(part.paths), definitions: entriesOf(part.definitions) }
    this.parts.set(part, made)
    return made
  }
}

const joined = (entries: Entries): string => entries.map(([, text]) => text).join(',')
