// Upstream: k8s.io/kube-openapi/pkg/validation/validate/result.go, errors/schema.go
import { maxToldCharacters } from '../../../../apimachinery/field-error.ts'

/** What a finding becomes as a field error; `composite` findings name their place in the text only. */
export type FindingKind =
  | 'type'
  | 'required'
  | 'tooLong'
  | 'enum'
  | 'maxItems'
  | 'maxProperties'
  | 'other'
  | 'composite'

/** Something that a schema does not allow. */
export interface Finding {
  readonly kind: FindingKind
  /** The place, as `.spec.ports[0]`; empty for the object itself. */
  readonly name: string
  readonly message: string
  readonly value?: unknown
  /** The limit that is exceeded. */
  readonly valid?: number
  /** The values that an enum has. */
  readonly values?: readonly unknown[]
}

/** What a schema says of a value: findings, none twice, and how many checks were made, which tells the nearest of several schemas. */
export class Result {
  readonly findings: Finding[] = []
  matches = 0
  readonly #told = new Set<string>()
  #characters = 0

  get isValid(): boolean {
    return this.findings.length === 0
  }
  /** Whether there are more findings than an answer shows: the others are left out. */
  get isFull(): boolean {
    return this.#characters > maxToldCharacters
  }
  add(finding: Finding | undefined): void {
    if (!finding || this.isFull || this.#told.has(finding.message)) return
    this.#told.add(finding.message)
    this.#characters += finding.message.length
    this.findings.push(finding)
  }
  merge(other: Result): void {
    for (const finding of other.findings) this.add(finding)
    this.matches += other.matches
  }
}

/** A finding whose message begins with the place of the value. */
export const finding = (
  kind: FindingKind,
  name: string,
  text: string,
  more: Omit<Finding, 'kind' | 'name' | 'message'> = {},
): Finding => ({ kind, name, message: `${name} in body ${text}`, ...more })

/** A wrong type. @param found the type that was found, as Go's %q shows it */
export const wrongType = (name: string, wanted: string, found: string, quoted: string): Finding =>
  finding('type', name, `must be of type ${wanted}: ${quoted}`, { value: found })
