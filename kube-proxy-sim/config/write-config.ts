import { emitYaml } from '../../apimachinery/yaml-emitter.ts'
import type { CommonConfiguration } from './types.ts'

/** The text that `--write-config-to` writes. */
export function configText(apiVersion: string, config: object): string {
  const written: Record<string, unknown> = { apiVersion, kind: 'KubeProxyConfiguration', ...config }
  const gates = written['featureGates']
  if (typeof gates === 'object' && gates !== null && Object.keys(gates).length === 0)
    delete written['featureGates']
  return emitYaml(written)
}

/** Throws with Go's words where a number has no form in JSON, as `--kube-api-qps=inf`. */
export function checkWritable({ clientConnection: { qps } }: CommonConfiguration): void {
  if (Number.isFinite(qps)) return
  throw new Error(`json: unsupported value: ${Number.isNaN(qps) ? 'NaN' : qps > 0 ? '+Inf' : '-Inf'}`)
}
