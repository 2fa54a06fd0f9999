// Upstream: kubectl/pkg/cmd/set/set_selector.go
import { parseLabelRequirements } from '../../../apimachinery/selectors/label-parser.ts'
import {
  type LabelOperator,
  type LabelRequirement,
  SelectorError,
} from '../../../apimachinery/selectors/requirement.ts'
import { goQuote } from '../../../component-base/go/quote.ts'
import { KubectlError } from '../../errors.ts'
import type { Session } from '../../session.ts'
import { refuseLocalServerDryRun, updateObjects } from './update.ts'

/** `kubectl set selector`: replaces the selector of Services. */
export async function setSelector(session: Session, words: string[]): Promise<number> {
  refuseLocalServerDryRun(session)
  // The last word is the selector, whatever it is.
  const expression = words.at(-1)
  if (expression === undefined) throw new KubectlError('one selector is required')
  const { labels, others } = parsed(expression, session.minor)
  return updateObjects(session, words.slice(0, -1), {
    operation: 'selector updated',
    failure: '',
    change: (object) => {
      if (object.kind !== 'Service')
        throw new KubectlError('error: setting a selector is only supported for Services')
      if (others.length > 0)
        throw new KubectlError(`error: match expression [${others.join(' ')}] not supported on this object`)
      object['spec'] = { ...(object['spec'] as object), selector: labels }
    },
  })
}

const operators: Readonly<Partial<Record<LabelOperator, string>>> = {
  in: 'In',
  notin: 'NotIn',
  exists: 'Exists',
  '!': 'DoesNotExist',
}

/** The labels that a selector names, and its expressions as Go prints them. Upstream: metav1.ParseToLabelSelector */
function parsed(text: string, minor: number): { labels: Record<string, string>; others: string[] } {
  const requirements = requirementsOf(text, minor)
  const isLabel = ({ operator }: LabelRequirement): boolean => operator === '=' || operator === '=='
  return {
    labels: Object.fromEntries(requirements.filter(isLabel).map(({ key, values }) => [key, values[0] ?? ''])),
    others: requirements
      .filter((one) => !isLabel(one))
      .map(({ key, operator, values }) => {
        const name = operators[operator]
        if (name === undefined)
          throw new KubectlError(`${goQuote(operator)} is not a valid label selector operator`)
        return `{${key} ${name} [${values.join(' ')}]}`
      }),
  }
}

function requirementsOf(text: string, minor: number): LabelRequirement[] {
  try {
    return parseLabelRequirements(text, minor)
  } catch (error) {
    if (!(error instanceof SelectorError)) throw error
    throw new KubectlError(`couldn't parse the selector string "${text}": ${error.message}`)
  }
}
