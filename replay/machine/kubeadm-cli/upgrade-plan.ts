// Upstream: cmd/kubeadm/app/phases/upgrade/compute.go, cmd/kubeadm/app/cmd/upgrade/plan.go

import { compare } from 'semver'
import { minorOf, minorRelease } from '../../../component-base/minor.ts'
import { kubeadmDialect } from './dialect.ts'

/** The versions that `kubeadm upgrade plan` compares. */
export interface PlanState {
  cluster: string
  kubeadm: string
  /** The newest release that this kubeadm can bring. */
  target: string
  /** The newest patch of the cluster's own minor release. */
  latestPatch: string
  kubelets: readonly { node: string; version: string }[]
  controlPlane: string
}

/** What `kubeadm upgrade plan` prints. */
export function planText(state: PlanState): string {
  const { cluster, kubeadm, target, latestPatch } = state
  const { tellsConfigMap, clusterVersionPrefix } = kubeadmDialect(minorOf(kubeadm))
  const series = minorRelease(cluster)
  const upgrades: [description: string, version: string][] = []
  if (compare(target, cluster) >= 0 && compare(cluster, latestPatch) < 0)
    upgrades.push([`version in the v${series} series`, latestPatch])
  if (compare(latestPatch, target) < 0 && compare(cluster, target) < 0)
    upgrades.push(['stable version', target])
  const head = [
    '[preflight] Running pre-flight checks.',
    ...(tellsConfigMap
      ? [
          `[upgrade/config] Reading configuration from the "kubeadm-config" ConfigMap in namespace "kube-system"...`,
          "[upgrade/config] Use 'kubeadm init phase upload-config --config your-config-file' to re-upload it.",
        ]
      : []),
    '[upgrade] Running cluster health checks',
    '[upgrade] Fetching available versions to upgrade to',
    `[upgrade/versions] Cluster version: ${clusterVersionPrefix}${cluster}`,
    `[upgrade/versions] kubeadm version: v${kubeadm}`,
    `[upgrade/versions] Target version: v${target}`,
    ...(compare(target, cluster) >= 0
      ? [`[upgrade/versions] Latest version in the v${series} series: v${latestPatch}`]
      : []),
    '',
  ]
  if (upgrades.length === 0) return `${head.join('\n')}\n`
  return `${head.join('\n')}\n${upgrades.map(([text, version]) => upgradeText(state, text, version)).join('')}${configVersions}`
}

function upgradeText(state: PlanState, description: string, version: string): string {
  const { cluster, kubeadm, kubelets } = state
  const dialect = kubeadmDialect(minorOf(kubeadm))
  const from = kubeadmDialect(minorOf(cluster))
  const node = state.controlPlane
  const kubeletRows = dialect.nodeColumn
    ? kubelets.map((one) => ['kubelet', one.node, `v${one.version}`, `v${version}`])
    : [...new Set(kubelets.map((one) => one.version))].sort().map((old) => {
        const count = kubelets.filter((one) => one.version === old).length
        return ['kubelet', '', `${count} x v${old}`, `v${version}`]
      })
  const rows = [
    ...['kube-apiserver', 'kube-controller-manager', 'kube-scheduler'].map((name) => [
      name,
      node,
      `v${cluster}`,
      `v${version}`,
    ]),
    ['kube-proxy', '', dialect.nodeColumn ? cluster : `v${cluster}`, `v${version}`],
    ['CoreDNS', '', from.coreDNS, dialect.coreDNS],
    ['etcd', node, from.etcd, dialect.etcd],
  ]
  const note =
    compare(kubeadm, version) < 0
      ? `Note: Before you can perform this upgrade, you have to update kubeadm to v${version}.\n\n`
      : ''
  return `Components that must be upgraded manually after you have upgraded the control plane with 'kubeadm upgrade apply':
${table(kubeletRows, dialect.nodeColumn)}
Upgrade to the latest ${description}:

${table(rows, dialect.nodeColumn)}
You can now apply the upgrade by executing the following command:

\tkubeadm upgrade apply v${version}

${note}${line}`
}

const line = '_____________________________________________________________________\n\n'

const configVersions = `
The table below shows the current state of component configs as understood by this version of kubeadm.
Configs that have a "yes" mark in the "MANUAL UPGRADE REQUIRED" column require manual config upgrade or
resetting to kubeadm defaults before a successful upgrade can be performed. The version to manually
upgrade to is denoted in the "PREFERRED VERSION" column.

API GROUP                 CURRENT VERSION   PREFERRED VERSION   MANUAL UPGRADE REQUIRED
kubeproxy.config.k8s.io   v1alpha1          v1alpha1            no
kubelet.config.k8s.io     v1beta1           v1beta1             no
${line}`

/** Columns at least ten wide, three apart. */
function table(rows: readonly string[][], nodeColumn: boolean): string {
  const all = [['COMPONENT', 'NODE', 'CURRENT', 'TARGET'], ...rows].map((row) =>
    nodeColumn ? row : row.filter((_cell, at) => at !== 1),
  )
  const widths = all[0]!.map((_cell, at) => Math.max(10, ...all.map((row) => row[at]!.length + 3)))
  return all
    .map(
      (row) =>
        `${row.map((cell, at) => (at === row.length - 1 ? cell : cell.padEnd(widths[at]!))).join('')}\n`,
    )
    .join('')
}
