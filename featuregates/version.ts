// Upstream: k8s.io/apimachinery/pkg/util/version
import { goQuote } from './go-text.ts'

interface Parts {
  components: readonly number[]
  /** True where all three numbers and the pre-release obey Semantic Versioning: only then pre-releases are compared. */
  semantic: boolean
  preRelease: string
  buildMetadata: string
}

/** A version of two or more numbers, compared number by number; missing ones count as 0. */
export class Version {
  private readonly parts: Parts
  constructor(parts: Parts) {
    this.parts = parts
  }
  get components(): readonly number[] {
    return this.parts.components
  }
  get major(): number {
    return this.components[0]!
  }
  get minor(): number {
    return this.components[1]!
  }
  get patch(): number {
    return this.components[2] ?? 0
  }
  get preRelease(): string {
    return this.parts.preRelease
  }
  withPatch(patch: number): Version {
    return new Version({ ...this.parts, components: [this.major, this.minor, patch] })
  }
  /** The version without patch and pre-release. */
  majorMinor(): Version {
    return majorMinor(this.major, this.minor)
  }
  /** Same major, minor moved by `offset` and not below 0, no patch. */
  offsetMinor(offset: number): Version {
    return majorMinor(this.major, Math.max(0, this.minor + offset))
  }
  compare(other: Version): -1 | 0 | 1 {
    const length = Math.max(this.components.length, other.components.length)
    for (let i = 0; i < length; i++) {
      const difference = (this.components[i] ?? 0) - (other.components[i] ?? 0)
      if (difference !== 0) return difference < 0 ? -1 : 1
    }
    if (!this.parts.semantic || !other.parts.semantic) return 0
    return comparePreReleases(this.preRelease, other.preRelease)
  }
  equals(other: Version): boolean {
    return this.compare(other) === 0
  }
  atLeast(other: Version): boolean {
    return this.compare(other) !== -1
  }
  lessThan(other: Version): boolean {
    return this.compare(other) === -1
  }
  greaterThan(other: Version): boolean {
    return this.compare(other) === 1
  }
  toString(): string {
    const { components, preRelease, buildMetadata } = this.parts
    return `${components.join('.')}${preRelease && `-${preRelease}`}${buildMetadata && `+${buildMetadata}`}`
  }
}

/** A version of two numbers, `1.34`, as upstream's MajorMinor makes it. */
export const majorMinor = (major: number, minor: number): Version =>
  new Version({ components: [major, minor], semantic: false, preRelease: '', buildMetadata: '' })

const isNumber = (text: string | undefined): text is string => text !== undefined && /^[0-9]+$/.test(text)

function comparePreReleases(a: string, b: string): -1 | 0 | 1 {
  if (a === b) return 0
  if (a === '') return 1
  if (b === '') return -1
  const left = a.split('.')
  const right = b.split('.')
  for (let i = 0; i < left.length && i < right.length; i++) {
    const [l, r] = [left[i]!, right[i]!]
    const numeric = isNumber(l) && isNumber(r)
    if (numeric ? Number(l) < Number(r) : l < r) return -1
    if (numeric ? Number(l) > Number(r) : l > r) return 1
  }
  return left.length === right.length ? 0 : left.length < right.length ? -1 : 1
}

const shape = /^\s*v?([0-9]+(?:\.[0-9]+)*)/
const extraShape = /^(?:-([0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*))?(?:\+([0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*))?\s*$/
const zeroPrefixed = (component: string): boolean => component !== '0' && component.startsWith('0')

function readComponents(text: string, numbers: string, semantic: boolean): number[] {
  const components = numbers.split('.')
  if (semantic ? components.length !== 3 : components.length < 2)
    throw new Error(`illegal version string ${goQuote(text)}`)
  return components.map((component, i) => {
    if ((i === 0 || semantic) && zeroPrefixed(component)) {
      throw new Error(`illegal zero-prefixed version component ${goQuote(component)} in ${goQuote(text)}`)
    }
    if (BigInt(component) >= 1n << 64n) {
      const why = `strconv.ParseUint: parsing ${goQuote(component)}: value out of range`
      throw new Error(
        `illegal non-numeric version component ${goQuote(component)} in ${goQuote(text)}: ${why}`,
      )
    }
    return Number(component)
  })
}

function parse(text: string, semantic: boolean): Version {
  const match = shape.exec(text)
  const extra = text.slice(match?.[0].length)
  if (match === null || extra.includes('\n')) throw new Error(`could not parse ${goQuote(text)} as version`)
  const numbers = match[1]!
  const components = readComponents(text, numbers, semantic)
  if (!semantic || extra === '')
    return new Version({ components, semantic, preRelease: '', buildMetadata: '' })
  const extras = extraShape.exec(extra)
  if (extras === null)
    throw new Error(`could not parse pre-release/metadata (${extra}) in version ${goQuote(text)}`)
  const [, preRelease = '', buildMetadata = ''] = extras
  const wrong = preRelease.split('.').find((c) => isNumber(c) && zeroPrefixed(c))
  if (wrong !== undefined)
    throw new Error(`illegal zero-prefixed version component ${goQuote(wrong)} in ${goQuote(text)}`)
  return new Version({ components, semantic, preRelease, buildMetadata })
}

function parseAny(text: string): Version {
  try {
    return parse(text, true)
  } catch {
    return parse(text, false)
  }
}

/** The gates of every component name the same few dozens; bounded, because texts of users come here too. */
const parsed = new Map<string, Version>()
const mostParsed = 500
const longestParsed = 20

/** A semantic version where the text is one, else its leading numbers. Throws upstream's message. */
export function parseVersion(text: string): Version {
  const known = parsed.get(text)
  if (known !== undefined) return known
  const version = parseAny(text)
  if (parsed.size < mostParsed && text.length <= longestParsed) parsed.set(text, version)
  return version
}
