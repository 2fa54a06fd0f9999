import { emitYaml } from '../../server/apimachinery/yaml-emitter.ts'

/** The text that `--write-config-to` writes. */
export function configText(apiVersion: string, config: object): string {
  const written: Record<string, unknown> = { apiVersion, kind: 'KubeProxyConfiguration', ...config }
  const gates = written['featureGates']
  if (typeof gates === 'object' && gates !== null && Object.keys(gates).length === 0)
    delete written['featureGates']
  return emitYaml(written)
}
