// Upstream: pkg/kubelet/lifecycle/handlers.go (runSleepHandler)
import type { LifecycleHandler } from '../../api/core-v1.ts'
import { type FeatureGateReader, gateEnabled } from '../../featuregates/reader.ts'

/** The milliseconds that a hook sleeps: none where its gate is off; undefined of hooks that do something else. */
export function lifecycleSleep(
  { exec, httpGet, sleep }: LifecycleHandler,
  gates: FeatureGateReader,
): number | undefined {
  if (exec !== undefined || httpGet !== undefined || sleep === undefined) return undefined
  return gateEnabled(gates, 'PodLifecycleSleepAction') ? (sleep.seconds ?? 0) * 1000 : 0
}
