// Upstream: staging/src/k8s.io/apiserver/pkg/authorization/{union,authorizerfactory}
import { aggregate } from '../../../featuregates/aggregate.ts'
import { mastersGroup } from '../authentication/user-info.ts'
import type { Attributes, Authorizer, AuthorizerAnswer, MaybeAnswer } from './attributes.ts'

const noRules = (): ReturnType<Authorizer['rulesFor']> => ({
  resourceRules: [],
  nonResourceRules: [],
  incomplete: false,
})
const fullRules = (): ReturnType<Authorizer['rulesFor']> => ({
  resourceRules: [{ verbs: ['*'], apiGroups: ['*'], resources: ['*'] }],
  nonResourceRules: [{ verbs: ['*'], nonResourceURLs: ['*'] }],
  incomplete: false,
})

/** The authorizer that allows everything to the group system:masters, and has no opinion on others. */
export const privilegedGroups: Authorizer = {
  authorize: (a) => ({ decision: a.user.groups.includes(mastersGroup) ? 'allow' : 'noOpinion', reason: '' }),
  rulesFor: noRules,
}
/** The authorizer of --authorization-mode=AlwaysAllow. */
export const alwaysAllow: Authorizer = {
  authorize: () => ({ decision: 'allow', reason: '' }),
  rulesFor: fullRules,
}
/** The authorizer of --authorization-mode=AlwaysDeny. */
export const alwaysDeny: Authorizer = {
  authorize: () => ({ decision: 'noOpinion', reason: 'Everything is forbidden.' }),
  rulesFor: noRules,
}

/** The first that allows or denies decides. */
export function unionAuthorizer(authorizers: readonly Authorizer[]): Authorizer {
  return {
    authorize: (attributes) => ask(authorizers, attributes, 0, { reasons: [], errors: [] }),
    rulesFor(user, namespace) {
      const all = authorizers.map((a) => a.rulesFor(user, namespace))
      const errors = all.flatMap((r) => (r.error === undefined ? [] : [r.error]))
      return {
        resourceRules: all.flatMap((r) => r.resourceRules),
        nonResourceRules: all.flatMap((r) => r.nonResourceRules),
        incomplete: all.some((r) => r.incomplete),
        ...(errors.length === 0 ? {} : { error: aggregate(errors) }),
      }
    },
  }
}

/** The reasons and errors of authorizers that had no opinion. */
interface Said {
  readonly reasons: string[]
  readonly errors: string[]
}

/** Asks one after the other, and waits only for one that makes it wait. */
function ask(
  authorizers: readonly Authorizer[],
  attributes: Attributes,
  from: number,
  said: Said,
): MaybeAnswer {
  for (let i = from; i < authorizers.length; i++) {
    const answer = authorizers[i]!.authorize(attributes)
    if (answer instanceof Promise)
      return answer.then((one) => heard(one, said) ?? ask(authorizers, attributes, i + 1, said))
    const decided = heard(answer, said)
    if (decided !== undefined) return decided
  }
  const { reasons, errors } = said
  return {
    decision: 'noOpinion',
    reason: reasons.join('\n'),
    ...(errors.length === 0 ? {} : { error: aggregate(errors) }),
  }
}

/** The answer, where it decides; undefined: its reason and error are noted. */
function heard(answer: AuthorizerAnswer, { reasons, errors }: Said): AuthorizerAnswer | undefined {
  if (answer.decision !== 'noOpinion') return answer
  if (answer.error !== undefined) errors.push(answer.error)
  if (answer.reason !== '') reasons.push(answer.reason)
  return undefined
}
