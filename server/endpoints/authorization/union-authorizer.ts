// Upstream: staging/src/k8s.io/apiserver/pkg/authorization/{union,authorizerfactory}
import { mastersGroup } from '../authentication/user-info.ts'
import type { Attributes, Authorizer, AuthorizerAnswer } from './attributes.ts'

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

/** Allows everything to one group: system:masters. */
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
    authorize(attributes: Attributes): AuthorizerAnswer {
      const reasons: string[] = []
      for (const authorizer of authorizers) {
        const answer = authorizer.authorize(attributes)
        if (answer.reason !== '') reasons.push(answer.reason)
        if (answer.decision !== 'noOpinion') return answer
      }
      return { decision: 'noOpinion', reason: reasons.join('\n') }
    },
    rulesFor(user, namespace) {
      const all = authorizers.map((a) => a.rulesFor(user, namespace))
      const errors = all.flatMap((r) => (r.error === undefined ? [] : [r.error]))
      return {
        resourceRules: all.flatMap((r) => r.resourceRules),
        nonResourceRules: all.flatMap((r) => r.nonResourceRules),
        incomplete: all.some((r) => r.incomplete),
        ...(errors.length === 0 ? {} : { error: errors.join(', ') }),
      }
    },
  }
}
