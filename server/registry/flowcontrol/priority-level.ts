// Upstream: pkg/apis/flowcontrol/validation/validation.go (ValidatePriorityLevelConfiguration)
// Deviates: the spec of the level `catch-all` may be changed.

import type {
  ExemptPriorityLevelConfiguration,
  LimitedPriorityLevelConfiguration,
  LimitResponse,
  PriorityLevelConfigurationSpec,
  QueuingConfiguration,
} from '../../../api/flowcontrol-v1.ts'
import { type FieldError, FieldPath, field } from '../../../apimachinery/field-error.ts'
import { registryDialect } from '../dialect.ts'

const specPath = FieldPath.of('spec')

/** What the rules of a PriorityLevelConfiguration depend on beside it. */
export interface PriorityLevelOptions {
  readonly minor: number
  /** What the version of the request calls the shares of a limited level. */
  readonly sharesName: string
  readonly allowZeroShares: boolean
}

/** The errors of a PriorityLevelConfiguration's spec. */
export function validatePriorityLevelSpec(
  name: string,
  spec: PriorityLevelConfigurationSpec,
  options: PriorityLevelOptions,
): FieldError[] {
  const { minor } = options
  const { type = '', limited, exempt } = spec
  const errors: FieldError[] = []
  if ((name === 'exempt') !== (type === 'Exempt')) {
    const text = registryDialect(minor).quotesFlowFields
      ? "must be 'Exempt' if and only if `name` is 'exempt'"
      : "type must be 'Exempt' if and only if name is 'exempt'"
    errors.push(field.invalid(specPath.child('type'), type, text))
  }
  const limitedPath = specPath.child('limited')
  const exemptPath = specPath.child('exempt')
  if (type === 'Exempt') {
    if (limited != null) errors.push(field.forbidden(limitedPath, 'must be nil if the type is not Limited'))
    if (exempt != null) errors.push(...validateExempt(exempt, exemptPath))
  } else if (type === 'Limited') {
    if (exempt != null) errors.push(field.forbidden(exemptPath, 'must be nil if the type is Limited'))
    if (limited == null) errors.push(field.required(limitedPath, 'must not be empty when type is Limited'))
    else errors.push(...validateLimited(limited, limitedPath, options))
  } else errors.push(...validateType(type, specPath.child('type'), ['Exempt', 'Limited'], minor))
  return errors
}

const validateType = (
  type: string,
  path: FieldPath,
  types: readonly string[],
  minor: number,
): FieldError[] =>
  type === '' && registryDialect(minor).requiresLevelType
    ? [field.required(path, '')]
    : [field.notSupported(path, type, types)]

function validateShares(
  config: ExemptPriorityLevelConfiguration,
  path: FieldPath,
): { shares: FieldError[]; lendable: FieldError[] } {
  const { nominalConcurrencyShares: shares, lendablePercent: percent } = config
  return {
    shares:
      shares != null && shares < 0
        ? [field.invalid(path.child('nominalConcurrencyShares'), shares, 'must be a non-negative integer')]
        : [],
    lendable:
      percent != null && (percent < 0 || percent > 100)
        ? [field.invalid(path.child('lendablePercent'), percent, 'must be between 0 and 100, inclusive')]
        : [],
  }
}

function validateExempt(exempt: ExemptPriorityLevelConfiguration, path: FieldPath): FieldError[] {
  const { shares, lendable } = validateShares(exempt, path)
  return [...shares, ...lendable]
}

function validateLimited(
  limited: LimitedPriorityLevelConfiguration & { assuredConcurrencyShares?: number },
  path: FieldPath,
  { minor, sharesName, allowZeroShares }: PriorityLevelOptions,
): FieldError[] {
  const { lendable } = validateShares(limited, path)
  const own = limited.nominalConcurrencyShares ?? limited.assuredConcurrencyShares ?? 0
  const text = allowZeroShares ? 'must be a non-negative integer' : 'must be positive'
  const wrong = own < 0 || (own === 0 && !allowZeroShares)
  const borrowing = limited.borrowingLimitPercent
  return [
    ...(wrong ? [field.invalid(path.child(sharesName), own, text)] : []),
    ...validateLimitResponse(limited.limitResponse ?? {}, path.child('limitResponse'), minor),
    ...lendable,
    ...(borrowing != null && borrowing < 0
      ? [
          field.invalid(
            path.child('borrowingLimitPercent'),
            borrowing,
            'if specified, must be a non-negative integer',
          ),
        ]
      : []),
  ]
}

function validateLimitResponse(response: LimitResponse, path: FieldPath, minor: number): FieldError[] {
  const { type = '', queuing } = response
  const at = path.child('queuing')
  if (type === 'Reject')
    return queuing == null
      ? []
      : [field.forbidden(at, 'must be nil if limited.limitResponse.type is not Limited')]
  if (type !== 'Queue') return validateType(type, path.child('type'), ['Queue', 'Reject'], minor)
  return queuing == null
    ? [field.required(at, 'must not be empty if limited.limitResponse.type is Limited')]
    : validateQueuing(queuing, at)
}

const maxQueues = 10_000_000
/** The bits of the hash that deals a request its hand of queues. */
const maxHashBits = 60

function validateQueuing(queuing: QueuingConfiguration, path: FieldPath): FieldError[] {
  const { queueLengthLimit = 0, queues = 0, handSize = 0 } = queuing
  const errors: FieldError[] = []
  const wrong = (name: keyof QueuingConfiguration & string, value: number, text: string): void => {
    errors.push(field.invalid(path.child(name), value, text))
  }
  if (queueLengthLimit <= 0) wrong('queueLengthLimit', queueLengthLimit, 'must be positive')
  if (queues <= 0) wrong('queues', queues, 'must be positive')
  else if (queues > maxQueues) wrong('queues', queues, `must not be greater than ${maxQueues}`)
  const entropy = Math.ceil(Math.log2(queues) * handSize)
  if (handSize <= 0) wrong('handSize', handSize, 'must be positive')
  else if (handSize > queues) wrong('handSize', handSize, `should not be greater than queues (${queues})`)
  else if (entropy > maxHashBits)
    wrong(
      'handSize',
      handSize,
      `required entropy bits of deckSize ${queues} and handSize ${handSize} should not be greater than ${maxHashBits}`,
    )
  return errors
}
