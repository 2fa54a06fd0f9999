// Effects that a release already has behind a gate of its own.
import type { EffectDefinition } from './effect.ts'

export const kubeProxy: EffectDefinition = {
  name: 'kube-proxy',
  values: ['ignore-external-ips'],
  component: 'kube-proxy',
  fields: [],
  meaning:
    'kube-proxy programs no rules for `spec.externalIPs` (what AllowServiceExternalIPs=false does in 1.36). While the effect is not active it programs them.',
  rules: () => ({ switches: { gate: 'AllowServiceExternalIPs', value: false } }),
}

export const node: EffectDefinition = {
  name: 'node',
  values: ['clear-kube-proxy-version'],
  component: 'kubelet',
  fields: [],
  meaning:
    "The kubelet writes an empty `status.nodeInfo.kubeProxyVersion` and clears a value from before (what DisableNodeKubeProxyVersion does). While the effect is not active it writes the kubelet's own version.",
  rules: () => ({ switches: { gate: 'DisableNodeKubeProxyVersion', value: true } }),
}
