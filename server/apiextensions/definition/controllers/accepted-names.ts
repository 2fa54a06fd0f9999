// Upstream: staging/src/k8s.io/apiextensions-apiserver/pkg/controller/status/naming_controller.go (calculateNamesAndConditions)
import type { CustomResourceDefinitionNames } from '../../../../api/apiextensions-v1.ts'
import { goQuote, listText } from '../../../../apimachinery/field-error.ts'
import { semanticEqual } from '../../../../apimachinery/json.ts'
import type { Said } from '../conditions.ts'
import { acceptedNames, conditionOf, type Definition } from '../definition.ts'

/** The names that a definition may have, and the conditions about them. */
export interface Naming {
  readonly names: CustomResourceDefinitionNames
  readonly namesAccepted: Said
  readonly established: Said
}

/** The names that definitions of a group have. */
interface Taken {
  readonly resources: ReadonlySet<string>
  readonly kinds: ReadonlySet<string>
}

function takenIn(group: string, all: readonly Definition[]): Taken {
  const accepted = all.filter(({ spec }) => spec.group === group).map(acceptedNames)
  return {
    resources: new Set(
      accepted.flatMap(({ plural = '', singular = '', shortNames }) => [
        plural,
        singular,
        ...(shortNames ?? []),
      ]),
    ),
    kinds: new Set(accepted.flatMap(({ kind = '', listKind = '' }) => [kind, listKind])),
  }
}

const single = [
  ['plural', 'PluralConflict'],
  ['singular', 'SingularConflict'],
  ['kind', 'KindConflict'],
  ['listKind', 'ListKindConflict'],
] as const

/** The names of a definition, as far as nobody else has them; a conflict that is found last is told. */
class NameClaim {
  readonly names: CustomResourceDefinitionNames
  private conflict: { reason: string; message: string } | undefined
  private readonly wanted: CustomResourceDefinitionNames
  private readonly accepted: CustomResourceDefinitionNames
  private readonly taken: Taken

  constructor(definition: Definition, taken: Taken) {
    this.wanted = definition.spec.names ?? {}
    this.accepted = acceptedNames(definition)
    this.taken = taken
    this.names = { ...this.accepted }
    for (const [name, reason] of single.slice(0, 2)) this.claim(name, reason, taken.resources)
    this.claimShortNames()
    for (const [name, reason] of single.slice(2)) this.claim(name, reason, taken.kinds)
    if (this.wanted.categories == null) delete this.names.categories
    else this.names.categories = this.wanted.categories
  }

  said(): Said {
    return this.conflict === undefined
      ? { type: 'NamesAccepted', status: 'True', reason: 'NoConflicts', message: 'no conflicts found' }
      : { type: 'NamesAccepted', status: 'False', ...this.conflict }
  }

  private claim(name: (typeof single)[number][0], reason: string, taken: ReadonlySet<string>): void {
    const wanted = this.wanted[name] ?? ''
    if (wanted !== (this.accepted[name] ?? '') && taken.has(wanted))
      this.conflict = { reason, message: inUse(wanted) }
    else this.names[name] = wanted
  }

  private claimShortNames(): void {
    const wanted = this.wanted.shortNames ?? []
    const own = this.accepted.shortNames ?? []
    if (semanticEqual(wanted, own)) return
    const used = wanted.filter((name) => !own.includes(name) && this.taken.resources.has(name))
    if (used.length > 0) this.conflict = { reason: 'ShortNamesConflict', message: listText(used.map(inUse)) }
    else if (wanted.length === 0) delete this.names.shortNames
    else this.names.shortNames = wanted
  }
}

const inUse = (name: string): string => `${goQuote(name)} is already in use`

function establishedOf(definition: Definition, isAccepted: boolean): Said {
  const before = conditionOf(definition, 'Established')
  if (before?.status !== 'True' && isAccepted)
    return {
      type: 'Established',
      status: 'False',
      reason: 'Installing',
      message: 'the initial names have been accepted',
    }
  if (before !== undefined) return before as Said
  return {
    type: 'Established',
    status: 'False',
    reason: 'NotAccepted',
    message: 'not all names are accepted',
  }
}

/** The naming of a definition among all others; its own names are never in its way. */
export function namingOf(definition: Definition, all: readonly Definition[]): Naming {
  const claim = new NameClaim(definition, takenIn(definition.spec.group ?? '', all))
  const namesAccepted = claim.said()
  return {
    names: claim.names,
    namesAccepted,
    established: establishedOf(definition, namesAccepted.status === 'True'),
  }
}
