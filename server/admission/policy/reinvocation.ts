// Upstream: staging/src/k8s.io/apiserver/pkg/admission/plugin/policy/mutating/reinvocationcontext.go
import { deepCopy, type KubeObject } from '../../../apimachinery/json.ts'
import { semanticDeepEqual } from '../../registry/core/semantic-deep-equal.ts'

/** The plugin's memory of one request, which it may see twice. */
export class PolicyReinvocation {
  private lastOutput: KubeObject | undefined
  private asked = new Set<string>()
  private readonly again = new Set<string>()

  /** Whether others changed the object since the plugin saw it last. */
  hasChanged(object: KubeObject | undefined): boolean {
    return !semanticDeepEqual(this.lastOutput, object)
  }

  remember(object: KubeObject | undefined): void {
    this.lastOutput = object && deepCopy(object)
  }

  /** Notes a policy that has to see the changes that plugins make after it. */
  add(key: string): void {
    this.asked.add(key)
  }

  isWantedAgain(key: string): boolean {
    return this.again.has(key)
  }

  /** Marks every policy that was noted until now as wanted again. */
  askAgain(): void {
    for (const key of this.asked) this.again.add(key)
    this.asked = new Set()
  }
}
