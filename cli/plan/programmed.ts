// Which rules the kube-proxy of a run makes of what kube-apiserver has.
import { setTimeout as pause } from 'node:timers/promises'
import type { ClientConfig } from '../../client/kubeconfig.ts'
import type { Release } from '../../component-base/release.ts'
import type { KubeProxy } from '../../kube-proxy-sim/kube-proxy.ts'
import { proxyModes } from '../../kube-proxy-sim/rules/proxy-config.ts'
import { startKubeProxy } from '../../kube-proxy-sim/start-kube-proxy.ts'
import { failureText } from './failure-text.ts'
import { externalIP } from './service-probes.ts'

/** The modes of kube-proxy that program rules for external IPs; `refused`: why kube-proxy does not start. */
export interface Programmed {
  /** Modes whose rules name the external IP. */
  modes: readonly string[]
  refused?: string
}

const patienceMs = 30_000

/** Its start ends after a while also without a sync, on a machine that has much to do. */
async function syncedRules(proxy: KubeProxy): Promise<object> {
  for (let waited = 0; waited < patienceMs; waited += 50) {
    const rules = proxy.rules()
    if (rules !== undefined) return rules
    await pause(50)
  }
  throw new Error('kube-proxy has not programmed rules')
}

/** Starts a kube-proxy in each mode against the server, and looks for the external IP in its rules. */
export async function programmedModes(
  release: Release,
  flags: readonly string[],
  server: ClientConfig,
): Promise<Programmed> {
  const modes: string[] = []
  for (const mode of proxyModes) {
    const started = await startKubeProxy({
      release,
      args: ['--hostname-override=node-1', `--proxy-mode=${mode}`, ...flags],
      readFile: (path) => Promise.reject(new Error(`no file ${path}`)),
      fallback: server,
    })
    if (!started.ok) {
      if (mode === proxyModes[0]) return { modes, refused: failureText(started.stderr) }
      // A mode of its own that has ended.
      continue
    }
    try {
      if (JSON.stringify(await syncedRules(started.component)).includes(externalIP)) modes.push(mode)
    } finally {
      await started.component.stop()
    }
  }
  return { modes }
}
