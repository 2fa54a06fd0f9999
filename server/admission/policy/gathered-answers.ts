// Upstream: staging/src/k8s.io/apiserver/pkg/admission/plugin/authorizer/caching_authorizer.go (what is asked twice)
import type { Attributes, Authorizer, AuthorizerAnswer } from '../../endpoints/authorization/attributes.ts'
import { expressionPace } from '../../registry/generic/pace.ts'

/** An answer that an expression needs is not there yet. */
class AnswerAwaited extends Error {
  readonly arrived: Promise<unknown>
  constructor(arrived: Promise<unknown>) {
    super('an authorizer has been asked')
    this.arrived = arrived
  }
}

/**
 * Asks an authorizer for the expressions of one request, and the same only once. Expressions are evaluated at once: one that needs
 * an answer that has to be awaited ends there, and is evaluated again when it has come. What checks cost bounds how often.
 */
export class GatheredAnswers {
  private readonly authorizer: Authorizer
  private readonly known = new Map<string, AuthorizerAnswer>()

  constructor(authorizer: Authorizer) {
    this.authorizer = authorizer
  }

  /** Asks the authorizer; only within {@link settle}. @param key tells questions apart */
  ask(key: string, attributes: () => Attributes): AuthorizerAnswer {
    const known = this.known.get(key)
    if (known !== undefined) return known
    const answer = this.authorizer.authorize(attributes())
    const remember = (one: AuthorizerAnswer): AuthorizerAnswer => {
      this.known.set(key, one)
      return one
    }
    if (answer instanceof Promise) throw new AnswerAwaited(answer.then(remember))
    return remember(answer)
  }

  /**
   * What `evaluate` gives, which changes nothing: it runs again after each answer that had to be awaited. Where expressions of other
   * requests have cost much just now, it waits for its turn.
   */
  settle<T>(evaluate: () => T): T | Promise<T> {
    return expressionPace.run(() => this.settled(evaluate)) as T | Promise<T>
  }

  private settled<T>(evaluate: () => T): T | Promise<T> {
    try {
      return evaluate()
    } catch (error) {
      if (!(error instanceof AnswerAwaited)) throw error
      return error.arrived.then(() => this.settle(evaluate))
    }
  }
}
