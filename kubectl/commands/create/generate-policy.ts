// Upstream: kubectl/pkg/cmd/create/create_{quota,pdb,priorityclass}.go
import type { KubeObject } from '../../../apimachinery/json.ts'
import { KubectlError } from '../../errors.ts'
import type { Session } from '../../session.ts'
import { resourceList } from '../resource-list.ts'
import type { Generator } from './generator.ts'
import { clusterMeta, intOrString, objectMeta } from './typed.ts'

async function quota(session: Session, name: string): Promise<KubeObject> {
  const { flags } = session
  const hard = resourceList(flags.string('hard'))
  const scopes = flags.string('scopes') === '' ? [] : flags.string('scopes').split(',')
  if (scopes.includes('')) throw new KubectlError('invalid resource quota scope ""')
  return {
    apiVersion: 'v1',
    kind: 'ResourceQuota',
    metadata: await objectMeta(session, { name }),
    spec: {
      ...(Object.keys(hard).length === 0 ? {} : { hard }),
      ...(scopes.length === 0 ? {} : { scopes }),
    },
    status: {},
  }
}

/** `a=b,c in (d)` as a LabelSelector; only equality is common here. */
export function labelSelectorOf(text: string): object {
  const matchLabels: Record<string, string> = {}
  for (const part of text.split(',')) {
    const match = /^\s*([^=!\s]+)\s*={1,2}\s*([^=\s]*)\s*$/.exec(part)
    if (match === null)
      throw new KubectlError(`couldn't parse the selector string "${text}": unable to parse requirement`)
    matchLabels[match[1]!] = match[2]!
  }
  return { matchLabels }
}

async function disruptionBudget(session: Session, name: string): Promise<KubeObject> {
  const { flags } = session
  const [min, max] = [flags.string('min-available'), flags.string('max-unavailable')]
  if (flags.string('selector') === '') throw new KubectlError('a selector must be specified')
  if (min === '' && max === '')
    throw new KubectlError('one of min-available or max-unavailable must be specified')
  if (min !== '' && max !== '')
    throw new KubectlError('min-available and max-unavailable cannot be both specified')
  const number = /^[0-9]+%?$/
  if (min !== '' && !number.test(min)) throw new KubectlError('invalid format specified for min-available')
  if (max !== '' && !number.test(max)) throw new KubectlError('invalid format specified for max-unavailable')
  return {
    apiVersion: 'policy/v1',
    kind: 'PodDisruptionBudget',
    metadata: await objectMeta(session, { name }),
    spec: {
      ...(min === '' ? { maxUnavailable: intOrString(max) } : { minAvailable: intOrString(min) }),
      selector: labelSelectorOf(flags.string('selector')),
    },
    status: { currentHealthy: 0, desiredHealthy: 0, disruptionsAllowed: 0, expectedPods: 0 },
  }
}

function priorityClass(session: Session, name: string): KubeObject {
  const { flags } = session
  return {
    apiVersion: 'scheduling.k8s.io/v1',
    ...(flags.string('description') === '' ? {} : { description: flags.string('description') }),
    ...(flags.bool('global-default') ? { globalDefault: true } : {}),
    kind: 'PriorityClass',
    metadata: clusterMeta(session, { name }),
    preemptionPolicy: flags.string('preemption-policy', 'PreemptLowerPriority'),
    value: flags.number('value'),
  }
}

/** Generators of quotas, disruption budgets and priority classes, by the words after `create`. */
export const policyGenerators: Readonly<Record<string, Generator>> = {
  quota: { build: quota, failure: 'failed to create quota:' },
  poddisruptionbudget: { build: disruptionBudget, failure: 'failed to create poddisruptionbudgets:' },
  priorityclass: { build: priorityClass, failure: 'failed to create priorityclass:' },
}
