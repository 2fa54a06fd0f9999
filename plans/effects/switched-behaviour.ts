// Effects that a release already has behind a gate of its own.
import type { EffectDefinition } from './effect.ts'

/** The effect `kube-proxy`: no rules for external IPs, by switching the gate that does it in 1.36. */
export const kubeProxy: EffectDefinition = {
  name: 'kube-proxy',
  values: ['ignore-external-ips'],
  component: 'kube-proxy',
  fields: [],
  meaning:
    'kube-proxy programs no rules for `spec.externalIPs` (what AllowServiceExternalIPs=false does in 1.36). While the effect is not active it programs them.',
  rules: () => ({ switches: { gate: 'AllowServiceExternalIPs', value: false } }),
}

/** The effect `node`: no kubeProxyVersion in a Node's status, by switching the kubelet's gate for it. */
export const node: EffectDefinition = {
  name: 'node',
  values: ['clear-kube-proxy-version'],
  component: 'kubelet',
  fields: [],
  meaning:
    "The kubelet writes an empty `status.nodeInfo.kubeProxyVersion` and clears a value from before (what DisableNodeKubeProxyVersion does). While the effect is not active it writes the kubelet's own version.",
  rules: () => ({ switches: { gate: 'DisableNodeKubeProxyVersion', value: true } }),
}
